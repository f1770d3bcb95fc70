"""A headless Chromium, driven over its debugging pipe: no port, no package, one page at a time."""

import base64
import json
import os
import shutil
import subprocess
import tempfile
import threading
import time
from collections import deque

KEYS = {"ArrowRight": 39, "ArrowLeft": 37, "Home": 36, "End": 35}


def find_chromium():
    """The path of the Chromium that is installed, or None."""
    return shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


class Browser:
    """Starts Chromium; collects console errors and the addresses of all requests."""

    def __init__(self, program: str):
        self.profile = tempfile.TemporaryDirectory(prefix="chromium-", ignore_cleanup_errors=True)
        to_browser, self.write_end = os.pipe()
        self.read_end, from_browser = os.pipe()

        def take_pipes():  # Chromium reads commands from descriptor 3 and answers on 4
            read, write = os.dup(to_browser), os.dup(from_browser)
            os.dup2(read, 3)
            os.dup2(write, 4)

        self.process = subprocess.Popen(
            [program, "--headless=new", "--remote-debugging-pipe", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
             "--disable-dev-shm-usage", "--disable-background-networking", "--disable-component-update", "--disable-sync",
             "--no-first-run", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1", "--disable-extensions", "--mute-audio", f"--user-data-dir={self.profile.name}", "about:blank"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, close_fds=False, preexec_fn=take_pipes)
        os.close(to_browser)
        os.close(from_browser)
        self.number, self.answers, self.events = 0, {}, deque()
        self.arrived = threading.Condition()
        self.errors, self.requests = [], []
        self.closed = False
        threading.Thread(target=self._read, daemon=True).start()
        target = next(t for t in self.command("Target.getTargets", session=False)["targetInfos"] if t["type"] == "page")
        attached = self.command("Target.attachToTarget", session=False, targetId=target["targetId"], flatten=True)
        self.session = attached["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.command(f"{domain}.enable")

    def _read(self):
        buffer = b""
        while True:
            try:
                piece = os.read(self.read_end, 1 << 16)
            except OSError:
                piece = b""
            if not piece:
                with self.arrived:
                    self.closed = True
                    self.arrived.notify_all()
                return
            buffer += piece
            while b"\0" in buffer:
                text, buffer = buffer.split(b"\0", 1)
                self._take(json.loads(text))

    def _take(self, message):
        with self.arrived:
            method, data = message.get("method"), message.get("params", {})
            if "id" in message:
                self.answers[message["id"]] = message
            elif method == "Network.requestWillBeSent":
                self.requests.append(data["request"]["url"])
            elif method == "Runtime.exceptionThrown":
                self.errors.append(data["exceptionDetails"].get("exception", {}).get("description", str(data)))
            elif method == "Runtime.consoleAPICalled" and data["type"] in ("error", "warning", "assert"):
                self.errors.append(" ".join(str(a.get("value", a.get("description"))) for a in data["args"]))
            elif method == "Log.entryAdded" and data["entry"]["level"] in ("error", "warning"):
                self.errors.append(f"{data['entry']['text']} ({data['entry'].get('url', '')})")
            elif method == "Page.loadEventFired":
                self.events.append(method)
            self.arrived.notify_all()

    def command(self, method, session=True, seconds=600, **parameters):
        """Sends a command of the DevTools protocol and returns its result."""
        self.number += 1
        number, message = self.number, {"id": self.number, "method": method, "params": parameters}
        if session:
            message["sessionId"] = self.session
        os.write(self.write_end, json.dumps(message).encode() + b"\0")
        deadline = time.monotonic() + seconds
        with self.arrived:
            while number not in self.answers:
                if self.closed or not self.arrived.wait(deadline - time.monotonic()):
                    raise RuntimeError(f"Chromium did not answer {method}" + (": it has ended" if self.closed else ""))
            answer = self.answers.pop(number)
        if "error" in answer:
            raise RuntimeError(f"{method}: {answer['error']['message']}")
        return answer["result"]

    def open(self, address, seconds=600):
        """Opens a page and waits until it has loaded."""
        self.events.clear()
        self.command("Page.navigate", url=address)
        deadline = time.monotonic() + seconds
        with self.arrived:
            while not self.events:
                if not self.arrived.wait(deadline - time.monotonic()):
                    raise RuntimeError(f"{address} did not load in {seconds} s")

    def evaluate(self, expression):
        """The value of a JavaScript expression in the page."""
        result = self.command("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise RuntimeError(f"{expression}: {result['exceptionDetails']['exception'].get('description')}")
        return result["result"].get("value")

    def press(self, key):
        for kind in ("rawKeyDown", "keyUp"):
            self.command("Input.dispatchKeyEvent", type=kind, key=key, code=key, windowsVirtualKeyCode=KEYS[key])

    def show_as(self, width, height=900, dark=False):
        """Sets the size of the window and the preferred colours."""
        self.command("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 600)
        self.command("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])

    def screenshot(self, path, tallest=12000):
        """Writes a PNG of the page's first `tallest` pixels, which may be more than the window shows."""
        size = self.command("Page.getLayoutMetrics")["cssContentSize"]
        clip = {"x": 0, "y": 0, "width": size["width"], "height": min(size["height"], tallest), "scale": 1}
        data = self.command("Page.captureScreenshot", format="png", optimizeForSpeed=True, captureBeyondViewport=True,
                            clip=clip)["data"]
        path.write_bytes(base64.b64decode(data))

    def close(self):
        try:
            self.command("Browser.close", session=False, seconds=100)
        except RuntimeError:
            pass
        try:
            self.process.wait(100)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        os.close(self.write_end)
        self.profile.cleanup()
