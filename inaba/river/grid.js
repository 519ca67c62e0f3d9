// The river in the browser: its squares and banks as a grid, the cards and the rabbits, after nodes.js. The board to
// play on is put together from this file and its own, and so is whatever else shows a river to press on.

const START = "-";
const GOAL = "*";

/** What a die shows: pips, or a number where it has more faces than six. */
function drawDie(node, face) {
  if (node.dataset.face === String(face)) return;
  node.dataset.face = face;
  if (face <= 6) node.replaceChildren(drawing(`die-${face}`, "inaba-pips"));
  else node.replaceChildren(make("span", { class: "inaba-number", text: String(face) }));
}

/**
 * The grid of a river: one tab stop, arrow keys, a cell for each square and bank.
 *
 * `label` names it; `named` gives a place's name; `moving` says whether rabbits hop and cards turn over; `active` is
 * the place that has the tab stop first. Sizes and what lies where come with `shape` and `draw`.
 */
function riverGrid({ label, named, moving, active = START }) {
  const node = make("div", { role: "grid", class: "inaba-grid", "aria-label": label });
  const cells = new Map();
  const tokens = new Map();
  let [columns, rows] = [0, 0];
  let column = 0;
  const grid = { node, cells, tokens, active, shape, setActive, focus, step, draw, mark, unmark };

  const columnsOf = () => Array.from({ length: columns }, (_, c) => String.fromCharCode(97 + c));

  /** The rows from the goal down to Start, as the rabbits look. */
  function rowsOf() {
    const river = Array.from({ length: rows }, (_, r) => columnsOf().map((c) => `${c}${rows - r}`));
    return [[GOAL], ...river, [START]];
  }

  /** Build the squares of a river of this size, unless it has it already. */
  function shape(width, height) {
    if (columns === width && rows === height) return;
    [columns, rows] = [width, height];
    cells.clear();
    const built = rowsOf().map((squares) =>
      make("div", { role: "row", class: "inaba-row" }, ...squares.map((at) => buildCell(at))),
    );
    const inside = node.contains(document.activeElement);
    node.replaceChildren(...built);
    setActive(cells.has(grid.active) ? grid.active : START);
    if (inside) focus(grid.active);
  }

  function buildCell(at) {
    const bank = at === START || at === GOAL;
    const cell = {
      at,
      rabbits: [],
      chips: make("div", { class: "inaba-chips", "aria-hidden": "true" }),
      tokens: make("div", { class: "inaba-tokens", "aria-hidden": "true" }),
      name: make("span", { class: "inaba-name", "aria-hidden": "true", text: named(at) }),
    };
    cell.words = make("span", { class: "inaba-unseen" });
    cell.node = make("div", {
      role: "gridcell",
      class: bank ? `inaba-cell inaba-bank inaba-${at === START ? "start" : "goal"}` : "inaba-cell",
      "data-at": at,
      tabindex: "-1",
      "aria-colspan": bank ? columns : null,
    });
    if (bank) {
      cell.node.append(drawing(at === GOAL ? "gate" : "pine", "inaba-scenery"), drawing(at === GOAL ? "pine" : "grass", "inaba-scenery inaba-far"));
    } else {
      cell.animal = drawing("shark", "inaba-animal");
      cell.sign = drawing("ahead", "inaba-sign");
      cell.points = make("span", { class: "inaba-points" });
      cell.damage = make("span", { class: "inaba-damage" });
      cell.by = make("span", { class: "inaba-by" });
      cell.card = make("div", { class: "inaba-card", "aria-hidden": "true" }, drawing("waves", "inaba-waves"), cell.animal, cell.sign, cell.points, cell.damage, cell.by);
      cell.node.append(cell.card);
    }
    cell.node.append(cell.words, cell.name, cell.tokens, cell.chips);
    cells.set(at, cell);
    return cell.node;
  }

  function setActive(at) {
    grid.active = at;
    if (at !== START && at !== GOAL) column = columnsOf().indexOf(at[0]);
    for (const [place, cell] of cells) setAttribute(cell.node, "tabindex", place === at ? "0" : "-1");
  }

  function focus(at) {
    setActive(at);
    cells.get(at).node.focus();
  }

  /** Move the focus as an arrow key, Home or End asks; whether it was such a key. */
  function step(event) {
    if (event.altKey || event.metaKey) return false;
    const ends = { Home: 0, End: -1 };
    if (event.ctrlKey) {
      if (!(event.key in ends)) return false;
      focus(event.key === "Home" ? GOAL : START);
      event.stopPropagation(); // `keepKeys` lets keys with Control pass
      return true;
    }
    const river = rowsOf();
    const row = river.findIndex((squares) => squares.includes(grid.active));
    const squares = river[row];
    const up = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const across = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (up) {
      const next = river[Math.min(river.length - 1, Math.max(0, row + up))];
      focus(next[Math.min(column, next.length - 1)]);
    } else if (across) {
      const next = squares.indexOf(grid.active) + across;
      focus(squares[Math.min(squares.length - 1, Math.max(0, next))]);
    } else if (event.key in ends) focus(squares.at(ends[event.key]));
    else return false;
    return true;
  }

  /**
   * Draw what lies where: `list` has the data of each place, `players` is how many play, `resting` who rests, `side`
   * whether orcas carry to the sides.
   */
  function draw(list, { players, resting, side }) {
    const before = moving() ? new Map([...tokens].map(([rabbit, token]) => [rabbit, token.getBoundingClientRect()])) : null;
    for (const data of list) {
      const cell = cells.get(data.at);
      if (!cell) continue;
      if (cell.card) drawCard(cell, data, side);
      cell.label = data.label;
      cell.rabbits = data.rabbits;
      setText(cell.words, data.label);
      for (const rabbit of data.rabbits) {
        let token = tokens.get(rabbit);
        if (!token) {
          token = make("span", { class: "inaba-token", "data-rabbit": rabbit }, drawing(`rabbit-${rabbit}`, "inaba-rabbit"));
          tokens.set(rabbit, token);
        }
        redraw(token.firstChild, resting.has(rabbit) ? `resting-${rabbit}` : `rabbit-${rabbit}`);
        if (token.parentNode !== cell.tokens) {
          const later = [...cell.tokens.children].find((one) => Number(one.dataset.rabbit) > rabbit);
          cell.tokens.insertBefore(token, later ?? null);
        }
      }
    }
    for (const [rabbit, token] of tokens) {
      if (rabbit > players) {
        token.remove();
        tokens.delete(rabbit);
      }
    }
    if (before) for (const [rabbit, from] of before) hop(rabbit, from);
  }

  /** Let a rabbit that has moved hop from where it stood. */
  function hop(rabbit, from) {
    const token = tokens.get(rabbit);
    if (!token || !from.width) return;
    const to = token.getBoundingClientRect();
    const [x, y] = [from.left - to.left, from.top - to.top];
    if (Math.abs(x) + Math.abs(y) < 2) return;
    token.animate(
      [
        { transform: `translate(${x}px, ${y}px)` },
        { transform: `translate(${x / 2}px, ${y / 2 - 26}px) scale(1.12)`, offset: 0.5 },
        { transform: "none" },
      ],
      { duration: 480, easing: "ease-in-out" },
    );
  }

  function drawCard(cell, data, side) {
    const was = cell.card.dataset.kind;
    cell.card.dataset.kind = data.kind;
    cell.card.classList.toggle("inaba-beaten", Boolean(data.beaten));
    const animal = data.kind !== "back" && data.kind !== "empty";
    cell.animal.style.display = animal ? "" : "none";
    if (animal) redraw(cell.animal, data.kind);
    const safe = data.kind === "whale" || (data.kind === "shark" && data.left === 0);
    const sign = { dolphin: "ahead", orca: side ? "side" : "back", squid: "eye" }[data.kind] ?? (safe ? "safe" : "");
    cell.sign.style.display = sign ? "" : "none";
    if (sign) redraw(cell.sign, sign);
    setText(cell.points, data.kind === "shark" ? String(data.beaten ? data.hit_points : data.left) : "");
    setText(cell.damage, data.damage && !data.beaten ? `−${data.damage}` : "");
    setText(cell.by, data.by ? (data.own || `${data.by}`) : "");
    cell.by.classList.toggle("inaba-own", Boolean(data.own));
    if (moving() && was && was !== data.kind && (was === "back" || was === "empty")) {
      cell.card.animate([{ transform: "rotateY(90deg)" }, { transform: "none" }], { duration: 350, easing: "ease-out" });
    }
  }

  // Where a chip is too wide for its card, its rabbit and its number stand in two lines; a number is never broken.
  const whole = (number) => number.replaceAll("–", "–\u2060");

  /**
   * Mark where one can go, which rabbit is picked or acts, and write the chances of moves where they lead.
   *
   * `ask` is what is awaited, `picked` a rabbit or 0, `rows` the moves with their chances; nothing is `open` where
   * something else is to be chosen first.
   */
  function mark({ ask, picked, rows, say, comma, open = true }) {
    const choosing = ask.kind === "choose";
    const rabbits = picked ? [String(picked)] : Object.keys(ask.to);
    const several = new Set(rows.map((row) => row.rabbit)).size > 1;
    for (const [at, cell] of cells) {
      const can = open ? rabbits.filter((rabbit) => ask.to[rabbit].includes(at)) : [];
      cell.node.classList.toggle("inaba-open", can.length > 0);
      cell.node.classList.toggle("inaba-sure", can.length > 0 && (picked > 0 || !choosing));
      const holds = choosing && picked > 0 && cell.rabbits.includes(picked);
      const due = !choosing && ask.rabbit > 0 && cell.rabbits.includes(ask.rabbit);
      cell.node.classList.toggle("inaba-held", holds || due);
      setAttribute(cell.node, "aria-selected", choosing ? String(holds) : null);
      const more = can.map((rabbit) => (choosing ? say("board.ui.can_go", { rabbit }) : say("board.ui.can_choose")));
      const mine = rows.filter((row) => row.to === at && (!picked || row.rabbit === picked) && row.to);
      const known = (row) => (row.best ? ` ${say("board.ui.best")}` : row.maybe ? ` ${say("board.ui.maybe")}` : "");
      const chances = mine.map((row) => `${row.move}: ${row.percent || row.text}${known(row)}`);
      setText(cell.words, [cell.label, ...more, ...chances].join(comma));
      reconcile(
        cell.chips,
        mine.slice().sort((a, b) => a.rabbit - b.rabbit),
        (row) => row.move,
        () => make("span", { class: "inaba-chip" }),
        (chip, row) => {
          chip.classList.toggle("inaba-best", row.best);
          chip.dataset.of = row.rabbit;
          setText(chip, `${row.best ? "★" : row.maybe ? "?" : ""}${several ? `${row.rabbit}: ` : ""}${whole(row.short ?? (row.percent || row.text))}`);
        },
      );
      cell.chips.dataset.count = mine.length;
    }
    for (const [rabbit, token] of tokens) {
      token.classList.toggle("inaba-picked", picked === rabbit || (!choosing && ask.rabbit === rabbit));
      token.classList.toggle("inaba-can", choosing && String(rabbit) in ask.to);
    }
  }

  /** Take all marks away. */
  function unmark() {
    for (const cell of cells.values()) {
      cell.node.classList.remove("inaba-open", "inaba-sure", "inaba-held");
      cell.chips.replaceChildren();
    }
    for (const token of tokens.values()) token.classList.remove("inaba-picked", "inaba-can");
  }

  return grid;
}

/**
 * Choosing a rabbit and where it goes, by pressing both.
 *
 * `scene` gives what is awaited, what lies where and who plays; `move` sends a move, `tell` says something, and `draw`
 * shows what is picked.
 */
function chooser({ scene, say, named, tell, move, draw }) {
  const choice = { picked: 0, pick, drop, forget, press };
  const goers = (at) => Object.keys(scene().ask.to).filter((rabbit) => scene().ask.to[rabbit].includes(at));

  function pick(rabbit) {
    const { ask, players } = scene();
    if (ask.kind !== "choose") {
      tell([ask.text]);
      return;
    }
    if (rabbit > players.length) return;
    if (!(rabbit in ask.to)) {
      tell([players[rabbit - 1].why || ask.text], "refused");
      return;
    }
    choice.picked = choice.picked === rabbit ? 0 : rabbit;
    draw();
    if (choice.picked) tell([say("board.ui.picked", { rabbit, squares: ask.to[rabbit].map(named).join(", ") })]);
    else tell([say("board.ui.dropped")]);
  }

  function forget() {
    choice.picked = 0;
  }

  function drop() {
    if (!choice.picked) return;
    forget();
    draw();
    tell([say("board.ui.dropped")]);
  }

  function press(at, rabbit) {
    const { ask, cells } = scene();
    const { picked } = choice;
    const here = cells.find((cell) => cell.at === at).rabbits;
    if (picked && ask.to[picked].includes(at)) {
      move(`${picked}${at}`);
    } else if (rabbit) {
      pick(rabbit);
    } else if (here.length) {
      // On Start several rabbits may stand: pressing again goes from one to the next that can move.
      const free = here.filter((one) => one in ask.to);
      if (!free.length) pick(here[0]);
      else if (!picked || !free.includes(picked)) pick(free[0]);
      else pick(free[free.indexOf(picked) + 1] ?? picked);
    } else if (picked) {
      move(`${picked}${at}`); // refused, with the reason
    } else {
      const can = goers(at);
      if (can.length > 1) tell([say("board.ui.which", { rabbits: can.join(", "), square: named(at) })]);
      else move(`${can[0] ?? ask.player}${at}`);
    }
  }

  return choice;
}
