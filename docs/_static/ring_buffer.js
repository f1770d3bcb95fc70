// Steps through the ring of V3 and V4, event by event, from the emulator's event logs (ring_events.js).
(function () {
  "use strict";

  function readEvents(rows, fields) {
    return rows.map((row) => Object.fromEntries(fields.map((name, i) => [name, row[i]])));
  }

  // What the ring is like after each event.
  function computeStates(events) {
    const tracks = [...new Set(events.map((event) => event.track))].filter((track) => /^(producer|consumer)/.test(track));
    tracks.sort((a, b) => (a === "producer" ? -1 : b === "producer" ? 1 : a.localeCompare(b)));
    const lastEvent = Object.fromEntries(tracks.map((track) => [track, events.map((e) => e.track).lastIndexOf(track)]));
    const waits = events.map((event, end) => ({ ...event, end })).filter((event) => event.kind === "wait");
    const stages = [];
    const place = Object.fromEntries(tracks.map((track) => [track, { doing: "starts", stage: -1, parity: -1 }]));
    let kTiles = 0;
    return events.map((event, now) => {
      if (event.kind === "init") {
        stages[event.stage] ??= { state: "empty", kTile: -1 };
        stages[event.stage][event.role] = { count: event.arrivals, arrivals: event.arrivals, bytes: 0, phase: 0 };
      }
      const stage = stages[event.stage];
      const barrier = event.role ? stage[event.role] : null;
      if (event.kind === "expect" || event.kind === "arrive" || event.kind === "load") {
        barrier.arrivals = event.arrivals;
        barrier.bytes = event.nbytes;
      }
      if (event.kind === "expect") {
        stage.state = "filling";
        stage.kTile = kTiles++;
      }
      if (event.kind === "complete") {
        barrier.phase += 1;
        barrier.arrivals = barrier.count;
        barrier.bytes = 0;
        stage.state = event.role === "full" ? "full" : "empty";
      }
      if (event.kind === "wait") {
        if (event.role === "full") stage.state = "draining";
        place[event.track] = { doing: "has", stage: event.stage, parity: event.parity };
      }
      if (event.kind === "arrive" && place[event.track].stage === event.stage) place[event.track].doing = "released";
      const actors = tracks.map((track) => {
        const wait = waits.find((w) => w.track === track && w.since <= now && now < w.end);
        if (wait) return { track, doing: "waits", stage: wait.stage, parity: wait.parity };
        return { track, ...place[track], ...(now >= lastEvent[track] ? { doing: "done" } : {}) };
      });
      return { stages: structuredClone(stages).filter(Boolean), actors };
    });
  }

  const kib = (bytes) => `${bytes / 1024} KiB`;
  const plural = (n, word) => `${n} ${word}${n === 1 ? "" : "s"}`;

  function describe(event, number) {
    const barrier = event.role ? `${event.role}[${event.stage}]` : "";
    switch (event.kind) {
      case "init":
        return `${barrier} is initialised: each of its phases needs ${plural(event.arrivals, "arrival")}.`;
      case "sync":
        return `${event.track} has passed __syncthreads.`;
      case "expect":
        return `The producer announces ${kib(event.nbytes)} on ${barrier}, arrives, and issues the stage's loads.`;
      case "load":
        return `A box has landed in stage ${event.stage}: ${barrier} still misses ${kib(event.nbytes)}.`;
      case "complete":
        return event.role === "full"
          ? `${barrier} completes its phase of parity ${event.parity}: stage ${event.stage} is full.`
          : `${barrier} completes its phase of parity ${event.parity}: stage ${event.stage} is empty again.`;
      case "wait":
        return `${event.track} passes its wait on ${barrier} for parity ${event.parity}, ` +
          (event.since < number ? "which it had to wait for." : "at once.");
      case "arrive":
        return `${event.track}: ${plural(event.count, "arrival")} on ${barrier}, which still misses ${event.arrivals}.`;
      case "mma":
        return `The ${event.track.replace("tensor cores", "tensor cores of consumer")} finish ` +
          `${plural(event.count, "MMA")} on stage ${event.stage}.`;
      case "drain":
        return `${event.track} has waited for its MMAs (wgmma.wait_group).`;
      default:
        return event.kind;
    }
  }

  function actorText(actor) {
    const producer = actor.track === "producer";
    switch (actor.doing) {
      case "waits":
        return `waits for ${producer ? "empty" : "full"}[${actor.stage}], parity ${actor.parity}`;
      case "has":
        return `${producer ? "loads" : "multiplies"} stage ${actor.stage} (waited for parity ${actor.parity})`;
      case "released":
        return `has released stage ${actor.stage}`;
      default:
        return actor.doing;
    }
  }

  function element(tag, attributes, ...children) {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes || {})) {
      if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
      else made.setAttribute(name, value);
    }
    made.append(...children);
    return made;
  }

  function start(root, data) {
    const logs = {};
    for (const version of ["v3", "v4"]) {
      const events = readEvents(data[version], data.fields);
      logs[version] = { events, states: computeStates(events) };
    }
    let version = "v4";
    let position = readyAt(version);
    let timer = null;

    // The event with which the last barrier is initialised.
    function readyAt(name) {
      return logs[name].events.map((event) => event.kind).lastIndexOf("init");
    }
    const choose = (name) => () => { stop(); version = name; position = readyAt(name); render(); };
    const go = (to) => () => { stop(); position = to(); render(); };
    const last = () => logs[version].events.length - 1;
    const buttons = {
      v3: element("button", { type: "button", onclick: choose("v3") }, "V3: 2 stages, 1 consumer group"),
      v4: element("button", { type: "button", onclick: choose("v4") }, "V4: 3 stages, 2 consumer groups"),
      first: element("button", { type: "button", onclick: go(() => 0) }, "« First"),
      previous: element("button", { type: "button", onclick: go(() => Math.max(position - 1, 0)) }, "‹ Back"),
      play: element("button", { type: "button", onclick: () => (timer ? (stop(), render()) : play()) }, "Play"),
      next: element("button", { type: "button", onclick: go(() => Math.min(position + 1, last())) }, "Next ›"),
      last: element("button", { type: "button", onclick: go(last) }, "Last »"),
    };
    const slider = element("input", { type: "range", min: "0", "aria-label": "event", oninput: () => { stop(); position = Number(slider.value); render(); } });
    const counter = element("span", { class: "counter" });
    const status = element("p", { class: "status", "aria-live": "polite" });
    const stages = element("div", { class: "stages" });
    const actors = element("div", { class: "actors" });

    function stop() {
      clearInterval(timer);
      timer = null;
    }

    function play() {
      if (position === last()) position = 0;
      timer = setInterval(() => {
        if (position === last()) stop();
        else position += 1;
        render();
      }, 900);
      render();
    }

    function barrierRow(stage, index, role, event) {
      const barrier = stage[role];
      const touched = event.role === role && event.stage === index ? "touched" : "";
      const cell = (field, text) => element("td", { "data-field": `${role}-${field}` }, text);
      return element("tr", { class: touched }, element("th", { scope: "row" }, role), cell("phase", String(barrier.phase)),
        cell("parity", String(barrier.phase % 2)), cell("arrivals", String(barrier.arrivals)),
        cell("bytes", role === "full" ? kib(barrier.bytes) : "–"));
    }

    function stageCard(stage, index, event) {
      const head = ["barrier", "phase", "parity", "arrivals missing", "bytes missing"];
      return element("section", { class: "stage", "data-stage": index, "data-state": stage.state, "aria-label": `stage ${index}` },
        element("div", { class: "heading" }, `Stage ${index}: ${stage.state}`),
        element("div", { "data-field": "k-tile" }, stage.state === "empty" ? "no K-tile" : `K-tile ${stage.kTile}`),
        element("table", {}, element("thead", {}, element("tr", {}, ...head.map((h) => element("th", { scope: "col" }, h)))),
          element("tbody", {}, barrierRow(stage, index, "full", event), barrierRow(stage, index, "empty", event))));
    }

    function render() {
      const { events, states } = logs[version];
      const event = events[position];
      const state = states[position];
      buttons.v3.setAttribute("aria-pressed", String(version === "v3"));
      buttons.v4.setAttribute("aria-pressed", String(version === "v4"));
      buttons.first.disabled = buttons.previous.disabled = position === 0;
      buttons.last.disabled = buttons.next.disabled = position === last();
      buttons.play.textContent = timer ? "Pause" : "Play";
      status.setAttribute("aria-live", timer ? "off" : "polite");
      slider.max = String(last());
      slider.value = String(position);
      counter.textContent = `event ${position + 1} of ${events.length}`;
      status.textContent = describe(event, position);
      stages.replaceChildren(...state.stages.map((stage, i) =>
        stage.full && stage.empty ? stageCard(stage, i, event) : element("section", { class: "stage" }, `Stage ${i}: not initialised`)));
      actors.replaceChildren(...state.actors.map((actor) =>
        element("section", { class: "actor", "data-actor": actor.track, "data-waits": String(actor.doing === "waits") },
          element("div", { class: "heading" }, actor.track), element("div", { "data-field": "doing" }, actorText(actor)))));
    }

    root.replaceChildren(
      element("div", { class: "row", role: "group", "aria-label": "version" }, buttons.v3, buttons.v4),
      element("div", { class: "row", role: "group", "aria-label": "step" }, buttons.first, buttons.previous, buttons.play,
        buttons.next, buttons.last, slider, counter),
      status, stages, actors);
    document.addEventListener("keydown", (key) => {
      const free = key.target === document.body || root.contains(key.target);
      if (!free || key.target === slider || key.altKey || key.ctrlKey || key.metaKey) return;
      const moves = { ArrowRight: buttons.next, ArrowLeft: buttons.previous, Home: buttons.first, End: buttons.last };
      if (moves[key.key] && !moves[key.key].disabled) {
        key.preventDefault();
        moves[key.key].click();
      }
    });
    render();
  }

  const root = document.getElementById("ring-buffer");
  if (root && window.ringEvents) start(root, window.ringEvents);
})();
