#!/usr/bin/env python3
"""Drives the built documentation in a headless Chromium: the two interactive pages against what the project's programs
compute, then every page at three widths, light and dark. Leaves screenshots behind.

usage: test_pages.py SITE --facts docs_facts --programs FOLDER_OF_V3_AND_V4 --screenshots FOLDER
"""

import argparse
import itertools
import json
import random
import subprocess
import sys
import time
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "docs" / "figures"))

import event_log
import generate
import svg
from browser import Browser, find_chromium
from site_server import serve

WIDTHS = {"phone": 390, "laptop": 1280, "wide": 1920}
OPTIONS = None

READ_RING = """(() => {
  const field = (root, name) => root.querySelector(`[data-field="${name}"]`)?.textContent;
  const barrier = (stage, role) => ["phase", "parity", "arrivals", "bytes"].map((name) => field(stage, `${role}-${name}`));
  return {
    counter: document.querySelector("#ring-buffer .counter").textContent,
    status: document.querySelector("#ring-buffer .status").textContent,
    stages: [...document.querySelectorAll("#ring-buffer [data-state]")].map((stage) => ({
      state: stage.dataset.state, tile: field(stage, "k-tile"), full: barrier(stage, "full"), empty: barrier(stage, "empty")})),
    actors: Object.fromEntries([...document.querySelectorAll("#ring-buffer [data-actor]")].map((actor) =>
      [actor.dataset.actor, [actor.dataset.waits, field(actor, "doing")]])),
  };
})()"""


def shown_ring(state, position, total):
    """What the page must show for a state that the event log leads to; the status line aside."""

    def barrier(b, has_bytes):
        return [str(b.phase), str(b.phase % 2), str(b.arrivals), f"{b.nbytes / 1024:g} KiB" if has_bytes else "–"]

    def doing(track, actor):
        what, stage, parity = actor
        name = "empty" if track == "producer" else "full"
        return {"waits": f"waits for {name}[{stage}], parity {parity}",
                "has": f"{'loads' if track == 'producer' else 'multiplies'} stage {stage} (waited for parity {parity})",
                "released": f"has released stage {stage}"}.get(what, what)

    complete = range(min(len(state.full), len(state.empty)))
    return {
        "counter": f"event {position + 1} of {total}",
        "stages": [{"state": state.stages[i][0],
                    "tile": "no K-tile" if state.stages[i][0] == "empty" else f"K-tile {state.stages[i][1]}",
                    "full": barrier(state.full[i], True), "empty": barrier(state.empty[i], False)} for i in complete],
        "actors": {track: ["true" if actor[0] == "waits" else "false", doing(track, actor)]
                   for track, actor in state.actors.items()},
    }


def tile_facts(cases):
    text = "".join(" ".join(map(str, case)) + "\n" for case in cases)
    result = subprocess.run([str(OPTIONS.facts), "tiles"], input=text, capture_output=True, text=True, check=True)
    return json.loads(result.stdout)


# The headings of tables that must be scrolled to be seen, those in folds included.
CUT_TABLES = """(() => {
  const folds = [...document.querySelectorAll("details:not([open])")];
  folds.forEach(fold => fold.open = true);
  const cut = [...document.querySelectorAll(".table-wrapper")].filter(table => table.scrollWidth > table.clientWidth + 1);
  const headings = cut.map(table => table.innerText.slice(0, 60).replace(/\\s+/g, " "));
  folds.forEach(fold => fold.open = false);
  return headings.join("; ");
})()"""


class PagesTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.serving = serve(OPTIONS.site)
        cls.root = cls.serving.__enter__()
        cls.browser = Browser(find_chromium())
        cls.logs = generate.logs_of(OPTIONS.programs)

    @classmethod
    def tearDownClass(cls):
        cls.browser.close()
        cls.serving.__exit__(None, None, None)

    def setUp(self):
        self.browser.errors.clear()
        self.browser.requests.clear()
        self.browser.show_as(WIDTHS["laptop"])

    def tearDown(self):
        self.assertEqual(self.browser.errors, [], "errors in the console")
        elsewhere = [r for r in self.browser.requests if not r.startswith((self.root, "data:", "blob:", "about:"))]
        self.assertEqual(elsewhere, [], "requests that leave the machine")
        self.assertTrue(self.browser.requests, "no request was seen at all")

    def open(self, page):
        self.browser.open(f"{self.root}/{page}")

    def click(self, label):
        self.assertTrue(self.browser.evaluate(
            f"(() => {{ const b = [...document.querySelectorAll('.interactive button')].find((b) => b.textContent.includes({json.dumps(label)}));"
            " b?.click(); return Boolean(b); })()"), f"there is no button '{label}'")

    def event_shown(self):
        """The number of the event that the ring shows, counted from 1."""
        return int(self.browser.evaluate(READ_RING)["counter"].split()[1])

    def expect_ring(self, version, position):
        events, states = self.logs[version], event_log.ring_states(self.logs[version])
        shown = self.browser.evaluate(READ_RING)
        status = shown.pop("status")
        self.assertEqual(shown, shown_ring(states[position], position, len(events)), f"{version}, event {position}")
        event = events[position]
        if event.role and event.kind != "load":
            self.assertIn(f"{event.role}[{event.stage}]", status)
        return status

    def test_ring_shows_every_state_of_the_event_log(self):
        self.open("ring_buffer.html")
        for version, label in (("v3", "V3"), ("v4", "V4")):
            self.click(label)
            self.click("First")
            for position in range(len(self.logs[version])):
                self.expect_ring(version, position)
                if position + 1 < len(self.logs[version]):
                    self.click("Next")
            self.assertTrue(self.browser.evaluate(
                "[...document.querySelectorAll('.interactive button')].find((b) => b.textContent.includes('Next')).disabled"))

    def test_ring_obeys_keys_slider_and_play(self):
        self.open("ring_buffer.html")
        last = len(self.logs["v4"]) - 1
        self.browser.press("End")
        self.expect_ring("v4", last)
        self.browser.press("ArrowLeft")
        self.expect_ring("v4", last - 1)
        self.browser.press("Home")
        self.expect_ring("v4", 0)
        self.browser.press("ArrowRight")
        self.expect_ring("v4", 1)
        self.browser.evaluate("(() => { const s = document.querySelector('#ring-buffer input'); s.value = 40;"
                              " s.dispatchEvent(new Event('input', {bubbles: true})); s.focus(); })()")
        self.expect_ring("v4", 40)
        self.browser.press("ArrowRight")  # the slider's own key must not step twice
        self.expect_ring("v4", 41)
        self.click("Play")
        deadline = time.monotonic() + 300
        while self.event_shown() < 43:
            self.assertLess(time.monotonic(), deadline, "Play does not step")
            time.sleep(0.1)
        self.click("Pause")
        self.expect_ring("v4", self.event_shown() - 1)  # a busy machine is late to pause
        self.assertEqual(self.browser.evaluate("document.querySelector('#ring-buffer .status').getAttribute('aria-live')"), "polite")

    def test_explorer_function_equals_the_rasterizer(self):
        self.open("rasterization.html")
        grids = [*itertools.product(range(1, 10), range(1, 10), range(1, 17)), (64, 32, 4), (33, 17, 5), (5, 61, 16)]
        cases = [(rows, columns, swizzle, 0, rows * columns) for rows, columns, swizzle in grids]
        orders = self.browser.evaluate(
            f"{json.dumps(cases)}.map(([rows, columns, swizzle, first, count]) => rasterization.workingSet(rows, columns, "
            "swizzle, first, count).tiles.map((tile) => [tile.row, tile.column]))")
        for case, order, fact in zip(cases, orders, tile_facts(cases), strict=True):
            self.assertEqual(order, fact["tiles"], case)

    def test_explorer_shows_the_rasterizers_counts(self):
        self.open("rasterization.html")
        choose = random.Random(4)
        grids = [(8, 8, 1, 16), (8, 8, 4, 16), (64, 32, 4, 132), (6, 6, 4, 7), (1, 1, 16, 1), (64, 64, 16, 1024)]
        grids += [(choose.randint(1, 64), choose.randint(1, 64), choose.randint(1, 16), choose.randint(1, 300)) for _ in range(20)]
        cases = []
        for rows, columns, swizzle, wave in grids:
            position = choose.randrange(-(-rows * columns // wave))
            cases.append((rows, columns, swizzle, position * wave, min(wave, rows * columns - position * wave)))
            shown = self.browser.evaluate(
                f"""(() => {{
                  const enter = (name, value) => {{
                    const input = document.querySelector(`#rasterization [name=${{name}}]`);
                    input.value = value;
                    input.dispatchEvent(new Event("input", {{bubbles: true}}));
                  }};
                  Object.entries({json.dumps({'rows': rows, 'columns': columns, 'swizzle': swizzle, 'wave': wave})}).forEach(
                    ([name, value]) => enter(name, value));
                  enter("position", {position});
                  const picture = (colour) => document.querySelectorAll(`#rasterization rect[fill="var(--f-${{colour}}-soft)"]`).length;
                  const status = document.querySelector("#rasterization .status");
                  return [status.dataset.a, status.dataset.b, status.dataset.strips, picture("blue"), picture("orange"),
                          picture("green"), status.textContent];
                }})()""")
            fact = tile_facts(cases[-1:])[0]
            a, b, tiles = len(fact["a_strips"]), len(fact["b_strips"]), len(fact["tiles"])
            self.assertEqual(shown[:6], [str(a), str(b), str(a + b), a, b, tiles], cases[-1])
            self.assertIn(f"{a} strips of A and {b} of B: {a + b} in all", shown[6])
            self.assertIn(f"the strips are {(128 * a + 256 * b) // 64} MiB", shown[6])

    def test_explorer_obeys_keys_and_refuses_wrong_numbers(self):
        self.open("rasterization.html")
        counter = "document.querySelector('#rasterization .counter').textContent"
        self.assertEqual(self.browser.evaluate(counter), "wave 1 of 4")
        self.browser.press("ArrowRight")
        self.assertEqual(self.browser.evaluate(counter), "wave 2 of 4")
        self.browser.press("ArrowLeft")
        self.assertEqual(self.browser.evaluate(counter), "wave 1 of 4")
        self.browser.evaluate("(() => { const i = document.querySelector('#rasterization [name=swizzle]'); i.value = 17;"
                              " i.dispatchEvent(new Event('input', {bubbles: true})); })()")
        self.assertEqual(self.browser.evaluate("document.querySelector('#rasterization .status').textContent"),
                         "swizzle size must be a whole number from 1 to 16.")

    def test_still_pictures_without_javascript(self):
        self.browser.command("Emulation.setScriptExecutionDisabled", value=True)
        try:
            for page in ("ring_buffer.html", "rasterization.html"):
                self.open(page)
                document = self.browser.command("DOM.getDocument", depth=0)["root"]["nodeId"]
                picture = self.browser.command("DOM.querySelector", nodeId=document, selector="noscript svg.project-figure")
                self.assertNotEqual(picture["nodeId"], 0, f"{page} shows nothing without JavaScript")
        finally:
            self.browser.command("Emulation.setScriptExecutionDisabled", value=False)

    def test_figures_follow_the_chosen_theme(self):
        for page in ("machine.html", "measure.html"):
            self.open(page)
            for theme, mode in (("dark", 1), ("light", 0)):
                self.browser.evaluate(f"document.body.dataset.theme = '{theme}'")
                inks = self.browser.evaluate("[...document.querySelectorAll('svg.project-figure')].map((figure) => "
                                             "getComputedStyle(figure).getPropertyValue('--f-ink').trim())")
                self.assertEqual(set(inks), {svg.PALETTE["ink"][mode]}, page)

    def test_search_finds_a_page(self):
        self.open("search.html?q=mbarrier")
        deadline = time.monotonic() + 300
        while not self.browser.evaluate("document.querySelectorAll('#search-results li a').length"):
            self.assertLess(time.monotonic(), deadline, "the search finds nothing")
            time.sleep(0.1)

    def test_every_page_fits_at_every_width(self):
        pages = sorted(path.relative_to(OPTIONS.site) for path in OPTIONS.site.rglob("*.html"))
        self.assertGreater(len(pages), 10)
        OPTIONS.screenshots.mkdir(parents=True, exist_ok=True)
        for page in pages:
            self.browser.show_as(WIDTHS["laptop"])
            self.open(page)
            for (name, width), dark in itertools.product(WIDTHS.items(), (False, True)):
                with self.subTest(page=str(page), width=name, dark=dark):
                    self.browser.show_as(width, dark=dark)
                    needed = self.browser.evaluate("document.scrollingElement.scrollWidth")
                    self.assertLessEqual(needed, width, "the page is wider than the window")
                    self.assertEqual(self.browser.evaluate(CUT_TABLES), "", "a table is wider than its room")
                    wanted = "rgb(19, 20, 22)" if dark else "rgb(255, 255, 255)"
                    self.assertEqual(self.browser.evaluate("getComputedStyle(document.body).backgroundColor"), wanted)
                    stem = str(page.with_suffix("")).replace("/", "_")
                    tallest = 3000 if stem.startswith(("api_", "genindex", "search")) else 16000  # the rest is alike
                    path = OPTIONS.screenshots / f"{stem}-{name}-{'dark' if dark else 'light'}.png"
                    self.browser.screenshot(path, tallest)


def main():
    global OPTIONS
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("site", type=Path)
    parser.add_argument("--facts", type=Path, required=True)
    parser.add_argument("--programs", type=Path, required=True)
    parser.add_argument("--screenshots", type=Path, required=True)
    OPTIONS, rest = parser.parse_known_args()
    if find_chromium() is None:
        print("skipped: no Chromium was found; ./setup.sh --docs installs it on Debian")
        return
    unittest.main(argv=[sys.argv[0], *rest])


if __name__ == "__main__":
    main()
