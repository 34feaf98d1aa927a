// Draws the schedules of a report. The data has rows, and what is to be known about them was found out
// by raceproof; here they are only laid out, filtered, folded and joined by lines. Texts of the analysed
// program get into the page by `textContent` alone.
(() => {
  const ROW = 24, GUTTER = 56, CHUNK = 200;
  // More rows at once make a page that is slow to lay out; the rest comes when it is asked for.
  const MOST = 12000, HEAD = 2000;
  // Beyond so many lines nothing can be told from the drawing.
  const LINES = 20000;
  const [SORT, THREAD, STEP, TEXT, PLACE, SOURCE, ABOUT, CALLED, TIMED_OUT] = Array(9).keys();
  const [IS_STEP, IS_ACCESS, IS_EDGE, IS_ENDING, IS_STANDING] = Array(5).keys();
  const CLASSES = ["step", "access", "edge", "ending", "standing"];
  const SVG = "http://www.w3.org/2000/svg";

  const draw = (parent, name, attributes) => {
    const element = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    parent.append(element);
    return element;
  };
  const colour = (thread) => `var(--c${thread % 8})`;

  /** One schedule: what is shown of it, and how. */
  class Schedule {
    constructor(root) {
      this.root = root;
      const number = root.dataset.number;
      this.data = JSON.parse(document.getElementById(`data-${number}`).textContent);
      const { threads, rows } = this.data;
      this.names = threads;
      this.thread = rows.map((row) => row[THREAD]);
      this.inFold = new Map(this.data.folds.map((fold) => [fold[0], fold]));
      this.open = new Set();
      this.hidden = new Set();
      this.variable = "";
      this.lines = true;
      this.more = 0;
      this.bad = new Set(rows.flatMap((row, at) => (row[SORT] >= IS_ENDING ? [at] : [])));
      for (const row of this.data.race ?? []) if (row !== null) this.bad.add(row);
      this.build(number);
      this.layOut();
      this.show();
      this.goTo(this.data.race ? this.data.race[1] : rows.length - 1, false);
    }

    text(row, column) {
      const at = this.data.rows[row][column];
      return at === null ? "" : this.data.texts[at];
    }

    build(number) {
      const bar = make("div", { class: "bar", role: "group", "aria-label": "What is shown" });
      if (this.names.length > 1) {
        this.names.forEach((name, thread) => {
          const chip = make("button", { class: "chip", type: "button", "aria-pressed": "true", title: "Show or hide this thread" });
          chip.style.setProperty("--c", colour(thread));
          chip.append(make("i"), make("span", {}, name));
          chip.addEventListener("click", () => this.toggle(thread, chip));
          bar.append(chip);
        });
      }
      this.chips = [...bar.children];
      bar.append(this.variables());
      this.linesBox = make("input", { type: "checkbox", checked: "" });
      this.linesBox.addEventListener("change", () => { this.lines = this.linesBox.checked; this.drawLines(); });
      const box = make("label");
      box.append(this.linesBox, "happens-before");
      this.unfold = make("button", { type: "button", class: "unfold" }, "Open all folds");
      this.unfold.addEventListener("click", () => this.foldAll());
      bar.append(box, this.unfold);
      if (this.data.race && this.data.race[0] !== null) {
        const jump = make("button", { type: "button", class: "jump" }, "The other access");
        jump.addEventListener("click", () => this.jump());
        bar.append(jump);
      }
      this.note = make("p", { class: "note", role: "status" });
      this.frame = make("div", { class: "frame" });
      this.heads = make("div", { class: "heads", "aria-hidden": "true" });
      this.lanes = make("div", { class: "lanes", tabindex: "0", role: "listbox", "aria-labelledby": `schedule-${number}` });
      this.svg = document.createElementNS(SVG, "svg");
      this.svg.setAttribute("aria-hidden", "true");
      this.rowsBox = make("div", { class: "rows", role: "presentation" });
      this.lanes.append(this.svg, this.rowsBox);
      this.frame.append(this.heads, this.lanes);
      this.frame.addEventListener("scroll", () => this.fillInSight(), { passive: true });
      this.about = make("div", { class: "about", "aria-live": "polite" });
      this.prefix = `row-${number}-`;
      this.lanes.addEventListener("click", (event) => this.click(event));
      this.lanes.addEventListener("keydown", (event) => this.key(event));
      this.root.append(this.legend(), bar, this.note, this.frame, this.about, this.keys());
    }

    variables() {
      const label = make("label", {}, "about");
      this.select = make("select", { "aria-label": "Show only rows about a variable or an object" });
      this.select.append(make("option", { value: "" }, "everything"));
      const names = new Map();
      this.data.rows.forEach((row) => { if (row[ABOUT] !== null) names.set(row[ABOUT], this.data.texts[row[ABOUT]]); });
      [...names].sort((a, b) => (a[1] < b[1] ? -1 : 1)).forEach(([at, name]) => this.select.append(make("option", { value: at }, name)));
      this.select.addEventListener("change", () => { this.variable = this.select.value; this.show(); });
      label.append(this.select);
      return label;
    }

    legend() {
      const legend = make("div", { class: "legend" });
      const add = (attributes, text) => {
        const item = make("span"), line = document.createElementNS(SVG, "svg");
        line.setAttribute("width", 28); line.setAttribute("height", 8); line.setAttribute("aria-hidden", "true");
        draw(line, "path", { d: "M0 4H28", ...attributes });
        item.append(line, text);
        legend.append(item);
      };
      legend.append(make("span", {}, "Time runs downwards; each thread has a column."));
      add({ class: "hb" }, "happens before");
      if (this.data.race) add({ class: "missing" }, "the order that is missing");
      if (this.data.waits.length) add({ class: "missing" }, "waits for what the other holds");
      return legend;
    }

    keys() {
      const keys = make("p", { class: "note keys" });
      const all = [["↑ ↓", "rows"], ["Enter", "opens and closes a fold"], ["R", "the other access"], ["H", "lines"], ["Esc", "shows everything"]];
      for (const [key, what] of all) {
        if (key !== "R" || this.data.race) keys.append(make("kbd", { class: "key" }, key), ` ${what}  `);
      }
      return keys;
    }

    /** What is to be shown, in order: numbers of rows, and folds. */
    items() {
      const items = [], rows = this.data.rows;
      const isWanted = (row) => !this.hidden.has(this.thread[row])
        && (this.variable === "" || String(rows[row][ABOUT]) === this.variable || this.bad.has(row));
      for (let row = 0; row < rows.length; row++) {
        const fold = this.variable === "" ? this.inFold.get(row) : undefined;
        if (this.data.cut && row === this.data.cut[0]) items.push({ gap: this.data.cut[1], row: -1 });
        if (fold) {
          const isOpen = this.open.has(row);
          if (isWanted(row)) items.push({ row, fold, isOpen });
          if (!isOpen) row += fold[1] - 1;
          else for (let at = row; at < row + fold[1]; at++) if (isWanted(at)) items.push({ row: at, inside: true });
          if (isOpen) row += fold[1] - 1;
        } else if (isWanted(row)) items.push({ row });
      }
      return items;
    }

    show() {
      const all = this.items();
      this.total = all.length;
      const most = MOST + this.more;
      this.shown = all;
      if (all.length > most) {
        const later = all.length - most;
        this.shown = [...all.slice(0, HEAD), { later, row: -1 }, ...all.slice(HEAD + later)];
      }
      this.at = new Map();
      this.shown.forEach((item, index) => {
        if (item.row < 0) return;
        if (item.fold && !item.isOpen) {
          for (let row = item.row; row < item.row + item.fold[1]; row++) this.at.set(row, index);
        } else if (!item.fold) this.at.set(item.row, index);
      });
      this.rowsBox.replaceChildren();
      for (let from = 0; from < this.shown.length; from += CHUNK) {
        const chunk = make("div", { class: "chunk", role: "presentation" });
        chunk.style.height = `${Math.min(CHUNK, this.shown.length - from) * ROW}px`;
        this.rowsBox.append(chunk);
      }
      this.fill(0);
      this.fillWhenIdle(0);
      this.drawLines();
      this.tell();
      this.select_(Math.min(this.chosen ?? 0, this.shown.length - 1), false);
    }

    /** Makes the rows of a chunk. Those in sight come at once, the rest while nothing else is to be done. */
    fill(number) {
      const chunk = this.rowsBox.children[number], from = number * CHUNK;
      if (!chunk || chunk.firstChild) return;
      chunk.append(...this.shown.slice(from, from + CHUNK).map((item, index) => this.rowOf(item, from + index)));
    }

    fillWhenIdle(number) {
      cancelIdleCallback(this.idle);
      if (number < this.rowsBox.children.length) {
        this.idle = requestIdleCallback(() => { this.fill(number); this.fillWhenIdle(number + 1); });
      }
    }

    fillInSight() {
      const chunk = CHUNK * ROW, top = this.frame.scrollTop;
      for (let at = Math.max(0, Math.floor(top / chunk)); at * chunk < top + this.frame.clientHeight; at++) this.fill(at);
    }

    fillAll() {
      for (let number = 0; number < this.rowsBox.children.length; number++) this.fill(number);
    }

    tell() {
      const { data } = this, parts = [counted(data.rows[data.rows.length - 1]?.[STEP] ?? 0, "step")];
      const folded = this.shown.filter((item) => item.fold && !item.isOpen).length;
      if (folded) parts.push(`${counted(folded, "fold")} closed`);
      if (this.hidden.size || this.variable !== "") parts.push("some rows are filtered out");
      if (data.cut) parts.push(`${counted(data.cut[1], "row")} in the middle left out of this page: the trace is too long for it`);
      if (this.shown.length < this.total) parts.push(`${counted(this.total - this.shown.length + 1, "row")} in the middle not drawn yet`);
      if (data.untold) parts.push(`${counted(data.untold, "access")} inside long steps not kept`.replace("accesss", "accesses"));
      if (data.race && data.race[0] === null) parts.push("the first access is not among these rows");
      if (data.edges.length > LINES) parts.push(`only the last ${grouped(LINES)} of ${counted(data.edges.length, "line")} are drawn`);
      this.note.textContent = parts.join("; ") + ".";
      this.unfold.textContent = folded ? "Open all folds" : "Close all folds";
      this.unfold.hidden = !data.folds.length;
    }

    rowOf(item, index) {
      const element = make("div", { class: "row", role: "option", id: this.prefix + index, "aria-selected": "false" });
      element.dataset.index = index;
      if (item.row < 0) {
        element.classList.add("gap");
        element.textContent = item.later
          ? `… ${counted(item.later, "row")}: Enter or a click shows more`
          : `… ${counted(item.gap, "row")} left out`;
        return element;
      }
      const { row, fold } = item, thread = this.thread[row], sort = this.data.rows[row][SORT];
      element.style.setProperty("--x", `${this.x(thread)}px`);
      element.classList.add(fold ? "fold" : CLASSES[sort]);
      if (!fold && this.bad.has(row)) element.classList.add("bad");
      const what = fold ? `${item.isOpen ? "▾" : "▸"} ${this.data.texts[fold[2]]}` : this.wordsOf(row);
      const number = this.data.rows[row][STEP];
      const step = number && (sort === IS_STEP || fold) ? grouped(number) : "";
      const place = this.text(row, PLACE), source = sort === IS_EDGE ? "" : this.text(row, SOURCE);
      if (fold) element.setAttribute("aria-expanded", String(item.isOpen));
      element.setAttribute("aria-label", `${step && `step ${step}, `}${this.names[thread]}: ${what}${place && `, at ${place}`}`);
      element.append(make("span", { class: "n" }, step));
      // Where there is little room, the number of the column stands for the name.
      const who = this.width < 600 ? thread + 1 : this.names[thread];
      const words = make("span", { class: "w" }, this.isWide ? what : `${who}: ${what}`);
      element.append(words, make("span", { class: "s" }, sort === IS_EDGE ? "" : source ? `${place}  ${source}` : place));
      return element;
    }

    wordsOf(row) {
      const text = this.text(row, TEXT);
      const race = this.data.race;
      if (!race || !race.includes(row)) return text;
      return row === race[0] ? `${text}  ← first access` : `${text}  ← races with it`;
    }

    /** Columns wide enough for their texts where there is room, else narrow ones with the texts beside them. */
    layOut(width = this.root.clientWidth) {
      this.width = width;
      const count = this.names.length, source = width >= 900 ? Math.min(420, width * 0.34) : 0;
      const wide = (width - GUTTER - source - 8) / count;
      this.isWide = wide >= 210;
      this.lane = this.isWide ? wide : Math.max(9, Math.min(22, (width * 0.35) / count));
      const text = GUTTER + count * this.lane + 6;
      const { style } = this.lanes;
      style.setProperty("--lane", `${this.lane}px`);
      style.setProperty("--text", `${text}px`);
      style.setProperty("--source", `${width - source}px`);
      style.setProperty("--wide", `${Math.max(120, width - source - text - 12)}px`);
      this.lanes.classList.toggle("wide", this.isWide);
      this.lanes.classList.toggle("narrow", !source);
      this.heads.replaceChildren();
      this.names.forEach((name, thread) => {
        const head = make("span", { title: name }, this.isWide ? name : this.lane < 18 ? "" : String(thread + 1));
        head.style.cssText = `left:${this.x(thread) - (this.isWide ? 6 : 4)}px;max-width:${this.lane - 4}px`;
        head.style.setProperty("--c", colour(thread));
        this.heads.append(head);
        const chip = this.chips[thread]?.querySelector?.("span");
        if (chip && this.names.length > 1) chip.textContent = this.isWide ? name : `${thread + 1} ${name}`;
      });
    }

    x(thread) { return GUTTER + thread * this.lane + (this.isWide ? 10 : this.lane / 2); }
    y(index) { return index * ROW + ROW / 2; }

    drawLines() {
      const height = this.shown.length * ROW;
      this.svg.replaceChildren();
      this.svg.setAttribute("width", this.width);
      this.svg.setAttribute("height", height);
      const first = new Map(), last = new Map();
      this.shown.forEach((item, index) => {
        if (item.row < 0) return;
        const thread = this.thread[item.row];
        if (!first.has(thread)) first.set(thread, index);
        last.set(thread, index);
      });
      for (const [thread, index] of first) {
        draw(this.svg, "path", { class: "life", style: `stroke:${colour(thread)}`, d: `M${this.x(thread)} ${this.y(index)}V${this.y(last.get(thread))}` });
      }
      if (this.lines) this.join(this.data.edges.slice(-LINES), "hb");
      this.on = draw(this.svg, "g", {});
      this.dots();
      if (this.data.race && this.data.race[0] !== null) this.join([this.data.race], "missing", "no order");
      this.join(this.data.waits, "missing");
    }

    /** The circles of rows, as few elements: one path a thread and size. */
    dots() {
      const paths = new Map();
      this.shown.forEach((item, index) => {
        if (item.row < 0) return;
        const thread = this.thread[item.row], isSmall = !item.fold && [IS_ACCESS, IS_EDGE].includes(this.data.rows[item.row][SORT]);
        const key = !item.fold && this.bad.has(item.row) ? "bad" : thread, radius = key === "bad" ? 6 : isSmall ? 2.5 : 4.5;
        const x = this.x(thread), y = this.y(index);
        const path = `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0`;
        if (!paths.has(key)) paths.set(key, []);
        paths.get(key).push(path);
      });
      for (const [key, all] of paths) draw(this.svg, "path", { d: all.join(""), style: `fill:${key === "bad" ? "var(--bad)" : colour(key)}` });
    }

    /** Draws lines between rows as one path, and their heads as another. */
    join(lines, kind, word, parent = this.svg) {
      const paths = [], heads = [], size = kind === "missing" ? 5 : 4;
      for (const [from, to] of lines) {
        const [one, other] = [this.at.get(from), this.at.get(to)];
        if (one === undefined || other === undefined || one === other) continue;
        const [x1, y1, x2, y2] = [this.x(this.thread[from]), this.y(one), this.x(this.thread[to]), this.y(other)];
        const bend = Math.sign(y2 - y1) * Math.min(Math.abs(y2 - y1) / 2, 40), up = y2 < y1 ? -1 : 1;
        const [left, right] = x1 === x2 ? [x1 - 26, x2 - 26] : [x1, x2];
        paths.push(`M${x1} ${y1}C${left} ${y1 + bend} ${right} ${y2 - bend} ${x2} ${y2}`);
        heads.push(`M${x2 - size} ${y2 - up * (size + 6)}L${x2} ${y2 - up * 5}L${x2 + size} ${y2 - up * (size + 6)}`);
        if (word) draw(this.svg, "text", { class: "word", x: (x1 + x2) / 2, y: (y1 + y2) / 2 - 6, "text-anchor": "middle" }).textContent = word;
      }
      if (!paths.length) return;
      draw(parent, "path", { class: kind, d: paths.join("") });
      draw(parent, "path", { class: `${kind} tip`, style: "stroke-dasharray:none", d: heads.join("") });
    }

    select_(index, scroll) {
      if (index < 0 || index >= this.shown.length) return;
      const before = this.rowsBox.querySelector(".row.on");
      if (before) { before.classList.remove("on"); before.setAttribute("aria-selected", "false"); }
      this.chosen = index;
      this.fill(Math.floor(index / CHUNK));
      const row = document.getElementById(this.prefix + index);
      row.classList.add("on");
      row.setAttribute("aria-selected", "true");
      this.lanes.setAttribute("aria-activedescendant", row.id);
      if (scroll) this.reveal(index);
      this.explain(this.shown[index]);
    }

    reveal(index) {
      const head = this.heads.offsetHeight, top = index * ROW, { frame } = this;
      if (top < frame.scrollTop) frame.scrollTop = top;
      else if (top + ROW + head > frame.scrollTop + frame.clientHeight) frame.scrollTop = top + ROW + head - frame.clientHeight;
    }

    explain(item) {
      const { row, fold } = item, { data } = this;
      this.on.replaceChildren();
      if (row < 0) { this.about.textContent = ""; return; }
      const rows = fold ? fold[1] : 1, isIn = (at) => at >= row && at < row + rows;
      const when = (step) => (step ? `step ${grouped(step)}` : "before the first step");
      const name = (at) => `${this.names[this.thread[at]]}, ${when(data.rows[at][STEP])}`;
      const lines = [`${name(row)}: ${fold ? data.texts[fold[2]] : this.text(row, TEXT)}`];
      const place = this.text(row, PLACE), called = this.text(row, CALLED);
      if (place) lines.push(`at ${place}${this.text(row, SOURCE) && `: ${this.text(row, SOURCE)}`}`);
      if (called) lines.push(`inside ${called}`);
      if (data.rows[row][TIMED_OUT]) lines.push("a wait ends here by its time");
      for (const [from, to, text] of data.edges) {
        if (isIn(to) && !isIn(from)) lines.push(`happens after ${name(from)}, by ${data.texts[text]}`);
        if (isIn(from) && !isIn(to)) lines.push(`happens before ${name(to)}, by ${data.texts[text]}`);
      }
      if (this.lines) this.join(data.edges.filter(([from, to]) => isIn(from) || isIn(to)), "hb on", "", this.on);
      const race = data.race;
      if (race && race.includes(row) && race[0] !== null) lines.push(`nothing orders this and ${name(row === race[0] ? race[1] : race[0])}`);
      this.about.textContent = lines.join("\n");
    }

    click(event) {
      const row = event.target.closest(".row");
      if (!row) return;
      const index = Number(row.dataset.index), item = this.shown[index];
      this.select_(index, false);
      if (item.fold || item.later) this.activate(index);
    }

    activate(index) {
      const { fold, row, later, isOpen } = this.shown[index];
      if (later) { this.more += Math.min(later, MOST); this.chosen = index; }
      else if (fold && isOpen) this.open.delete(row);
      else if (fold) this.open.add(row);
      else return;
      this.show();
      this.select_(index, true);
    }

    key(event) {
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      const page = Math.max(1, Math.floor(this.frame.clientHeight / ROW) - 2), last = this.shown.length - 1;
      const moves = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity };
      if (event.key in moves) this.select_(Math.max(0, Math.min(last, this.chosen + moves[event.key])), true);
      else if (event.key === "Enter" || event.key === " ") this.activate(this.chosen);
      else if (event.key === "ArrowRight" && !this.shown[this.chosen].isOpen) this.activate(this.chosen);
      else if (event.key === "ArrowLeft" && this.shown[this.chosen].isOpen) this.activate(this.chosen);
      else if (event.key === "r" || event.key === "R") this.jump();
      else if (event.key === "h" || event.key === "H") this.linesBox.click();
      else if (event.key === "Escape") this.showEverything();
      else return;
      event.preventDefault();
    }

    jump() {
      const race = this.data.race;
      if (!race || race[0] === null) return;
      const here = this.shown[this.chosen];
      this.goTo(here && here.row === race[1] && !here.fold ? race[0] : race[1], true);
      this.lanes.focus({ preventScroll: true });
    }

    goTo(row, isAsked) {
      const index = this.at.get(row);
      if (index !== undefined) this.select_(index, isAsked || this.shown.length * ROW > this.frame.clientHeight);
    }

    toggle(thread, chip) {
      const isHidden = this.hidden.delete(thread);
      if (!isHidden) this.hidden.add(thread);
      chip.setAttribute("aria-pressed", String(isHidden));
      this.show();
    }

    foldAll() {
      const isAnyClosed = this.shown.some((item) => item.fold && !item.isOpen);
      this.open = new Set(isAnyClosed ? this.data.folds.map((fold) => fold[0]) : []);
      this.show();
    }

    showEverything() {
      this.hidden.clear();
      this.variable = this.select.value = "";
      this.chips.forEach((chip) => chip.setAttribute("aria-pressed", "true"));
      this.show();
    }

    redraw(width) {
      this.layOut(width);
      this.show();
    }
  }

  const started = performance.now();
  const theme = make("button", { type: "button", class: "theme" }, "Light or dark");
  theme.addEventListener("click", () => {
    const root = document.documentElement, dark = matchMedia("(prefers-color-scheme: dark)").matches;
    const now = root.dataset.theme ?? (dark ? "dark" : "light");
    root.dataset.theme = now === "dark" ? "light" : "dark";
  });
  document.querySelector("header").append(theme);

  // Schedules far down the page are drawn when they come near, or when the page is printed.
  const schedules = new Map(), waiting = new Set(document.querySelectorAll(".schedule"));
  const start = (root) => { if (waiting.delete(root)) schedules.set(root, new Schedule(root)); };
  const near = new IntersectionObserver((entries) => {
    for (const entry of entries) if (entry.isIntersecting) { near.unobserve(entry.target); start(entry.target); }
  }, { rootMargin: "600px" });
  [...waiting].forEach((root, number) => (number === 0 ? start(root) : near.observe(root)));

  let width = innerWidth;
  addEventListener("resize", () => {
    if (innerWidth === width) return;
    width = innerWidth;
    schedules.forEach((schedule) => schedule.redraw());
  });
  // A page of paper is as wide as this, in the units of the browser.
  addEventListener("beforeprint", () => { [...waiting].forEach(start); schedules.forEach((schedule) => { schedule.redraw(680); schedule.fillAll(); }); });
  addEventListener("afterprint", () => schedules.forEach((schedule) => schedule.redraw()));
  requestAnimationFrame(() => requestAnimationFrame(() => {
    document.documentElement.dataset.drawn = Math.round(performance.now());
    document.documentElement.dataset.script = Math.round(performance.now() - started);
  }));
})();
