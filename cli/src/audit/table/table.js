// Sorts and filters the ledger of an audit. Its rows stand in the page already; they are only put into
// another order, and hidden.
(() => {
  const table = document.querySelector("table.ledger");
  if (!table) return;
  const frame = table.parentElement, body = table.tBodies[0], heads = [...table.tHead.rows[0].cells];
  // As people count: line 9 of a file comes before line 10.
  const collator = new Intl.Collator("en", { numeric: true });
  const rows = [...body.rows].map((element) => ({
    element,
    keys: [...element.cells].map((cell) => cell.dataset.key ?? cell.textContent),
    text: element.textContent.toLowerCase(),
  }));
  const hidden = new Set();
  let sorted = { column: 0, isDown: false };

  const bar = make("div", { class: "bar", role: "group", "aria-label": "What is shown" });
  const chips = ["witnessed", "open", "proved"].map((status) => {
    const count = rows.filter((row) => row.element.dataset.status === status).length;
    const chip = make("button", { class: "chip", type: "button", "aria-pressed": "true" }, `${status}: ${grouped(count)}`);
    chip.addEventListener("click", () => {
      const isShown = hidden.delete(status);
      if (!isShown) hidden.add(status);
      chip.setAttribute("aria-pressed", String(isShown));
      filter();
    });
    return chip;
  });
  const search = make("input", { type: "search", placeholder: "class, field, file, thread …", "aria-label": "Show only rows with this text" });
  search.addEventListener("input", () => filter());
  bar.append(...chips, search);
  const note = make("p", { class: "note", role: "status" });
  const keys = make("p", { class: "note keys" });
  for (const [key, what] of [["↑ ↓", "rows"], ["Enter", "opens and closes a row"], ["/", "searches"], ["Esc", "shows everything"]]) {
    keys.append(make("kbd", { class: "key" }, key), ` ${what}  `);
  }
  frame.before(bar, note);
  frame.after(keys);

  const shown = () => [...body.rows].filter((row) => !row.hidden);

  function filter() {
    const wanted = search.value.trim().toLowerCase();
    for (const { element, text } of rows) {
      element.hidden = hidden.has(element.dataset.status) || !text.includes(wanted);
    }
    tell();
  }

  function tell() {
    const all = shown(), order = `by ${names[sorted.column]}, ${sorted.isDown ? "downwards" : "upwards"}`;
    note.textContent = all.length === rows.length
      ? `${counted(rows.length, "row")}, ${order}.`
      : `${grouped(all.length)} of ${counted(rows.length, "row")}, ${order}; the others are filtered out.`;
    // One row is where the keyboard comes in.
    rows.forEach(({ element }) => element.setAttribute("tabindex", "-1"));
    if (all.length) all[0].setAttribute("tabindex", "0");
  }

  function sort(column) {
    sorted = { column, isDown: sorted.column === column && !sorted.isDown };
    const sign = sorted.isDown ? -1 : 1;
    // What is equal stays in the order of the numbers, whichever way the rest goes.
    const by = (one, other) => sign * collator.compare(one.keys[column], other.keys[column]) || collator.compare(one.keys[0], other.keys[0]);
    body.append(...[...rows].sort(by).map((row) => row.element));
    mark();
    tell();
  }

  function mark() {
    heads.forEach((head, column) => {
      if (column !== sorted.column) head.removeAttribute("aria-sort");
      else head.setAttribute("aria-sort", sorted.isDown ? "descending" : "ascending");
    });
  }

  function move(row, key) {
    const all = shown(), at = all.indexOf(row);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[key];
    const next = all[Math.max(0, Math.min(all.length - 1, to))];
    row.setAttribute("tabindex", "-1");
    next.setAttribute("tabindex", "0");
    next.focus();
  }

  body.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.target.parentElement !== body) return;
    if (["ArrowDown", "ArrowUp", "Home", "End"].includes(event.key)) move(event.target, event.key);
    else if (event.key === "Enter") event.target.querySelector("details").toggleAttribute("open");
    else return;
    event.preventDefault();
  });

  document.querySelector(".audit").addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      hidden.clear();
      search.value = "";
      chips.forEach((chip) => chip.setAttribute("aria-pressed", "true"));
      filter();
    } else if (event.key === "/" && event.target !== search) {
      search.focus();
      event.preventDefault();
    }
  });

  const names = heads.map((head, column) => {
    const name = head.textContent, button = make("button", { type: "button" }, name);
    button.addEventListener("click", () => sort(column));
    head.replaceChildren(button);
    return name;
  });
  mark();
  tell();

  // On paper nothing can be opened.
  let closed = [];
  addEventListener("beforeprint", () => {
    closed = [...body.querySelectorAll("details:not([open])")];
    closed.forEach((one) => one.setAttribute("open", ""));
  });
  addEventListener("afterprint", () => closed.forEach((one) => one.removeAttribute("open")));
})();
