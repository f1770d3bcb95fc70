// The rasterization explorer: which strips of A and B a wave of CTAs needs.
(function () {
  "use strict";

  // The tile of the CTA that is launched index-th; TileRasterizer::compute_block_coord() in common/rasterization.cuh, and
  // for a swizzle size of 1 the plain grid, row by row.
  function tileOf(rows, columns, swizzleSize, index) {
    if (swizzleSize === 1) return { row: Math.floor(index / columns), column: index % columns };
    const group = Math.floor(index / (rows * Math.min(columns, swizzleSize)));
    const firstColumn = group * swizzleSize;
    const width = Math.min(swizzleSize, columns - firstColumn);
    const within = index - firstColumn * rows;
    return { row: Math.floor(within / width), column: firstColumn + (within % width) };
  }

  // The tiles of `count` CTAs from CTA `first` on, and the rows (strips of A) and columns (strips of B) that they touch.
  function workingSet(rows, columns, swizzleSize, first, count) {
    const tiles = [];
    for (let i = first; i < Math.min(first + count, rows * columns); ++i) tiles.push(tileOf(rows, columns, swizzleSize, i));
    return {
      tiles,
      aStrips: [...new Set(tiles.map((tile) => tile.row))].sort((x, y) => x - y),
      bStrips: [...new Set(tiles.map((tile) => tile.column))].sort((x, y) => x - y),
    };
  }

  window.rasterization = { tileOf, workingSet };

  // What the strips weigh with V4's tile, 128 rows of A by 256 columns of B, at K = 8192 and 2 bytes a value.
  function mebibytes(set) {
    return ((set.aStrips.length * 128 + set.bStrips.length * 256) * 8192 * 2) / 2 ** 20;
  }

  const svgNamespace = "http://www.w3.org/2000/svg";
  const limits = { rows: [1, 64, 8], columns: [1, 64, 8], swizzle: [1, 16, 4], wave: [1, 1024, 16] };
  const names = {
    rows: "tile rows", columns: "tile columns", swizzle: "swizzle size", wave: "CTAs in a wave",
  };

  function start(root) {
    const values = Object.fromEntries(Object.entries(limits).map(([name, [, , initial]]) => [name, initial]));
    let wave = 0;

    root.innerHTML = `
      <div class="row">${Object.entries(limits).map(([name, [low, high, initial]]) => `
        <label>${names[name]} (${low} to ${high})
          <input type="number" inputmode="numeric" name="${name}" min="${low}" max="${high}" value="${initial}"></label>`).join("")}
      </div>
      <div class="row" role="group" aria-label="wave">
        <button type="button" data-go="previous">‹ Back</button>
        <button type="button" data-go="next">Next ›</button>
        <input type="range" min="0" value="0" name="position" aria-label="wave"><span class="counter"></span>
      </div>
      <p class="status" aria-live="polite"></p>
      <svg class="tiles" role="img" aria-label="the grid of tiles; the status above says what it shows"></svg>`;
    const status = root.querySelector(".status");
    const counter = root.querySelector(".counter");
    const slider = root.querySelector("[name=position]");
    const picture = root.querySelector("svg");

    function rect(x, y, size, height, fill, stroke) {
      const made = document.createElementNS(svgNamespace, "rect");
      for (const [name, value] of Object.entries({ x, y, width: size, height })) made.setAttribute(name, value);
      made.setAttribute("fill", fill);
      made.setAttribute("stroke", stroke);
      made.setAttribute("stroke-width", 0.6);
      picture.append(made);
    }

    function draw(set) {
      const { rows, columns } = values;
      const cell = Math.max(8, Math.min(36, 560 / Math.max(rows, columns)));
      const strip = Math.max(8, cell * 0.6);
      picture.replaceChildren();
      picture.setAttribute("viewBox", `0 0 ${columns * cell + strip + 6} ${rows * cell + strip + 6}`);
      picture.style.maxWidth = `${Math.max(columns * cell + strip + 6, 120)}px`;
      const order = new Map(set.tiles.map((tile, i) => [tile.row * columns + tile.column, i]));
      for (let row = 0; row < rows; ++row) {
        const live = set.aStrips.includes(row);
        rect(0.5, strip + 6 + row * cell, strip, cell, live ? "var(--f-blue-soft)" : "none", live ? "var(--f-blue)" : "var(--f-line)");
      }
      for (let column = 0; column < columns; ++column) {
        const live = set.bStrips.includes(column);
        rect(strip + 6 + column * cell, 0.5, cell, strip, live ? "var(--f-orange-soft)" : "none", live ? "var(--f-orange)" : "var(--f-line)");
      }
      for (let row = 0; row < rows; ++row) {
        for (let column = 0; column < columns; ++column) {
          const i = order.get(row * columns + column);
          const x = strip + 6 + column * cell;
          const y = strip + 6 + row * cell;
          rect(x, y, cell, cell, i === undefined ? "none" : "var(--f-green-soft)", i === undefined ? "var(--f-line)" : "var(--f-green)");
          if (i !== undefined && cell >= 22) {
            const text = document.createElementNS(svgNamespace, "text");
            text.setAttribute("x", x + cell / 2);
            text.setAttribute("y", y + cell / 2 + 4.5);
            text.setAttribute("text-anchor", "middle");
            text.setAttribute("font-size", 12);
            text.setAttribute("fill", "var(--f-ink)");
            text.textContent = String(wave * values.wave + i);
            picture.append(text);
          }
        }
      }
    }

    function render() {
      const { rows, columns, swizzle } = values;
      const total = rows * columns;
      const waves = Math.ceil(total / values.wave);
      wave = Math.min(wave, waves - 1);
      const first = wave * values.wave;
      const count = Math.min(values.wave, total - first);
      const set = workingSet(rows, columns, swizzle, first, count);
      const plain = workingSet(rows, columns, 1, first, count);
      slider.max = String(waves - 1);
      slider.value = String(wave);
      root.querySelector("[data-go=previous]").disabled = wave === 0;
      root.querySelector("[data-go=next]").disabled = wave === waves - 1;
      counter.textContent = `wave ${wave + 1} of ${waves}`;
      const strips = set.aStrips.length + set.bStrips.length;
      const plainStrips = plain.aStrips.length + plain.bStrips.length;
      Object.assign(status.dataset, { a: set.aStrips.length, b: set.bStrips.length, strips, plain: plainStrips });
      const compared = swizzle === 1 ? "This is the plain order." : `In plain order: ${plainStrips}.`;
      status.textContent = `CTAs ${first} to ${first + count - 1} read ${set.aStrips.length} strips of A and ` +
        `${set.bStrips.length} of B: ${strips} in all. ${compared} With V4's tile of 128 x 256 at K = 8192 the strips are ${mebibytes(set)} MiB` +
        (swizzle === 1 ? "." : `; in plain order ${mebibytes(plain)} MiB.`);
      draw(set);
    }

    function take(input) {
      const [low, high] = limits[input.name];
      const value = Number(input.value);
      const valid = Number.isInteger(value) && value >= low && value <= high;
      input.setAttribute("aria-invalid", String(!valid));
      if (!valid) {
        status.textContent = `${names[input.name]} must be a whole number from ${low} to ${high}.`;
        return;
      }
      values[input.name] = value;
      render();
    }

    root.addEventListener("input", (event) => {
      if (event.target === slider) {
        wave = Number(slider.value);
        render();
      } else {
        take(event.target);
      }
    });
    root.addEventListener("click", (event) => {
      const go = event.target.dataset.go;
      if (go) {
        wave += go === "next" ? 1 : -1;
        render();
      }
    });
    document.addEventListener("keydown", (key) => {
      const button = { ArrowRight: "next", ArrowLeft: "previous" }[key.key];
      const free = key.target === document.body || key.target.tagName === "BUTTON";
      if (button && free && !key.altKey && !key.ctrlKey && !key.metaKey) {
        key.preventDefault();
        root.querySelector(`[data-go=${button}]`).click();
      }
    });
    render();
  }

  const root = document.getElementById("rasterization");
  if (root) start(root);
})();
