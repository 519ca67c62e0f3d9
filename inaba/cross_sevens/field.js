// The field of Cross Sevens in the browser, and the face of a trump, after nodes.js. The table to play at is put together
// from this file and its own, and so is whatever else shows a field to press on.

/** A trump face up: its rank, its letter and the sign of its suit. What it says to a reader is its label. */
function trumpFace(className = "") {
  const rank = make("span", { class: "inaba-rank" });
  const letter = make("span", { class: "inaba-letter" });
  const sign = drawing("spade", "inaba-suit");
  const node = make("span", { class: `inaba-trump ${className}`, "aria-hidden": "true" }, rank, letter, sign);
  const draw = (card) => {
    setText(rank, card.rank);
    setText(letter, card.letter);
    redraw(sign, card.sign);
    node.dataset.sign = card.sign;
    node.dataset.digits = card.rank.length;
  };
  return { node, draw };
}

/**
 * The field: six rows, as many columns as are wanted, one tab stop, arrow keys.
 *
 * `label` names it, and `corner` its column of rows; `named` gives what a cell is called, from its place, its row's name and what lies there. Places are
 * written as in the notation, c3. What lies where comes with `draw`, and marks with `mark`.
 */
function sevensField({ label, corner, named }) {
  const node = make("div", { role: "grid", class: "inaba-field-grid", "aria-label": label });
  const scroll = make("div", { class: "inaba-field-scroll" }, node);
  const faces = new WeakMap();
  const cells = new Map();
  const lies = new Map();
  let active = "c2";
  let [first, last] = [0, 5];
  let rows = [];
  const field = { node: scroll, draw, mark, focus, setActive, step, reveal, active: () => active, what: (at) => lies.get(at) };

  const columns = () => Array.from({ length: last - first + 1 }, (_, i) => first + i);

  function draw(data, fresh = []) {
    [first, last] = [data.first, data.last];
    rows = data.rows;
    node.style.setProperty("--columns", last - first + 1);
    setAttribute(node, "aria-colcount", last - first + 2);
    lies.clear();
    for (const one of data.cells) lies.set(one.at, one);
    const inside = node.contains(document.activeElement);
    reconcile(
      node,
      [null, ...rows],
      (row) => row?.row ?? "head",
      (row) => make("div", { role: "row", class: row ? "inaba-field-row" : "inaba-field-row inaba-field-head" }),
      (line, row) => (row ? drawRow(line, row, new Set(fresh)) : drawHead(line)),
    );
    for (const [at, cell] of [...cells]) if (!node.contains(cell.node)) cells.delete(at);
    setActive(cells.has(active) ? active : (cells.keys().next().value ?? ""));
    if (inside && !node.contains(document.activeElement)) focus(active);
  }

  function drawHead(line) {
    reconcile(
      line,
      ["", ...columns()],
      (column) => `column ${column}`,
      (column) => make("div", { role: "columnheader", class: column === "" ? "inaba-corner" : "inaba-column" }),
      (head, column) => {
        if (column === "") head.replaceChildren(make("span", { class: "inaba-unseen", text: corner }));
        else setText(head, String(column));
      },
    );
  }

  function drawRow(line, row, fresh) {
    reconcile(
      line,
      [null, ...columns()],
      (column) => (column === null ? "name" : `${row.row}${column}`),
      (column) => (column === null ? buildName() : buildCell(`${row.row}${column}`)),
      (one, column) => {
        if (column === null) {
          setText(one.firstChild, row.row);
          setText(one.children[1], row.name);
          one.lastChild.style.display = row.sign ? "" : "none";
          if (row.sign) redraw(one.lastChild, row.sign);
        } else drawCell(cells.get(`${row.row}${column}`), row, fresh);
      },
    );
  }

  function buildName() {
    return make("div", { role: "rowheader", class: "inaba-row-name" }, make("span", { "aria-hidden": "true" }), make("span", { class: "inaba-unseen" }), drawing("spade", "inaba-suit"));
  }

  function buildCell(at) {
    const words = make("span", { class: "inaba-unseen" });
    const stack = make("span", { class: "inaba-stack", "aria-hidden": "true" });
    const mark = make("span", { class: "inaba-spot-mark", "aria-hidden": "true" });
    const spot = make("div", { role: "gridcell", class: "inaba-spot", "data-at": at, tabindex: "-1" }, words, stack, mark);
    cells.set(at, { at, node: spot, words, stack, mark, name: "" });
    return spot;
  }

  function drawCell(cell, row, fresh) {
    const here = lies.get(cell.at);
    const cards = here ? [...(here.stop ? ["stop"] : []), ...here.trumps, ...(here.joker ? [{ ...here.joker, joker: true }] : [])] : [];
    reconcile(
      cell.stack,
      cards,
      (card) => (card === "stop" ? "stop" : `${card.joker ? "=" : ""}${card.card}`),
      (card) => {
        if (card === "stop") return drawing("stop", "inaba-stop");
        const { node: face, draw: drawFace } = trumpFace(card.joker ? "inaba-stands" : "");
        faces.set(face, drawFace);
        if (card.joker) face.append(drawing("joker", "inaba-joker"));
        return face;
      },
      (face, card) => {
        if (card !== "stop") faces.get(face)(card);
      },
    );
    cell.node.classList.toggle("inaba-crossed", cards.length > 1);
    cell.node.classList.toggle("inaba-taken", cards.length > 0);
    cell.node.classList.toggle("inaba-new", fresh.has(cell.at));
    cell.name = named(cell.at, row.name, here?.label ?? "", fresh.has(cell.at));
    setText(cell.words, cell.name);
  }

  /** Mark cells: for each place a `kind`, a short `sign` to see, and `text` to hear; all other marks go. */
  function mark(marks, comma) {
    for (const [at, cell] of cells) {
      const one = marks.get(at);
      setAttribute(cell.node, "data-mark", one?.kind ?? null);
      setAttribute(cell.node, "aria-selected", one ? String(one.kind === "chosen" || one.kind === "stopped") : null);
      setText(cell.mark, one?.sign ?? "");
      setText(cell.words, one ? `${cell.name}${comma}${one.text}` : cell.name);
    }
  }

  function setActive(at) {
    active = at;
    for (const [place, cell] of cells) setAttribute(cell.node, "tabindex", place === at ? "0" : "-1");
  }

  function focus(at = active) {
    if (!cells.has(at)) return;
    setActive(at);
    cells.get(at).node.focus({ preventScroll: true });
    reveal([at]);
  }

  /** Scroll the field, and never the page, so that a cell is seen; of several the first. */
  function reveal([at]) {
    const cell = cells.get(at)?.node;
    if (!cell) return;
    const head = node.querySelector(".inaba-corner").offsetWidth;
    const here = node.offsetLeft + cell.offsetLeft;
    const left = here - head - cell.offsetWidth / 2;
    const right = here + cell.offsetWidth * 1.5;
    if (left < scroll.scrollLeft) scroll.scrollLeft = left;
    else if (right > scroll.scrollLeft + scroll.clientWidth) scroll.scrollLeft = right - scroll.clientWidth;
  }

  /** Move the focus as an arrow key, Home or End asks; whether it was such a key. */
  function step(event) {
    if (!node.contains(document.activeElement) || event.ctrlKey || event.metaKey || event.altKey) return false;
    const names = rows.map((row) => row.row);
    const row = names.indexOf(active[0]);
    const column = Number(active.slice(1));
    const to = {
      ArrowUp: [row - 1, column],
      ArrowDown: [row + 1, column],
      ArrowLeft: [row, column - 1],
      ArrowRight: [row, column + 1],
      Home: [row, first],
      End: [row, last],
    }[event.key];
    if (!to) return false;
    const at = `${names[Math.min(names.length - 1, Math.max(0, to[0]))]}${Math.min(last, Math.max(first, to[1]))}`;
    focus(at);
    return true;
  }

  return field;
}
