// The table of Cross Sevens in the browser, with nodes.js, frame.js, table.js and field.js before it. Python holds the
// truth: this file draws the scene that it sends, and sends back what a person does. Nodes are made once and changed in
// place, so that the focus stays where it is.

function sevensTable(table) {
  const { say, send, ask, tell, button, field: labelled, select, seating, dialog, act, hide, home, kind, playing, finish, scene, words } = table;
  let parts = {};
  let grid = null;
  let pick = nothing();
  let trumps = null;
  let actions = null;
  const faces = new WeakMap();

  /** What a person has chosen so far, of what makes up a move. */
  function nothing() {
    return {
      card: "", // the trump that is picked
      joker: false, // whether the joker goes before it
      jokerAt: "", // where
      uses: new Set(), // action cards that are in use
      way: null, // how it is laid, while STOP or a further question is still open
      stops: [], // the cells that STOP closes
      panel: "", // what is explained or asked below the hand
      discards: [], // which action cards are to be discarded, by their places
    };
  }

  const comma = () => (words().lang === "ja" ? "、" : ", ");
  const colon = () => (words().lang === "ja" ? "：" : ": ");
  const joined = (list) => list.join(comma());
  const turn = () => kind() === "turn";
  /** A trump that is not in the hand, or the only one that can be laid: what is asked for names it. */
  const asked = () => scene().ask.card ?? null;
  const cardOf = (name) => (asked()?.card === name ? asked() : scene().hand.find((card) => card.card === name));
  const picked = () => asked() ?? cardOf(pick.card);
  const actionOf = (name) => scene().actions.find((one) => one.action === name);
  const nameOf = (player) => scene().players[player - 1].name;
  const cardsNamed = (uses) => joined(uses.map((name) => name.toUpperCase()));

  /** The ways to lay a card, with or without the joker before it. */
  const waysOf = (card, joker) => card.ways.filter((way) => Boolean(way.gap) === joker);
  /** The action cards that a way takes beyond those in use. */
  const missing = (way) => way.uses.filter((name) => !pick.uses.has(name));
  const cellsOf = (ways, at = "cell") => [...new Set(ways.map((way) => way[at]))];

  // ---------------------------------------------------------------- what a person does

  /** A trump of the hand was pressed. */
  function press(name) {
    if (kind() === "give") {
      pick = { ...nothing(), card: pick.card === name ? "" : name };
      redrawChoice();
      tell([pick.card ? cardOf(name).label : say("board.ui.dropped")]);
    } else if (!turn()) tell([scene().ask.text]);
    else if (name === "JK") useJoker();
    else pickCard(name);
  }

  function useJoker() {
    pick = { ...pick, joker: !pick.joker, jokerAt: "", way: null, stops: [], panel: "" };
    redrawChoice();
    if (!pick.joker) tell([say("board.ui.dropped")]);
    else if (pick.card) tellPicked();
    else tell([say("cross_sevens.ui.joker_hint")]);
  }

  function pickCard(name) {
    const again = pick.card === name;
    pick = { ...pick, card: again ? "" : name, jokerAt: "", way: null, stops: [], panel: "" };
    redrawChoice();
    if (again) tell([say("board.ui.dropped")]);
    else tellPicked();
  }

  /** Say where the picked trump can go, or why it cannot. */
  function tellPicked() {
    const card = picked();
    const ways = waysOf(card, pick.joker);
    if (pick.joker) {
      if (ways.length) tell([say("cross_sevens.ui.picked_joker", { cells: joined(cellsOf(ways, "joker")) })]);
      else tell([card.joker_why], "refused");
    } else {
      const free = ways.filter((way) => !missing(way).length);
      if (free.length) tell([say("cross_sevens.ui.picked", { card: card.label, cells: joined(cellsOf(free)) })]);
      else if (ways.length) tell([say("cross_sevens.ui.picked_with", { card: card.label, cards: cardsNamed(cellsOf(ways.map((way) => ({ cell: missing(way).join("+") })))) })]);
      else tell([card.why], "refused");
    }
    grid.reveal(cellsOf(ways, pick.joker ? "joker" : "cell"));
  }

  function drop() {
    pick = nothing();
    redrawChoice();
    tell([say("board.ui.dropped")]);
  }

  /** A cell of the field was pressed. */
  function pressCell(at) {
    const card = picked();
    if (pick.way && pick.panel === "stop") toggleStop(at);
    else if (!card || kind() === "give") tellCell(at);
    else if (pick.joker && !pick.jokerAt) {
      if (waysOf(card, true).some((way) => way.joker === at)) {
        pick = { ...pick, jokerAt: at };
        redrawChoice();
        tellJokerChosen();
      } else tell([card.joker_why], "refused");
    } else {
      const ways = waysOf(card, pick.joker).filter((way) => way.cell === at && (!pick.joker || way.joker === pick.jokerAt));
      if (ways.length) choose(ways);
      else if (pick.joker) tellJokerChosen("refused");
      else if (kind() === "seven") tell([scene().ask.text], "refused");
      else send({ do: "why", move: `${card.card}@${at}` }); // Python says why not here
    }
  }

  function tellJokerChosen(tone = "info") {
    const ways = waysOf(picked(), true).filter((way) => way.joker === pick.jokerAt);
    tell([say("cross_sevens.ui.joker_chosen", { joker: pick.jokerAt, card: picked().label, cells: joined(cellsOf(ways)) })], tone);
  }

  /** What lies on a cell, and which trumps of the hand could go there. */
  function tellCell(at) {
    const here = scene().hand.filter((card) => waysOf(card, false).some((way) => way.cell === at));
    const what = grid.what(at)?.label ?? words()["cross_sevens.ui.free"];
    const cards = turn() ? (here.length ? say("cross_sevens.ui.could_go", { cards: joined(here.map((card) => card.label)) }) : say("cross_sevens.ui.none_go")) : "";
    tell([say("cross_sevens.ui.pick_first", { cell: at, what, cards })]);
  }

  /** Lay by one of these ways: at once, or after what is still to be asked. */
  function choose(ways) {
    const [way] = ways;
    if (ways.length > 1) open("gap", { ways });
    else if (missing(way).length) open("with", { way });
    else lay(way);
  }

  function lay(way) {
    if (pick.uses.has("stop") && pick.panel !== "stop") {
      pick = { ...pick, way, stops: [], panel: "stop" };
      redrawChoice();
      tell([say("cross_sevens.ui.choose_stop", { card: picked().label, cell: way.cell, n: scene().stops, cells: joined(way.stops) || "–" })]);
    } else send({ do: "move", move: way.move + sorted(pick.stops).map((at) => `+stop@${at}`).join("") });
  }

  /** Cells as the notation lists them: by row from the lowest, then by column. */
  const sorted = (cells) => [...cells].sort((a, b) => a.charCodeAt(0) - b.charCodeAt(0) || Number(a.slice(1)) - Number(b.slice(1)));

  function toggleStop(at) {
    const { way, stops } = pick;
    if (!way.stops.includes(at)) {
      tell([say("cross_sevens.ui.choose_stop", { card: picked().label, cell: way.cell, n: scene().stops, cells: joined(way.stops) || "–" })], "refused");
      return;
    }
    const on = !stops.includes(at);
    if (on && stops.length >= scene().stops) {
      tell([say("cross_sevens.ui.too_many_stops", { n: scene().stops })], "refused");
      return;
    }
    pick = { ...pick, stops: on ? [...stops, at] : stops.filter((one) => one !== at) };
    redrawChoice();
    tell([at + colon() + say(on ? "cross_sevens.ui.stopped_here" : "cross_sevens.ui.stop_here")]);
  }

  /** An action card was pressed: it is explained, and offered. */
  function explain(name) {
    if (pick.panel === `action ${name}`) {
      pick = { ...pick, panel: "" };
      redrawChoice();
      actions.stop()?.focus();
      return;
    }
    open(`action ${name}`);
    const one = actionOf(name);
    tell([one.name + colon() + one.text, one.why]);
  }

  function toggleUse(name) {
    const uses = new Set(pick.uses);
    const on = !uses.delete(name);
    if (on) uses.add(name);
    pick = { ...pick, uses, way: null, stops: [], panel: "" };
    redrawChoice();
    tell([say(on ? "cross_sevens.ui.used_next" : "cross_sevens.ui.used_not", { card: actionOf(name).name })]);
    focusCard();
  }

  function open(panel, more = {}) {
    pick = { ...pick, way: null, stops: [], ...more, panel };
    redrawChoice();
    parts.panel.querySelector("button, select")?.focus();
    if (panel === "with") tell([withText()]);
  }

  function give() {
    if (pick.card) send({ do: "move", move: `>${pick.card}` });
    else tell([say("cross_sevens.ui.give_first")], "refused");
  }

  function discard() {
    const held = scene().ask.passes.discard;
    const counts = new Map();
    for (const i of [...pick.discards].sort((a, b) => a - b)) counts.set(held[i], (counts.get(held[i]) ?? 0) + 1);
    const list = [...counts].map(([name, n]) => (n > 1 ? `${name}*${n}` : name)).join(",");
    if (list) send({ do: "move", move: `discard:${list}` });
    else tell([say("cross_sevens.ui.discard_which")], "refused");
  }

  // ---------------------------------------------------------------- building

  /** The parts of the table; `shared` are those that all tables have. */
  function build(shared) {
    grid = sevensField({ label: words()["cross_sevens.ui.field"], corner: words()["cross_sevens.ui.row"], named });
    trumps = cardBar({ label: words()["cross_sevens.ui.hand"], pressed: (name) => act(() => press(name))(), lost: home });
    actions = cardBar({ label: words()["cross_sevens.ui.own_actions"], className: "inaba-actions", pressed: (name) => act(() => explain(name))(), lost: home });
    parts = {
      ...shared,
      ask: make("p", { class: "inaba-ask" }),
      field: grid.node,
      piles: make("ul", { class: "inaba-piles" }),
      own: make("div", { class: "inaba-own" }),
      actionsTitle: make("span", { class: "inaba-heading" }),
      panel: make("div", { class: "inaba-panel" }),
      act: make("div", { class: "inaba-act" }),
      effects: make("details", { class: "inaba-effects" }, make("summary", { text: words()["cross_sevens.ui.all_actions"] }), make("dl", {})),
    };
    buildActions();
    parts.own.append(make("span", { class: "inaba-heading", text: words()["cross_sevens.ui.trumps_title"] }), trumps.node, parts.actionsTitle, actions.node);
    parts.dialogNew = dialogNew();
    parts.field.addEventListener("click", (event) => {
      const at = event.target.closest("[data-at]")?.dataset.at;
      if (!at) return;
      grid.focus(at);
      act(() => pressCell(at))();
    });
    parts.field.addEventListener("focusin", (event) => {
      const at = event.target.closest("[data-at]")?.dataset.at;
      if (at) grid.setActive(at);
    });
    return [
      make(
        "div",
        { class: "inaba-frame", role: "group", "aria-label": words()["cross_sevens.ui.game"] },
        make("div", { class: "inaba-main-side" }, parts.ask, parts.players, parts.field, parts.piles, parts.status, parts.cover, parts.own, parts.panel, parts.act),
        make("div", { class: "inaba-other-side" }, parts.bar, parts.effects, parts.advice, parts.history),
      ),
      ...[parts.dialogNew, parts.position, parts.record].map((one) => one.node),
    ];
  }

  function buildActions() {
    const acting = (name, key, onclick, className = "") => {
      parts[name] = button(key, className, act(onclick));
      return parts[name];
    };
    const pass = (move) => () => send({ do: "move", move });
    parts.fourth = make("p", { class: "inaba-trouble", text: words()["cross_sevens.ui.fourth"] });
    parts.act.append(
      acting("give", "cross_sevens.ui.give", give, "inaba-go"),
      acting("end", "cross_sevens.ui.end", pass("end"), "inaba-go"),
      acting("passAction", "cross_sevens.ui.pass_action", pass("draw:action")),
      acting("passTrump", "cross_sevens.ui.pass_trump", pass("draw:trump")),
      acting("passDiscard", "cross_sevens.ui.pass_discard", () => {
        pick = { ...pick, discards: [] };
        open("discard");
        tell([say("cross_sevens.ui.discard_which")]);
      }),
      acting("passOut", "cross_sevens.ui.pass_out", pass("pass")),
      acting("drop", "cross_sevens.ui.drop", drop),
      ...[parts.next, parts.auto, parts.back, parts.hide],
      parts.fourth,
    );
  }

  const named = (cell, row, label, fresh) =>
    say("cross_sevens.ui.cell", { cell, row, what: label || words()["cross_sevens.ui.free"] }) + (fresh ? comma() + words()["cross_sevens.ui.new"] : "");

  // ---------------------------------------------------------------- the keyboard

  const focusCard = () => (trumps.stop() ?? actions.stop())?.focus();

  /** Go to the field: to a cell that is marked, if one is. */
  function goToField() {
    const marked = parts.field.querySelector("[data-mark]");
    grid.focus(marked ? marked.dataset.at : grid.active());
  }

  function onKey(event) {
    if (event.target.closest("dialog, select, input, textarea, summary") || event.ctrlKey || event.metaKey || event.altKey) return;
    const key = event.key.toLowerCase();
    const focus = parts.act.querySelector("button:not([hidden])");
    const keys = {
      f: goToField,
      h: focusCard,
      a: () => actions.stop()?.focus(),
      p: () => focus?.focus(),
      e: () => !parts.end.hidden && !event.repeat && parts.end.click(),
      escape: () => (playing() ? finish() : drop()),
    };
    const cell = event.target.closest("[data-at]");
    if (grid.step(event) || trumps.step(event) || actions.step(event)) {
      // moved
    } else if (cell && (key === "enter" || key === " ")) {
      if (!event.repeat) act(() => pressCell(cell.dataset.at))();
    } else if (keys[key]) keys[key]();
    else return;
    event.preventDefault();
  }

  // ---------------------------------------------------------------- drawing

  function draw() {
    setText(parts.ask, scene().ask.text);
    parts.ask.dataset.kind = kind();
    drawTable(scene().table, scene().new);
    drawEffects();
    redrawChoice();
  }

  /** The field, the piles and the players, of the scene or of one step on the way to it. */
  function drawStep(one) {
    drawTable(one, one.new);
    grid.mark(new Map(), comma());
  }

  function drawTable(data, fresh) {
    const signs = new Map(data.field.cells.flatMap((cell) => cell.trumps.filter((card) => card.rank === "7").map((card) => [cell.at[0], card.sign])));
    grid.draw({ ...data.field, rows: data.field.rows.map((row) => ({ ...row, sign: signs.get(row.row) })) }, fresh);
    if (fresh.length) grid.reveal(fresh);
    const piles = [
      say("cross_sevens.ui.pile", { n: data.pile }),
      say("cross_sevens.ui.action_pile", { n: data.actions }),
      data.discards.length && say("cross_sevens.ui.discards", { cards: joined(data.discards) }),
      data.used.length && say("cross_sevens.ui.used", { cards: joined(data.used) }),
      data.removed.length && say("cross_sevens.ui.removed", { cards: joined(data.removed) }),
    ];
    reconcile(
      parts.piles,
      piles.filter(Boolean),
      (text, i) => i,
      () => make("li", {}),
      (node, text) => setText(node, text),
    );
    drawPlayers(data);
  }

  function drawPlayers(data) {
    table.drawPlayers(
      data.turn,
      (one, turn) => {
        const [size, held] = [data.sizes[one.player - 1], data.held[one.player - 1]];
        const out = one.out && words()[one.out === "finished" ? "cross_sevens.ui.finished" : "cross_sevens.ui.eliminated"];
        return [
          one.rank && `${one.won ? "★ " : ""}${say("cross_sevens.ui.rank", { n: one.rank })}`,
          out,
          (!out || size > 0) && (size === 1 ? say("cross_sevens.ui.one_trump") : say("cross_sevens.ui.trumps", { n: size })),
          held > 0 && (held === 1 ? say("cross_sevens.ui.one_held") : say("cross_sevens.ui.held", { n: held })),
          data.down.includes(one.player) && say("cross_sevens.ui.down"),
          turn && say("board.ui.turn"),
          one.asked && say("cross_sevens.ui.asked"),
        ];
      },
      (one) => one.cards.join(" "),
    );
  }

  function drawEffects() {
    reconcile(
      parts.effects.lastChild,
      scene().effects.flatMap((one) => [{ one, term: true }, { one }]),
      ({ one, term }) => `${one.action} ${term ? "name" : "text"}`,
      ({ one, term }) => (term ? make("dt", {}, drawing(one.sign, "inaba-sign"), make("span", {})) : make("dd", {}, make("p", {}), make("p", { class: "inaba-quiet" }))),
      (node, { one, term }) => {
        if (term) setText(node.lastChild, one.name);
        else {
          setText(node.firstChild, one.text);
          setText(node.lastChild, one.basis);
        }
      },
    );
  }

  /** Draw what depends on what is chosen: the marks, the hand, what is asked below it, and the buttons. */
  function redrawChoice() {
    if (pick.card && !cardOf(pick.card)) pick = nothing();
    drawMarks();
    drawHand();
    drawActions();
    drawPanel();
    drawButtons();
  }

  function drawMarks() {
    const marks = new Map();
    const card = picked();
    const put = (at, name, sign, text) => marks.set(at, { kind: name, sign, text });
    if (pick.way && pick.panel === "stop") {
      for (const at of pick.way.stops) {
        if (pick.stops.includes(at)) put(at, "stopped", "✕", say("cross_sevens.ui.stopped_here"));
        else put(at, "stop", "?", say("cross_sevens.ui.stop_here"));
      }
      if (pick.way.joker) put(pick.way.joker, "chosen", "JK", say("cross_sevens.ui.chosen_here", { card: "JK" }));
      put(pick.way.cell, "chosen", card.card, say("cross_sevens.ui.chosen_here", { card: card.label }));
    } else if (card && pick.joker && !pick.jokerAt) {
      for (const way of waysOf(card, true)) put(way.joker, "can", "JK", say("cross_sevens.ui.joker_here", { card: way.gap }));
    } else if (card) {
      for (const way of waysOf(card, pick.joker)) {
        if (pick.joker && way.joker !== pick.jokerAt) continue;
        const more = missing(way);
        if (!more.length) put(way.cell, "can", "○", say("cross_sevens.ui.goes_here", { card: card.label }));
        else if (marks.get(way.cell)?.kind !== "can") put(way.cell, "with", "+", say("cross_sevens.ui.goes_here_with", { card: card.label, cards: cardsNamed(more) }));
      }
      if (pick.jokerAt) put(pick.jokerAt, "chosen", "JK", say("cross_sevens.ui.chosen_here", { card: "JK" }));
      if (pick.way?.cell && pick.panel === "with") put(pick.way.cell, "chosen", card.card, say("cross_sevens.ui.chosen_here", { card: card.label }));
    }
    grid.mark(marks, comma());
  }

  /** How a trump of the hand stands: whether it can be laid, with which action cards, or why not. */
  function stands(card) {
    if (!turn() || card.card === "JK") return { can: false, text: "" };
    const ways = [...waysOf(card, false), ...waysOf(card, true)];
    if (ways.some((way) => !way.uses.length && !way.gap)) return { can: true, text: say("cross_sevens.ui.can") };
    if (!ways.length) return { can: false, text: card.why };
    const uses = [...new Set(ways.map((way) => [way.gap && "JK", ...way.uses].filter(Boolean).join(" + ").toUpperCase()))];
    return { can: false, more: true, text: say("cross_sevens.ui.can_with", { cards: uses.join(" / ") }) };
  }

  function drawHand() {
    trumps.draw(
      scene().hand,
      (card) => card.card,
      (card, node) => {
        const { node: face, draw: drawFace } = trumpFace();
        faces.set(node, drawFace);
        return [face];
      },
      (node, card) => {
        faces.get(node)(card);
        const on = card.card === "JK" && turn() ? pick.joker : pick.card === card.card;
        const how = stands(card);
        setText(node.firstChild, joined([card.label, how.text].filter(Boolean)));
        setAttribute(node, "title", how.can ? null : how.text || null);
        setAttribute(node, "aria-pressed", turn() || kind() === "give" ? String(on) : null);
        node.classList.toggle("inaba-can", how.can);
        node.classList.toggle("inaba-with", Boolean(how.more));
        node.classList.toggle("inaba-cannot", turn() && !how.can && !how.more && card.card !== "JK");
        node.classList.toggle("inaba-picked", on);
      },
    );
    parts.own.hidden = !scene().hand.length && !scene().actions.length;
  }

  function drawActions() {
    const held = scene().actions.reduce((sum, one) => sum + one.n, 0);
    setText(parts.actionsTitle, say("cross_sevens.ui.actions_title", { n: held }) + (held || !turn() ? "" : colon() + words()["cross_sevens.ui.no_actions"]));
    actions.draw(
      scene().actions,
      (one) => one.action,
      (one) => [make("span", { class: "inaba-action", "aria-hidden": "true" }, drawing(one.sign, "inaba-sign"), make("span", {}), make("span", { class: "inaba-times" }))],
      (node, one) => {
        const on = pick.uses.has(one.action);
        setText(node.lastChild.children[1], one.name);
        setText(node.lastChild.children[2], one.n > 1 ? `×${one.n}` : "");
        setText(node.firstChild, joined([one.name, one.n > 1 && `×${one.n}`, on && words()["cross_sevens.ui.in_use"]].filter(Boolean)));
        setAttribute(node, "aria-expanded", String(pick.panel === `action ${one.action}`));
        setAttribute(node, "title", one.text);
        node.classList.toggle("inaba-can", Boolean(one.use));
        node.classList.toggle("inaba-picked", on);
      },
    );
  }

  // ---------------------------------------------------------------- what is explained or asked below the hand

  function drawPanel() {
    const known = JSON.stringify([pick.panel, pick.way, pick.ways?.map((way) => way.move), [...pick.uses], pick.stops, pick.discards, scene().rev, words().lang]);
    if (parts.panel.dataset.known === known) return;
    parts.panel.dataset.known = known;
    const inside = parts.panel.contains(document.activeElement);
    const [what, name] = pick.panel.split(" ");
    const content = { action: () => actionPanel(name), stop: stopPanel, with: withPanel, gap: gapPanel, discard: discardPanel }[what];
    parts.panel.replaceChildren(...(content ? content() : []));
    parts.panel.hidden = !content;
    if (inside) (parts.panel.querySelector("button") ?? trumps.stop() ?? actions.stop())?.focus();
  }

  const panelButton = (text, onclick, className = "") => make("button", { type: "button", class: `inaba-button ${className}`, onclick: act(onclick), text });

  function actionPanel(name) {
    const one = actionOf(name);
    if (!one) return [];
    const buttons = [];
    if (one.use === "lay") {
      const on = pick.uses.has(name);
      buttons.push(panelButton(say(on ? "cross_sevens.ui.use_not" : "cross_sevens.ui.use", { card: one.name }), () => toggleUse(name), on ? "" : "inaba-go"));
    } else if (one.use === "trade") {
      for (const player of scene().ask.tries.partners) buttons.push(panelButton(say("cross_sevens.ui.trade_whom", { player: nameOf(player) }), () => send({ do: "move", move: `trade:${player}` }), "inaba-go"));
    } else if (one.use === "try") {
      const { players, cards } = scene().ask.tries;
      const whom = select(players.map((player) => [player, nameOf(player)]));
      const card = select(cards.map((each) => [each.card, each.label]));
      buttons.push(
        labelled("cross_sevens.ui.ask_whom", whom, ""),
        labelled("cross_sevens.ui.ask_what", card, ""),
        panelButton(say("cross_sevens.ui.ask_it"), () => send({ do: "move", move: `try:${whom.value}:${card.value}` }), "inaba-go"),
      );
    }
    return [
      make("p", { class: "inaba-heading" }, drawing(one.sign, "inaba-sign"), one.name),
      make("p", { text: one.text }),
      make("p", { class: "inaba-quiet", text: one.basis }),
      ...(one.why ? [make("p", { class: "inaba-trouble", text: one.why })] : []),
      make("div", { class: "inaba-buttons" }, ...buttons, panelButton(say("cross_sevens.ui.close_card"), () => explain(name))),
    ];
  }

  function stopPanel() {
    const text = say("cross_sevens.ui.choose_stop", { card: picked().label, cell: pick.way.cell, n: scene().stops, cells: joined(pick.way.stops) || "–" });
    return [make("p", { text }), make("div", { class: "inaba-buttons" }, panelButton(say("cross_sevens.ui.lay_it", { card: picked().label }), () => lay(pick.way), "inaba-go"))];
  }

  const withText = () => pick.way.cell + colon() + say("cross_sevens.ui.goes_here_with", { card: picked().label, cards: cardsNamed(missing(pick.way)) });

  function withPanel() {
    const { way } = pick;
    const cards = missing(way);
    const use = () => {
      pick = { ...pick, uses: new Set([...pick.uses, ...cards]), panel: "" };
      lay(way);
    };
    return [
      make("p", { text: withText() }),
      ...cards.map((name) => make("p", { class: "inaba-quiet", text: `${name.toUpperCase()}${colon()}${actionOf(name)?.text ?? ""}` })),
      make("div", { class: "inaba-buttons" }, panelButton(say("cross_sevens.ui.lay_it", { card: picked().label }), use, "inaba-go")),
    ];
  }

  function gapPanel() {
    const choices = pick.ways.map((way) => panelButton(way.gap, () => choose([way]), "inaba-go"));
    return [make("p", { text: words()["cross_sevens.ui.which_gap"] }), make("div", { class: "inaba-buttons" }, ...choices)];
  }

  function discardPanel() {
    const boxes = scene().ask.passes.discard.map((name, i) => {
      const box = make("input", { type: "checkbox", checked: pick.discards.includes(i) });
      box.addEventListener("change", () => {
        pick = { ...pick, discards: box.checked ? [...pick.discards, i] : pick.discards.filter((one) => one !== i) };
        setText(go, say("cross_sevens.ui.discard", { n: pick.discards.length, more: pick.discards.length + 1 }));
        setAttribute(go, "aria-disabled", String(!pick.discards.length));
      });
      return make("label", { class: "inaba-check" }, box, make("span", { text: name.toUpperCase() }));
    });
    const n = pick.discards.length;
    const go = panelButton(say("cross_sevens.ui.discard", { n, more: n + 1 }), discard, "inaba-go");
    setAttribute(go, "aria-disabled", String(!n));
    return [make("p", { text: words()["cross_sevens.ui.discard_which"] }), ...boxes, make("div", { class: "inaba-buttons" }, go)];
  }

  function drawButtons() {
    const passes = (turn() && scene().ask.passes) || {};
    const visible = {
      give: kind() === "give",
      end: turn() && scene().ask.end,
      passAction: Boolean(passes.action),
      passTrump: Boolean(passes.trump),
      passDiscard: Boolean(passes.discard?.length),
      passOut: Boolean(passes.out),
      drop: Boolean(pick.card || pick.joker || pick.uses.size || pick.panel) && !asked(),
      fourth: Boolean(passes.fourth && passes.action),
    };
    for (const [name, shown] of Object.entries(visible)) if (shown) parts[name].hidden = false;
    for (const [name, shown] of Object.entries(visible)) if (!shown) hide(parts[name], true);
    setText(parts.give, say("cross_sevens.ui.give", { card: pick.card || "…" }));
    setAttribute(parts.give, "aria-disabled", String(!pick.card));
  }

  // ---------------------------------------------------------------- the form for a new game

  function dialogNew() {
    const o = scene().options;
    const seats = seating(o, () => {});
    const ruleFields = o.rules.map((rule) => {
      const one = labelled("board.ui.more", select(rule.values), `rule ${rule.option}`);
      one.firstChild.textContent = rule.label;
      return one;
    });
    const practice = make("input", { type: "checkbox", name: "practice" });
    const one = dialog(
      "board.ui.new",
      [
        ...seats.fields,
        make("label", { class: "inaba-check" }, practice, make("span", { text: words()["table.ui.practice"] })),
        make(
          "details",
          {},
          make("summary", { text: words()["board.ui.more"] }),
          make("div", { class: "inaba-fields" }, ...ruleFields, labelled("board.ui.seed", make("input", { type: "text", inputmode: "numeric", autocomplete: "off" }), "seed")),
        ),
      ],
      [button("board.ui.begin", "inaba-main", submit, { type: "submit" })],
    );
    const control = (name) => one.form.elements.namedItem(name);
    function submit() {
      const options = {
        players: seats.count(),
        seats: seats.seats(),
        rules: Object.fromEntries(o.rules.map((rule) => [rule.option, control(`rule ${rule.option}`).value])),
        practice: practice.checked,
        seed: control("seed").value.trim(),
      };
      ask({ do: "new", options }, (reply) => {
        one.answer(reply);
        if (reply.ok) home();
      });
    }
    one.open = () => {
      const now = scene().options;
      seats.open(now);
      for (const rule of now.rules) control(`rule ${rule.option}`).value = rule.value;
      practice.checked = now.practice;
      control("seed").value = "";
    };
    return one;
  }

  // ----------------------------------------------------------------

  table.root.addEventListener("keydown", onKey);
  return {
    titles: { game: "cross_sevens.ui.game", rules: "cross_sevens.ui.rules_text" },
    build,
    draw,
    drawStep,
    home: () => {
      if (asked()) goToField();
      else (trumps.stop() ?? parts.act.querySelector("button:not([hidden])") ?? parts.language).focus();
    },
    openNew: () => table.open(parts.dialogNew),
    fresh: () => {
      pick = nothing();
    },
    hurries: () => false,
    settled: () => {},
  };
}

function render({ model, el }) {
  return cardTable({ model, el, name: "inaba-cross-sevens", hint: "cross_sevens.ui.hint", game: sevensTable });
}

export default { render };
