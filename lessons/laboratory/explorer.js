// The explorer in the browser, with grid.js before it. Python holds the truth and writes every word and number: this
// file draws the scene that it sends, and sends back what a person does. Nodes are kept and changed in place, so that
// the focus stays where it is.

const STEP_MS = 900;
const PATIENCE_MS = 15000;
const DRAG_FROM = 7; // pixels that a pointer moves before something is dragged
const ANIMALS = { W: "whale", D: "dolphin", O: "orca", S: "squid" };
const NAMES = { W: "explorer.ui.whale", D: "explorer.ui.dolphin", O: "explorer.ui.orca", S: "explorer.ui.squid" };
const MOST_HIT_POINTS = 99;

function render({ model, el }) {
  const uid = `explore${Math.random().toString(36).slice(2)}`;
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const root = make("section", { class: "inaba-board inaba-river inaba-explorer" });
  const sheet = make("div", { class: "inaba-sheet", "aria-hidden": "true" });
  sheet.innerHTML = model.get("art"); // our own drawings, sent by Python
  let scene = model.get("scene");
  let words = model.get("words");
  let parts = {};
  let heard = scene.said.n;
  let shown = scene.rev;
  let playing = null;
  let asked = 0;
  let patience = null;
  const waiting = new Map();
  // Setting up: what is put down when a square is pressed, the shark that it would be, and what is picked up.
  let tool = "hand";
  let shark = { points: 9, damage: 0 };
  let lifted = null;
  let drag = null;
  let held = null; // in a draft: the card that is to be laid

  const say = (key, data = {}) =>
    Object.entries(data).reduce((text, [name, value]) => text.replaceAll(`{${name}}`, String(value)), words[key]);
  const moving = () => !still.matches;
  const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
  const named = (at) => (at === START ? say("board.ui.start") : at === GOAL ? say("board.ui.goal") : at);
  const cellOf = (at) => scene.cells.find((cell) => cell.at === at);
  const isBank = (at) => at === START || at === GOAL;

  // ---------------------------------------------------------------- messages

  /** Send a message; `then` is called with the answer to it. */
  function send(message, then) {
    asked += 1;
    const token = `${uid}-${asked}`;
    waiting.set(token, then ?? (() => {}));
    clearTimeout(patience);
    patience = setTimeout(() => tell([say("board.ui.waiting")], "trouble"), PATIENCE_MS);
    try {
      model.send({ rev: scene.rev, ...message, ask: token });
    } catch {
      clearTimeout(patience);
      tell([say("board.ui.gone")], "trouble");
    }
  }

  function answered() {
    const then = waiting.get(scene.reply.to);
    if (!then) return;
    waiting.delete(scene.reply.to);
    clearTimeout(patience);
    then(scene.reply);
  }

  /** Put sentences into the live region; new nodes, so that the same words are read again. */
  function tell(sentences, tone = "info") {
    parts.status.dataset.tone = tone;
    parts.status.replaceChildren(...sentences.filter(Boolean).map((text) => make("span", { text: `${text} ` })));
  }

  const choice = chooser({
    scene: () => scene,
    say,
    named,
    tell: (sentences, tone) => tell(sentences, tone),
    move: (move) => send({ do: "move", move }),
    draw: () => drawChoices(),
  });

  // ---------------------------------------------------------------- building

  function button(key, name, onclick, attributes = {}, ...children) {
    return make(
      "button",
      { type: "button", class: "inaba-button", "data-name": name, onclick, text: children.length ? null : words[key], ...attributes },
      ...children,
    );
  }

  let fieldNumber = 0;

  function field(key, control, name) {
    fieldNumber += 1;
    control.id = `${uid}-f${fieldNumber}`;
    control.dataset.name = name;
    return make("div", { class: "inaba-field" }, make("label", { for: control.id, text: words[key] }), control);
  }

  const select = (choices) => make("select", {}, ...choices.map(([value, text]) => make("option", { value, text })));
  const range = (from, to) => Array.from({ length: to - from + 1 }, (_, i) => [String(from + i), String(from + i)]);

  function build() {
    root.lang = words.lang;
    root.setAttribute("aria-label", words["explorer.ui.title"]);
    const grid = riverGrid({ label: words["explorer.ui.grid"], named, moving, active: parts.grid?.active });
    parts = {
      grid,
      ask: make("p", { class: "inaba-ask" }),
      status: make("div", { class: "inaba-status", role: "status", "aria-live": "polite" }),
      players: make("div", { class: "inaba-players", role: "group", "aria-label": words["explorer.ui.players"] }),
      fields: {},
      kinds: [],
    };
    parts.meaning = make("p", { class: "inaba-x-meaning" });
    parts.edit = button("explorer.ui.edit", "edit", () => send({ do: "editing", on: !scene.editing }), { "aria-pressed": "false" });
    parts.language = button("board.ui.language", "language", () => send({ do: "language", lang: words.lang === "ja" ? "en" : "ja" }), {
      lang: words.lang === "ja" ? "en" : "ja",
    });
    parts.undo = button("explorer.ui.undo", "undo", () => send({ do: "undo" }), { text: "↶", "aria-label": words["explorer.ui.undo"], title: words["explorer.ui.undo"] });
    parts.redo = button("explorer.ui.redo", "redo", () => send({ do: "redo" }), { text: "↷", "aria-label": words["explorer.ui.redo"], title: words["explorer.ui.redo"] });
    parts.text = dialogText();
    const bar = make(
      "div",
      { class: "inaba-x-bar" },
      makeHeading(0, { class: "inaba-x-title", text: words["explorer.ui.title"] }),
      parts.edit,
      parts.undo,
      parts.redo,
      button("explorer.ui.text", "text", openText),
      parts.language,
    );
    parts.palette = palette();
    parts.mends = make("div", { class: "inaba-buttons" });
    parts.mending = make(
      "div",
      { class: "inaba-x-mending", role: "group", "aria-label": words["explorer.ui.mends"] },
      make("div", { class: "inaba-x-small", text: words["explorer.ui.mends"] }),
      parts.mends,
    );
    // What the board is called for those who hear it is of use to all who have a keyboard.
    parts.keys = make("p", { class: "inaba-quiet" });
    const keys = make("details", { class: "inaba-x-keys" }, make("summary", { "data-name": "keys", text: words["explorer.ui.keys"] }), parts.keys);
    parts.water = make("div", { class: "inaba-water" }, grid.node);
    parts.explore = make("div", { class: "inaba-x-side" }, eyes(), whoWins(), whatMoves(), whatHappens(), howFound(), comparison());
    parts.setup = setup();
    root.replaceChildren(
      sheet,
      bar,
      way(),
      make(
        "div",
        { class: "inaba-x-frame" },
        make("div", { class: "inaba-x-table" }, parts.ask, parts.palette, parts.water, cards(), parts.mending, parts.shark, parts.status, keys),
        parts.explore,
        parts.setup,
      ),
      parts.text.node,
    );
    grid.node.addEventListener("click", (event) => {
      const cell = event.target.closest("[data-at]");
      if (!cell || drag?.moved) return;
      grid.focus(cell.dataset.at);
      press(cell.dataset.at, Number(event.target.closest("[data-rabbit]")?.dataset.rabbit ?? 0));
    });
    grid.node.addEventListener("keydown", onKey);
    grid.node.addEventListener("focusin", (event) => {
      const at = event.target.closest("[data-at]")?.dataset.at;
      if (at && at !== grid.active) grid.setActive(at);
    });
  }

  /** The way from its beginning, as a row of steps. */
  function way() {
    parts.path = make("ol", { class: "inaba-x-steps" });
    parts.back = button("explorer.ui.back", "back", () => goBy(-1), { text: "◀", "aria-label": words["explorer.ui.back"], title: words["explorer.ui.back"] });
    parts.forward = button("explorer.ui.forward", "forward", () => goBy(1), { text: "▶", "aria-label": words["explorer.ui.forward"], title: words["explorer.ui.forward"] });
    parts.path.addEventListener("keydown", (event) => rove(event, parts.path, "button", { ArrowLeft: -1, ArrowRight: 1 }));
    return make("nav", { class: "inaba-x-way", "aria-label": words["explorer.ui.path"] }, parts.back, parts.path, parts.forward);
  }

  // Where on the way all presses so far lead: the next may come before the answer to the last.
  let aim = { at: scene.at, awaited: 0 };

  function goTo(at) {
    if (at < 0 || at >= scene.path.length) return;
    aim = { at, awaited: aim.awaited + 1 };
    send({ do: "go", at }, () => (aim.awaited -= 1));
  }

  const goBy = (step) => goTo((aim.awaited ? aim.at : scene.at) + step);

  /** Of which kind the numbers beside it are. */
  function kindTag() {
    const tag = make("span", { class: "inaba-x-kind" });
    parts.kinds.push(tag);
    return tag;
  }

  function section(name, key, ...children) {
    const heading = makeHeading(1, { class: "inaba-heading", id: `${uid}-${name}`, text: words[key] });
    return [heading, make("section", { class: `inaba-x-${name}`, "aria-labelledby": heading.id }, heading, ...children)];
  }

  /** In a draft: through whose eyes one looks. Buttons, for no card is shown before somebody says so. */
  function eyes() {
    parts.choices = make("div", { class: "inaba-buttons", role: "group", "aria-label": words["explorer.ui.eyes"] });
    parts.eyesNote = make("p", { class: "inaba-quiet" });
    parts.again = button("explorer.ui.deal_again", "again", () => send({ do: "deal" }));
    [, parts.eyes] = section("eyes", "explorer.ui.eyes", parts.choices, parts.eyesNote, make("div", { class: "inaba-buttons" }, parts.again));
    return parts.eyes;
  }

  /** In a draft: the cards that the chosen eyes see, and the choice that is left to others. */
  function cards() {
    const group = (name) => {
      const heading = makeHeading(1, { class: "inaba-heading", id: `${uid}-${name}` });
      const list = make("div", { class: "inaba-hand", role: "group", "aria-labelledby": heading.id, "data-name": name });
      list.addEventListener("keydown", (event) => {
        if (event.key === "Escape") letGo();
        else rove(event, list, "button", { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 });
      });
      return { heading, list, node: make("div", {}, heading, list) };
    };
    parts.hand = group("hand");
    parts.kept = group("kept");
    parts.others = button("explorer.ui.draft_hand", "others", () => send({ do: "others" }), { class: "inaba-button inaba-main" });
    parts.held = make("div", { class: "inaba-x-held" }, parts.hand.node, parts.kept.node, make("div", { class: "inaba-buttons" }, parts.others));
    return parts.held;
  }

  /** The players and their chances, with words for what these are. */
  function whoWins() {
    parts.who = make("div", { class: "inaba-x-wins" }, make("div", { class: "inaba-x-head" }, parts.meaning, kindTag()), parts.players);
    return parts.who;
  }

  function whatMoves() {
    parts.moves = make("ol", { class: "inaba-x-rows", "data-name": "moves" });
    parts.moves.addEventListener("keydown", (event) => roveRows(event, parts.moves));
    parts.best = button("explorer.ui.best_line", "best", () => send({ do: "best" }), { class: "inaba-button inaba-main" });
    parts.line = make("p", { class: "inaba-x-line" });
    [parts.movesHeading, parts.movesSection] = section(
      "moves",
      "explorer.ui.moves",
      kindTag(),
      parts.moves,
      make("div", { class: "inaba-buttons" }, parts.best),
      parts.line,
    );
    return parts.movesSection;
  }

  function whatHappens() {
    parts.outcomes = make("ol", { class: "inaba-x-rows", "data-name": "outcomes" });
    parts.outcomes.addEventListener("keydown", (event) => roveRows(event, parts.outcomes));
    parts.roll = button("board.ui.roll", "roll", () => send({ do: "roll" }), { class: "inaba-button inaba-main" });
    [parts.outcomesHeading, parts.outcomesSection] = section(
      "outcomes",
      "explorer.ui.outcomes",
      (parts.outcomesKind = kindTag()),
      make("div", { class: "inaba-buttons" }, parts.roll),
      parts.outcomes,
    );
    return parts.outcomesSection;
  }

  /** How the answer was found; and while it is being found, how far that is, with a button to stop. */
  function howFound() {
    parts.brief = make("p", { class: "inaba-quiet", "data-name": "brief" });
    parts.method = make("p", { class: "inaba-quiet", "data-name": "method" });
    parts.how = make("details", {}, make("summary", { "data-name": "how", text: words["explorer.ui.how"] }));
    parts.answerNote = make("p", { class: "inaba-quiet" });
    parts.progress = make("progress", { "aria-label": words["explorer.ui.progress"], max: "1" });
    parts.progressText = make("span");
    parts.stop = button("board.ui.stop", "stop", () => send({ do: "stop" }));
    parts.thinking = make("div", { class: "inaba-x-thinking" }, parts.progress, parts.progressText, parts.stop);
    parts.longer = button("explorer.ui.thorough", "longer", () => send({ do: "think", effort: scene.answer.longer }));
    parts.thorough = button("explorer.ui.thorough", "thorough", () => send({ do: "think", effort: scene.answer.thorough }));
    return make(
      "div",
      { class: "inaba-x-found" },
      parts.brief,
      parts.how,
      parts.method,
      parts.answerNote,
      parts.thinking,
      make("div", { class: "inaba-buttons" }, parts.longer, parts.thorough),
    );
  }

  function comparison() {
    parts.columns = make("div", { class: "inaba-x-columns" });
    parts.verdict = make("p", { class: "inaba-x-verdict", role: "status" });
    parts.uncompare = button("explorer.ui.uncompare", "uncompare", () => {
      send({ do: "uncompare" });
      focusRow(parts.moves);
    });
    const [, node] = section("compare", "explorer.ui.compare_heading", kindTag(), parts.columns, parts.verdict, make("div", { class: "inaba-buttons" }, parts.uncompare));
    parts.compare = node;
    return node;
  }

  // ---------------------------------------------------------------- building: setting up

  /** The sign of moving things: arrows to all sides. */
  function arrows() {
    const d = "M20 3l6 8h-4v7h7v-4l8 6-8 6v-4h-7v7h4l-6 8-6-8h4v-7h-7v4l-8-6 8-6v4h7v-7h-4z";
    const path = makeSvg("path", { d, fill: "currentColor" });
    return makeSvg("svg", { viewBox: "0 0 40 40", class: "inaba-x-art", "aria-hidden": "true" }, path);
  }

  /** What can be put down: a row of choices of which one is made. */
  function palette() {
    const tools = [
      ["hand", "explorer.ui.hand", null],
      ["?", "explorer.ui.face_down", "waves"],
      ["shark", "explorer.ui.shark", "shark"],
      ...Object.entries(ANIMALS).map(([card, name]) => [card, NAMES[card], name]),
      ...[1, 2, 3, 4].map((rabbit) => [`rabbit-${rabbit}`, "explorer.ui.rabbit", `rabbit-${rabbit}`]),
    ];
    parts.tools = new Map();
    const group = make("div", { class: "inaba-x-tools", role: "radiogroup", "aria-label": words["explorer.ui.palette"] });
    for (const [name, key, art] of tools) {
      const picture = art ? drawing(art, "inaba-x-art") : arrows();
      const node = make(
        "button",
        { type: "button", role: "radio", class: "inaba-x-tool", "data-name": `tool-${name}`, "data-tool": name, tabindex: "-1", onclick: () => chooseTool(name) },
        picture,
        make("span", { text: say(key, { rabbit: name.slice(-1) }) }),
      );
      parts.tools.set(name, node);
      group.append(node);
    }
    group.addEventListener("keydown", (event) => {
      if (rove(event, group, "button:not([hidden])", { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 })) {
        chooseTool(document.activeElement.dataset.tool);
      }
    });
    parts.toolHint = make("p", { class: "inaba-quiet" });
    parts.steppers = {
      points: stepper("explorer.ui.hit_points", "points"),
      damage: stepper("explorer.ui.damage", "damage"),
    };
    parts.sharkWords = make("span", { class: "inaba-x-which" });
    parts.shark = make("div", { class: "inaba-x-shark", role: "group" }, parts.sharkWords, parts.steppers.points.node, parts.steppers.damage.node);
    return make("div", { class: "inaba-x-palette" }, group, parts.toolHint);
  }

  function stepper(key, name) {
    const value = make("output", { class: "inaba-x-number", "data-name": name });
    const change = (by) => changeShark(name, by);
    const node = make(
      "div",
      { class: "inaba-x-stepper", role: "group", "aria-label": words[key] },
      make("span", { "aria-hidden": "true", text: words[key] }),
      button("explorer.ui.less", `${name}-less`, () => change(-1), { text: "−", "aria-label": say("explorer.ui.less", { what: words[key] }) }),
      value,
      button("explorer.ui.more", `${name}-more`, () => change(1), { text: "+", "aria-label": say("explorer.ui.more", { what: words[key] }) }),
    );
    return { node, value };
  }

  /** All that a position has besides cards and rabbits. */
  function setup() {
    parts.done = button("explorer.ui.done", "done", () => {
      send({ do: "editing", on: false });
      parts.edit.focus();
    }, { class: "inaba-button inaba-main inaba-x-done" });
    const turns = make("fieldset", { class: "inaba-x-turns" }, make("legend", { text: words["explorer.ui.whose"] }));
    parts.turns = [1, 2, 3, 4].map((player) => {
      const input = make("input", { type: "radio", name: `${uid}-turn`, value: String(player), "data-name": `turn-${player}` });
      input.addEventListener("change", () => send({ do: "turn", player }));
      const node = make("label", { class: "inaba-x-option" }, input, drawing(`badge-${player}`, "inaba-x-badge"), make("span", { text: String(player) }));
      turns.append(node);
      return { node, input };
    });
    const rests = make("fieldset", { class: "inaba-x-turns" }, make("legend", { text: words["explorer.ui.rests"] }));
    parts.rests = [1, 2, 3, 4].map((rabbit) => {
      const input = make("input", { type: "checkbox", "data-name": `rest-${rabbit}` });
      input.addEventListener("change", () => send({ do: "rest", rabbit, on: input.checked }));
      const node = make("label", { class: "inaba-x-option" }, input, drawing(`resting-${rabbit}`, "inaba-x-badge"), make("span", { text: String(rabbit) }));
      rests.append(node);
      return { node, input };
    });

    parts.pile = make("ul", { class: "inaba-x-cards", "data-pile": "" });
    parts.pile.addEventListener("keydown", (event) => rove(event, parts.pile, "button", { ArrowLeft: -1, ArrowRight: 1 }));
    parts.pileCount = make("p", { class: "inaba-quiet" });
    parts.pileEmpty = make("span", { class: "inaba-quiet", text: words["explorer.ui.pile_empty"] });
    parts.pileAdd = button("explorer.ui.pile_add", "pile-add", () => send({ do: "add", card: toolCard() }));
    const [, pile] = section(
      "pile",
      "explorer.ui.pile",
      parts.pileCount,
      make("div", { class: "inaba-x-heap", "data-pile": "" }, parts.pileEmpty, parts.pile),
      make("div", { class: "inaba-buttons" }, parts.pileAdd),
      make("p", { class: "inaba-quiet", text: words["explorer.ui.pile_hint"] }),
    );

    const control = (name, key, node, message) => {
      parts.fields[name] = node;
      keepTyped(node);
      node.addEventListener("change", () => send(message(node.value)));
      return field(key, node, name);
    };
    const rules = () => ({ do: "rules", orca: parts.fields.orca.value, rest: parts.fields.rest.value, dice: parts.fields.dice.value });
    const size = () => ({ do: "size", columns: Number(parts.fields.columns.value), rows: Number(parts.fields.rows.value) });
    const typed = () => make("input", { type: "text", spellcheck: "false", autocomplete: "off", autocapitalize: "off", maxlength: "1000" });
    const begin = select([["", words["explorer.ui.begin_choose"]], ...Object.keys(words).filter((key) => key.startsWith("explorer.example.")).map((key) => [key.split(".")[2], words[key]])]);
    begin.addEventListener("change", () => {
      if (begin.value) send({ do: "begin", name: begin.value }, () => (begin.value = ""));
    });
    const river = make(
      "details",
      { open: true },
      make("summary", { text: words["explorer.ui.river"] }),
      make(
        "div",
        { class: "inaba-x-fields" },
        control("players", "explorer.ui.how_many", select(range(2, 4)), (n) => ({ do: "players", n: Number(n) })),
        control("columns", "board.ui.columns", select(range(1, 8)), size),
        control("rows", "board.ui.rows", select(range(1, 8)), size),
        control("orca", "board.ui.orca", select([["back", words["board.ui.orca_back"]], ["side", words["board.ui.orca_side"]]]), rules),
        control("rest", "board.ui.rest", select([["next", words["board.ui.rest_next"]], ["owner", words["board.ui.rest_owner"]]]), rules),
        control("dice", "board.ui.dice_text", typed(), rules),
      ),
      (parts.diceWhy = make("p", { class: "inaba-error", hidden: true })),
    );
    parts.position = make("textarea", { rows: "2", spellcheck: "false", autocapitalize: "off", autocomplete: "off", maxlength: "1000" });
    parts.rulesText = typed();
    parts.positionWhy = make("p", { class: "inaba-error", hidden: true, id: `${uid}-position-why` });
    parts.position.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && !event.shiftKey) {
        event.preventDefault();
        setPosition();
      }
    });
    const line = make(
      "details",
      {},
      make("summary", { "data-name": "typed", text: words["explorer.ui.typed"] }),
      make(
        "div",
        { class: "inaba-fields" },
        field("board.ui.position_text", parts.position, "position"),
        field("board.ui.rules_text", parts.rulesText, "rules"),
        parts.positionWhy,
        make("div", { class: "inaba-buttons" }, button("board.ui.set_up", "set-position", setPosition)),
      ),
    );
    parts.draftSetup = make("p", { class: "inaba-quiet", text: words["explorer.ui.draft_setup"] });
    parts.byHand = [turns, rests, pile, river];
    return make(
      "div",
      { class: "inaba-x-side" },
      parts.draftSetup,
      turns,
      rests,
      pile,
      field("explorer.ui.begin", begin, "begin"),
      river,
      line,
      parts.done,
    );
  }

  function setPosition() {
    send({ do: "position", text: parts.position.value, rules: parts.rulesText.value }, (reply) => {
      if (!reply.ok) return;
      // What was typed may tell more than the eyes see through which one looks.
      typedAs = scene.position;
      parts.position.value = scene.position;
      parts.rulesText.value = scene.rules;
    });
  }

  // ---------------------------------------------------------------- text and picture

  function dialogText() {
    const area = (rows, name) => {
      const node = make("textarea", { rows, readonly: true, spellcheck: "false" });
      return [node, name];
    };
    const [position] = area("2");
    const [record] = area("4");
    const copied = make("span", { class: "inaba-quiet", role: "status" });
    const close = button("board.ui.close", "close", () => node.close());
    const title = make("h2", { id: `${uid}-text`, text: words["explorer.ui.text"] });
    const copier = (from, name) => button("board.ui.copy", name, () => copy(from, copied));
    const node = make(
      "dialog",
      { class: "inaba-dialog", "aria-labelledby": title.id },
      title,
      make(
        "div",
        { class: "inaba-fields" },
        field("board.ui.position_text", position, "copy-position"),
        make("div", { class: "inaba-buttons" }, copier(position, "copy")),
        field("explorer.ui.record_text", record, "copy-record"),
        make("div", { class: "inaba-buttons" }, copier(record, "copy-way"), copied),
      ),
      make("div", { class: "inaba-buttons" }, button("explorer.ui.picture", "picture", download), close),
    );
    return { node, position, record, copied };
  }

  function openText() {
    parts.text.position.value = scene.rules ? `${scene.position}\n${scene.rules}` : scene.position;
    parts.text.record.value = "";
    parts.text.copied.textContent = "";
    parts.text.node.showModal();
    send({ do: "record" }, (reply) => (parts.text.record.value = reply.ok ? reply.text : scene.said.text));
  }

  async function copy(area, copied) {
    area.select();
    try {
      await navigator.clipboard.writeText(area.value);
    } catch {
      document.execCommand("copy"); // where the page may not use the clipboard by itself
    }
    copied.textContent = words["board.ui.copied"];
  }

  function download() {
    send({ do: "picture" }, (reply) => {
      if (!reply.ok) {
        parts.text.copied.textContent = scene.said.text;
        return;
      }
      const url = URL.createObjectURL(new Blob([reply.text], { type: "image/svg+xml" }));
      const link = make("a", { href: url, download: "river.svg" });
      root.append(link);
      link.click();
      link.remove();
      setTimeout(() => URL.revokeObjectURL(url), 10000);
    });
  }

  // ---------------------------------------------------------------- the keyboard

  /** Move the focus among the nodes of a list; whether the key was one of `keys`, Home or End. */
  function rove(event, list, selector, keys) {
    if (event.ctrlKey || event.altKey || event.metaKey) return false;
    const nodes = [...list.querySelectorAll(selector)];
    const here = nodes.indexOf(document.activeElement);
    const to = event.key === "Home" ? 0 : event.key === "End" ? nodes.length - 1 : here + (keys[event.key] ?? NaN);
    if (Number.isNaN(to)) return false;
    event.preventDefault();
    if (!nodes[to]) return false;
    tabStop(nodes, nodes[to]);
    nodes[to].focus();
    return true;
  }

  /** Of the nodes of a list one is in the order of the Tab key. */
  function tabStop(nodes, one) {
    for (const node of nodes) setAttribute(node, "tabindex", node === one ? "0" : "-1");
  }

  /** Up and down among rows, left and right within one. */
  function roveRows(event, list) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const row = document.activeElement.closest("li");
    if (event.key === "ArrowLeft" || event.key === "ArrowRight") {
      rove(event, row, "button", { ArrowLeft: -1, ArrowRight: 1 });
      tabStop([...list.querySelectorAll("button")], document.activeElement);
      return;
    }
    const column = [...row.querySelectorAll("button")].indexOf(document.activeElement);
    const rows = [...list.children];
    const to = { ArrowUp: rows.indexOf(row) - 1, ArrowDown: rows.indexOf(row) + 1, Home: 0, End: rows.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const next = rows[to]?.querySelectorAll("button")[column];
    if (!next) return;
    tabStop([...list.querySelectorAll("button")], next);
    next.focus();
  }

  function focusRow(list) {
    (list.querySelector('button[tabindex="0"]') ?? parts.grid.cells.get(parts.grid.active).node).focus();
  }

  function onKey(event) {
    if (parts.grid.step(event)) {
      event.preventDefault();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { active } = parts.grid;
    if (event.key === "Enter" || event.key === " ") {
      if (!event.repeat) press(active, 0);
    } else if (event.key === "Escape") letGo();
    else if (scene.editing ? !editKey(event.key, active) : !exploreKey(event.key)) return;
    event.preventDefault();
  }

  function exploreKey(key) {
    if (/^[1-4]$/.test(key)) choice.pick(Number(key));
    else if (key.toLowerCase() === "r" && !parts.outcomesSection.hidden) send({ do: "roll" });
    else return false;
    return true;
  }

  /** Keys that put something on a square, or change what lies there. */
  function editKey(key, at) {
    const card = key.toUpperCase();
    if (/^[1-4]$/.test(key)) {
      if (Number(key) <= scene.players.length) send({ do: "rabbit", rabbit: Number(key), to: at });
    } else if (isBank(at)) return false;
    else if (card in ANIMALS || key === "?") send({ do: "put", at, card, damage: 0 });
    else if (key === "Delete" || key === "Backspace") send({ do: "put", at, card: "?", damage: 0 });
    else if (key === "+" || key === "=") send({ do: "change", at, what: "damage", by: 1 });
    else if (key === "-") send({ do: "change", at, what: "damage", by: -1 });
    else return false;
    return true;
  }

  // ---------------------------------------------------------------- pressing

  /** A square, or a rabbit on it, was pressed. */
  function press(at, rabbit) {
    if (playing) {
      finish();
      return;
    }
    if (scene.editing) {
      pressToEdit(at, rabbit);
      return;
    }
    const moves = { ride: ">", peek: "!" };
    if (scene.ask.kind === "choose") choice.press(at, rabbit);
    else if (scene.ask.kind === "lay") lay(at);
    else if (scene.ask.kind in moves) send({ do: "move", move: `${moves[scene.ask.kind]}${at}` });
    else if (scene.ask.kind === "pass") send({ do: "move", move: "pass" });
    else tell([scene.ask.text]);
  }

  /** A card of a draft was pressed: it is kept, or it is to be laid. */
  function pressCard(card) {
    if (playing) {
      finish();
      return;
    }
    if (scene.ask.kind === "keep") {
      send({ do: "move", move: `+${card.card}` });
      return;
    }
    held = held === card.card ? null : card.card;
    drawHeld();
    drawChoices();
    tell([held ? say("explorer.ui.draft_picked", { card: card.label }) : say("board.ui.dropped")]);
  }

  function lay(at) {
    if (held) send({ do: "move", move: `${held}@${at}` });
    else tell([say("board.ui.pick_card")], "refused");
  }

  function pressToEdit(at, rabbit) {
    if (scene.draft) {
      tell([words["explorer.ui.draft_setup"]], "refused");
      return;
    }
    if (tool !== "hand") {
      put(tool, at);
      return;
    }
    const cell = cellOf(at);
    const here = [...cell.rabbits.map((one) => ({ rabbit: one, at })), ...(isBank(at) ? [] : [{ rabbit: 0, at }])];
    const same = (one, other) => one.at === other.at && one.rabbit === other.rabbit;
    const held = lifted;
    if (held && held.at !== at) {
      lift(null);
      drop(held, at);
      return;
    }
    // The same place again: the next thing on it, and in the end nothing.
    const place = held ? here.findIndex((one) => same(one, held)) : -1;
    const wanted = rabbit ? here.find((one) => one.rabbit === rabbit) : here[place + 1];
    lift(wanted && !(held && same(wanted, held)) ? wanted : null);
    tell([lifted ? say("explorer.ui.lifted", { what: lifted.rabbit ? say("explorer.ui.rabbit", { rabbit: lifted.rabbit }) : cell.label }) : say("board.ui.dropped")]);
  }

  function lift(thing) {
    lifted = thing;
    drawTools();
    drawChoices();
  }

  /** Put what was picked up, or comes from the palette, on a place. */
  function drop(thing, at) {
    if (thing.tool) put(thing.tool, at);
    else if (thing.rabbit) send({ do: "rabbit", rabbit: thing.rabbit, to: at });
    else if (isBank(at)) tell([words["explorer.ui.hand_hint"]], "refused");
    else send({ do: "swap", at: thing.at, to: at });
  }

  const toolCard = () => (tool === "shark" ? String(shark.points) : tool);

  function put(what, at) {
    if (what.startsWith("rabbit-")) send({ do: "rabbit", rabbit: Number(what.slice(-1)), to: at });
    else if (isBank(at)) tell([words["explorer.ui.put_hint"]], "refused");
    else if (what === "shark") send({ do: "put", at, card: String(shark.points), damage: shark.damage });
    else send({ do: "put", at, card: what, damage: 0 });
  }

  function chooseTool(name) {
    tool = name;
    lift(null);
    tell([words[tool === "hand" ? "explorer.ui.hand_hint" : "explorer.ui.put_hint"]]);
  }

  function letGo() {
    if (playing) finish();
    if (!scene.editing) {
      choice.drop();
      if (held) pressCard({ card: held });
    } else if (lifted) {
      lift(null);
      tell([say("board.ui.dropped")]);
    } else if (tool !== "hand") chooseTool("hand");
  }

  /** The shark whose numbers are shown: one that is picked up, or the one to put; null where there is none. */
  function sharkShown() {
    if (tool === "shark") return { ...shark, at: null };
    const cell = lifted && !lifted.rabbit ? cellOf(lifted.at) : null;
    return cell?.kind === "shark" ? { points: cell.hit_points, damage: cell.damage, at: cell.at } : null;
  }

  function changeShark(name, by) {
    const now = sharkShown();
    if (!now) return;
    if (now.at) {
      send({ do: "change", at: now.at, what: name, by });
      return;
    }
    const points = Math.min(MOST_HIT_POINTS, Math.max(0, now.points + (name === "points" ? by : 0)));
    const damage = Math.min(points, Math.max(0, now.damage + (name === "damage" ? by : 0)));
    shark = { points, damage };
    drawTools();
  }

  // ---------------------------------------------------------------- dragging

  root.addEventListener("pointerdown", (event) => {
    drag = null;
    if (!scene.editing || scene.draft || event.button !== 0) return;
    const token = event.target.closest("[data-rabbit]");
    const brush = event.target.closest("[data-tool]");
    const cell = event.target.closest("[data-at]");
    let thing = null;
    if (brush && brush.dataset.tool !== "hand") thing = { tool: brush.dataset.tool };
    else if (token && cell) thing = { rabbit: Number(token.dataset.rabbit), at: cell.dataset.at };
    else if (cell && tool === "hand" && !isBank(cell.dataset.at)) thing = { rabbit: 0, at: cell.dataset.at };
    if (thing) drag = { thing, x: event.clientX, y: event.clientY, moved: false, ghost: null, over: null };
  });

  root.addEventListener("pointermove", (event) => {
    if (!drag || drag.done) return;
    if (!drag.moved) {
      if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < DRAG_FROM) return;
      begin();
    }
    const { left, top } = root.getBoundingClientRect();
    drag.ghost.style.transform = `translate(${event.clientX - left}px, ${event.clientY - top}px) translate(-50%, -50%)`;
    const over = placeUnder(event);
    if (over !== drag.over) {
      drag.over?.classList.remove("inaba-x-over");
      over?.classList.add("inaba-x-over");
      drag.over = over;
    }
    event.preventDefault();
  });

  function begin() {
    drag.moved = true;
    const { thing } = drag;
    const cell = thing.at && cellOf(thing.at);
    let art = thing.tool ?? (thing.rabbit ? `rabbit-${thing.rabbit}` : cell.kind);
    art = { "?": "waves", back: "waves" }[art] ?? ANIMALS[art] ?? art;
    drag.ghost = make("div", { class: "inaba-x-ghost", "aria-hidden": "true" }, drawing(art, "inaba-x-art"));
    root.append(drag.ghost);
    lift(null);
  }

  function placeUnder(event) {
    const under = document.elementFromPoint(event.clientX, event.clientY);
    return root.contains(under) ? under.closest("[data-at], .inaba-x-heap") : null;
  }

  function endDrag(event) {
    if (!drag?.moved || drag.done) {
      if (drag && !drag.moved) drag = null;
      return;
    }
    const { thing } = drag;
    const over = event.type === "pointerup" ? placeUnder(event) : null;
    drag.ghost.remove();
    drag.over?.classList.remove("inaba-x-over");
    drag.done = true; // the click that follows is no press
    setTimeout(() => (drag = null), 50);
    if (!over) return;
    if (over.dataset.at) {
      if (over.dataset.at !== thing.at) drop(thing, over.dataset.at);
      return;
    }
    const card = thing.tool === "shark" ? String(shark.points) : thing.tool;
    if (card && card !== "?" && !card.startsWith("rabbit-")) send({ do: "add", card });
  }

  root.addEventListener("pointerup", endDrag);
  root.addEventListener("pointercancel", endDrag);

  keepKeys(root);

  // ---------------------------------------------------------------- drawing

  function draw() {
    root.classList.toggle("inaba-x-editing", scene.editing);
    root.style.setProperty("--columns", scene.columns);
    root.style.setProperty("--rows", scene.rows);
    parts.grid.shape(scene.columns, scene.rows);
    const keys = words[scene.editing ? "explorer.ui.grid_editing" : "explorer.ui.grid"];
    setAttribute(parts.grid.node, "aria-label", keys);
    setText(parts.keys, keys);
    const trouble = scene.trouble;
    setText(parts.ask, trouble ? trouble.text : scene.ask.text);
    parts.ask.dataset.kind = trouble ? "broken" : scene.ask.kind;
    setText(parts.edit, words[scene.editing ? "explorer.ui.done" : "explorer.ui.edit"]);
    setAttribute(parts.edit, "aria-pressed", String(scene.editing));
    setAttribute(parts.undo, "aria-disabled", String(!scene.undo));
    setAttribute(parts.redo, "aria-disabled", String(!scene.redo));
    parts.setup.hidden = !scene.editing;
    parts.palette.hidden = !scene.editing || Boolean(scene.draft);
    parts.draftSetup.hidden = !scene.draft;
    for (const one of parts.byHand) one.hidden = Boolean(scene.draft);
    parts.explore.hidden = scene.editing;
    if (!playing) drawCells(scene.cells);
    drawPlayers();
    drawEyes();
    drawHeld();
    if (!playing) drawChoices();
    drawMoves();
    drawOutcomes();
    drawFound();
    drawComparison();
    drawPath();
    drawTools();
    drawSetup();
  }

  function drawCells(list) {
    parts.grid.draw(list, {
      players: scene.players.length,
      resting: new Set(scene.players.filter((one) => one.resting).map((one) => one.player)),
      side: scene.options.orca === "side",
    });
  }

  /** The moves that are marked on the board; of cards to be laid those of the one that is picked. */
  const rowsOnBoard = () =>
    scene.moves.rows.filter((row) => !row.card || row.card === held).map((row) => ({ ...row, move: row.key, percent: row.text }));

  /** Whether a move is the best, or may be, as far as an estimate can tell. */
  const sign = (row) => (row.best ? "★ " : row.maybe ? "?" : "");

  function drawChoices() {
    const editing = scene.editing || scene.trouble;
    parts.grid.mark({
      ask: editing ? { kind: "", to: {}, rabbit: 0 } : scene.ask,
      picked: editing ? 0 : choice.picked,
      rows: editing ? [] : rowsOnBoard().filter((row) => row.text),
      say,
      comma: words.lang === "ja" ? "、" : ", ",
      open: scene.ask.kind !== "lay" || held !== null,
    });
    for (const [at, cell] of parts.grid.cells) {
      const held = scene.editing && lifted?.at === at;
      cell.node.classList.toggle("inaba-x-lifted", Boolean(held && !lifted.rabbit));
      setAttribute(cell.node, "aria-selected", scene.editing ? String(Boolean(held)) : cell.node.getAttribute("aria-selected"));
    }
    for (const [rabbit, token] of parts.grid.tokens) {
      if (scene.editing) token.classList.toggle("inaba-picked", lifted?.rabbit === rabbit);
    }
    scene.players.forEach((one, i) => {
      const node = parts.players.children[i];
      if (node) setAttribute(node, "aria-pressed", scene.ask.kind === "choose" ? String(choice.picked === one.player) : null);
    });
  }

  function drawEyes() {
    const { draft } = scene;
    hide(parts.eyes, !draft);
    if (!draft) return;
    reconcile(
      parts.choices,
      draft.choices,
      (one) => one.player,
      (one) =>
        button(
          "explorer.ui.eyes",
          `eyes-${one.player}`,
          () => send({ do: "look", player: one.player }),
          {},
          ...(one.player ? [drawing(`badge-${one.player}`, "inaba-x-badge")] : []),
          make("span", {}),
        ),
      (node, one) => {
        setText(node.lastChild, one.name);
        setAttribute(node, "aria-pressed", String(one.player === draft.eyes));
      },
    );
    setText(parts.eyesNote, draft.note);
    hide(parts.again, !draft.again);
  }

  /** The cards of a draft: such as can be pressed are buttons, one tab stop among them. */
  function drawHeld() {
    const draft = scene.editing ? null : scene.draft;
    const { kind } = scene.ask;
    const within = parts.held.contains(document.activeElement);
    parts.held.hidden = !draft;
    const chances = new Map(scene.moves.rows.filter((row) => row.card && !row.to).map((row) => [row.card, row]));
    const fill = (part, cards, open, words_) => {
      part.node.hidden = !cards.length;
      setText(part.heading, words[words_]);
      reconcile(
        part.list,
        cards,
        (card, i) => `${open} ${card.card} ${cards.slice(0, i).filter((one) => one.card === card.card).length}`,
        (card) =>
          make(
            open ? "button" : "span",
            { class: "inaba-held-card", "data-card": card.card, ...(open ? { type: "button", onclick: () => pressCard(card) } : {}) },
            drawing(card.kind, "inaba-animal"),
            make("span", { class: "inaba-points", "aria-hidden": "true", text: /^[0-9]/.test(card.card) ? card.card : "" }),
            make("span", { class: "inaba-caption", text: card.label }),
            make("span", { class: "inaba-x-odds" }),
          ),
        (node, card) => {
          const row = open && kind === "keep" ? chances.get(card.card) : null;
          setText(node.lastChild, row?.text ? ` ${sign(row)}${row.short}` : "");
          node.classList.toggle("inaba-best", Boolean(row?.best));
          if (open) setAttribute(node, "aria-pressed", kind === "lay" ? String(card.card === held) : null);
        },
      );
      const buttons = [...part.list.querySelectorAll("button")];
      tabStop(buttons, buttons.find((one) => one === document.activeElement) ?? buttons[0]);
    };
    fill(parts.hand, draft?.hand ?? [], kind === "keep", kind === "keep" ? "explorer.ui.draft_hand" : "explorer.ui.draft_waiting");
    fill(parts.kept, draft?.kept ?? [], kind === "lay", kind === "lay" ? "explorer.ui.draft_lay" : "explorer.ui.draft_kept");
    setText(parts.others, draft?.others ?? "");
    parts.others.hidden = !draft?.others;
    // What comes next has the focus: a choice left to others, or the next card.
    if (within && (!parts.held.contains(document.activeElement) || document.activeElement.hidden)) {
      const next = parts.others.hidden ? parts.held.querySelector(".inaba-hand button") : parts.others;
      (next ?? parts.grid.cells.get(parts.grid.active).node).focus();
    }
  }

  function drawPlayers() {
    reconcile(
      parts.players,
      scene.players,
      (one) => one.player,
      (one) => {
        const node = make("button", { type: "button", class: "inaba-player", "data-name": `player-${one.player}`, onclick: () => choice.pick(one.player) });
        node.append(
          drawing(`rabbit-${one.player}`, "inaba-face"),
          make("span", { class: "inaba-who" }),
          make("span", { class: "inaba-where" }),
          make("span", { class: "inaba-x-chance" }),
        );
        return node;
      },
      (node, one) => {
        redraw(node.children[0], one.resting ? `resting-${one.player}` : `rabbit-${one.player}`);
        setText(node.children[1], one.name);
        setText(node.children[2], [one.at, one.turn && say("board.ui.turn"), one.resting && say("board.ui.resting")].filter(Boolean).join(" · "));
        setText(node.children[3], one.text);
        node.classList.toggle("inaba-x-long", one.text.length > 8 || scene.players.length > 2);
        node.classList.toggle("inaba-turn", one.turn);
      },
    );
  }

  /** A bar from 0 to `low`, and on to `high` in stripes: what is certain, and what may be. */
  function bar() {
    return make("span", { class: "inaba-x-bar-ground", "aria-hidden": "true" }, make("span", { class: "inaba-x-low" }), make("span", { class: "inaba-x-high" }));
  }

  function fillBar(node, low, high) {
    const [sure, maybe] = node.children;
    node.classList.toggle("inaba-x-none", low === null);
    sure.style.width = `${100 * (low ?? 0)}%`;
    maybe.style.left = sure.style.width;
    maybe.style.width = `${100 * ((high ?? 0) - (low ?? 0))}%`;
  }

  /** What is said in one line; no number is broken before its sign. */
  const together = (...told) => told.filter(Boolean).join(" · ").replaceAll(" %", "\u00a0%");

  /** Rows of buttons: one tab stop among them, which stays where it is. */
  function drawRows(list, rows, create, update) {
    const within = list.contains(document.activeElement);
    const held = within ? document.activeElement.closest("li").dataset.key : null;
    reconcile(list, rows, (row) => row.key, create, update);
    const buttons = [...list.querySelectorAll("button")];
    const kept = buttons.find((one) => one === document.activeElement) ?? buttons[0];
    tabStop(buttons, kept);
    if (within && !list.contains(document.activeElement)) {
      const row = [...list.children].find((one) => one.dataset.key === held) ?? list.firstElementChild;
      const next = row?.querySelector("button") ?? parts.grid.cells.get(parts.grid.active).node;
      if (row) tabStop(buttons, next);
      next.focus();
    }
  }

  function drawMoves() {
    const { heading, rows } = scene.moves;
    hide(parts.movesSection, scene.ask.kind === "chance" || !rows.length);
    if (heading) setText(parts.movesHeading, heading);
    drawRows(
      parts.moves,
      rows,
      (row) => {
        const go = make(
          "button",
          { type: "button", class: "inaba-x-row", onclick: () => send({ do: "move", move: row.key }) },
          drawing(row.rabbit ? `badge-${row.rabbit}` : (row.art ?? "ahead"), "inaba-x-badge"),
          make("span", { class: "inaba-x-words" }),
          bar(),
          make("span", { class: "inaba-x-value" }),
          make("span", { class: "inaba-x-exact" }),
          make("span", { class: "inaba-unseen" }),
        );
        const compare = make("button", { type: "button", class: "inaba-x-compare-with", text: "⇄", onclick: () => send({ do: "compare", move: row.key }) });
        return make("li", { "data-move": row.key }, go, compare);
      },
      (node, row) => {
        const [go, compare] = node.children;
        const [, name, ground, value, exact, more] = go.children;
        setText(name, row.words);
        fillBar(ground, row.low, row.high);
        setText(value, row.text ? `${sign(row)}${row.text}` : row.awaited ? "…" : "");
        node.classList.toggle("inaba-x-plain", !row.awaited);
        hide(compare, !row.awaited);
        setText(exact, together(row.exact, row.more));
        node.classList.toggle("inaba-best", row.best);
        setText(more, ` ${[row.best && say("board.ui.best"), row.maybe && say("board.ui.maybe"), words["explorer.ui.step_in"]].filter(Boolean).join(", ")}`);
        setAttribute(compare, "aria-label", say("explorer.ui.compare", { move: row.words }));
        setAttribute(compare, "title", say("explorer.ui.compare", { move: row.words }));
        setAttribute(compare, "aria-pressed", String(row.compared));
      },
    );
    const { answer } = scene;
    setText(parts.line, answer.line);
    parts.line.hidden = !answer.line;
    const best = { promising: "explorer.ui.promising", choice: "explorer.ui.best_choice" }[answer.best];
    setText(parts.best, words[best ?? "explorer.ui.best_line"]);
    hide(parts.best, !answer.best);
  }

  function drawOutcomes() {
    const { heading, rows, rolls, fixed } = scene.outcomes;
    hide(parts.outcomesSection, !rows.length);
    if (heading) setText(parts.outcomesHeading, heading);
    setText(parts.roll, words[rolls ? "board.ui.roll" : fixed ? "explorer.ui.turn_up" : "explorer.ui.draw_card"]);
    drawRows(
      parts.outcomes,
      rows.map((row) => ({ ...row, key: `${fixed ? "fixed" : ""}${row.key}`, event: row.key })),
      (row) =>
        make(
          "li",
          {},
          make(
            fixed ? "div" : "button",
            fixed
              ? { class: "inaba-x-row inaba-x-outcome inaba-x-fixed" }
              : { type: "button", class: "inaba-x-row inaba-x-outcome", onclick: () => send({ do: "event", event: row.event }) },
            make("span", { class: "inaba-x-words" }),
            bar(),
            make("span", { class: "inaba-x-value" }),
            make("span", { class: "inaba-x-exact" }),
            make("span", { class: "inaba-unseen", text: fixed ? "" : ` ${words["explorer.ui.step_in"]}` }),
          ),
        ),
      (node, row) => {
        const [name, ground, value, exact] = node.firstChild.children;
        setText(name, row.words);
        fillBar(ground, row.chance, row.chance);
        setText(value, `${row.share}`);
        const then = row.text ? say("explorer.ui.then", { text: row.text }) : "";
        setText(exact, together(row.weight, then));
      },
    );
  }

  function drawFound() {
    const { answer } = scene;
    setText(parts.brief, answer.brief);
    setText(parts.method, answer.method);
    // Many words stand behind a few, which can be opened.
    parts.brief.hidden = !answer.brief;
    parts.how.hidden = !answer.brief;
    const place = answer.brief ? parts.how : parts.how.parentNode;
    if (parts.method.parentNode !== place) {
      if (answer.brief) parts.how.append(parts.method);
      else parts.how.after(parts.method);
    }
    setText(parts.meaning, answer.meaning);
    for (const tag of parts.kinds) {
      setText(tag, answer.kind_text);
      setAttribute(tag, "data-kind", answer.kind);
      tag.hidden = !answer.kind;
    }
    // What may happen has a chance of its own, which is exact; the kind is that of what is worth what then.
    if (!scene.outcomes.rows.some((row) => row.text)) parts.outcomesKind.hidden = true;
    setText(parts.longer, answer.longer_text);
    setText(parts.answerNote, answer.trouble || answer.stopped);
    parts.answerNote.hidden = !parts.answerNote.textContent;
    hide(parts.thinking, !answer.thinking);
    setText(parts.progressText, answer.progress);
    if (answer.part === null) parts.progress.removeAttribute("value");
    else parts.progress.value = answer.part;
    hide(parts.stop, !answer.stoppable);
    hide(parts.longer, answer.longer === null);
    hide(parts.thorough, answer.thorough === null);
  }

  /** Hide a part; the focus, if it was inside, goes back to the board. */
  function hide(node, hidden) {
    const lost = hidden && !node.hidden && node.contains(document.activeElement);
    node.hidden = hidden;
    if (lost) parts.grid.focus(parts.grid.active);
  }

  function drawComparison() {
    const compared = scene.compared;
    hide(parts.compare, !compared);
    if (!compared) return;
    setText(parts.verdict, compared.verdict);
    reconcile(
      parts.columns,
      compared.columns,
      (one) => one.key,
      () =>
        make(
          "div",
          { class: "inaba-x-column" },
          make("div", { class: "inaba-x-small" }),
          make("div", { class: "inaba-x-big" }),
          bar(),
          make("div", { class: "inaba-x-exact" }),
          make("p", {}),
          make("ul", { class: "inaba-x-then" }),
        ),
      (node, one) => {
        const [name, value, ground, exact, follows, then] = node.children;
        setText(name, one.words);
        setText(value, one.text || "…");
        fillBar(ground, one.low, one.high);
        setText(exact, one.exact);
        setText(follows, one.follows ?? "");
        reconcile(
          then,
          one.bars ?? [],
          (row) => row.key,
          () => make("li", {}, make("span", {}), bar(), make("span", { class: "inaba-x-value" })),
          (item, row) => {
            setText(item.children[0], row.words);
            fillBar(item.children[1], row.chance, row.chance);
            setText(item.children[2], together(row.share, row.text && say("explorer.ui.then", { text: row.text })));
          },
        );
      },
    );
  }

  function drawPath() {
    const inside = parts.path.contains(document.activeElement);
    reconcile(
      parts.path,
      scene.path,
      (_, i) => i,
      (_, i) => make("li", {}, make("button", { type: "button", onclick: () => goTo(i) })),
      (node, step, i) => {
        const one = node.firstChild;
        setText(one, step.text);
        setAttribute(one, "aria-label", `${step.text === "●" ? "" : `${step.text}: `}${step.label}`);
        setAttribute(one, "title", step.label);
        setAttribute(one, "aria-current", i === scene.at ? "step" : null);
        node.classList.toggle("inaba-x-beyond", i > scene.at);
      },
    );
    const buttons = [...parts.path.querySelectorAll("button")];
    if (!inside) tabStop(buttons, buttons[scene.at]);
    const here = buttons[scene.at].parentNode;
    // Only the list scrolls, never the page.
    parts.path.scrollLeft = here.offsetLeft - parts.path.offsetLeft - parts.path.clientWidth / 2;
    setAttribute(parts.back, "aria-disabled", String(scene.at === 0));
    setAttribute(parts.forward, "aria-disabled", String(scene.at === scene.path.length - 1));
  }

  // ---------------------------------------------------------------- drawing: setting up

  function drawTools() {
    const now = scene.editing ? sharkShown() : null;
    hide(parts.shark, !now);
    if (!scene.editing) return;
    if (tool.startsWith("rabbit-") && Number(tool.slice(-1)) > scene.players.length) tool = "hand";
    for (const [name, node] of parts.tools) {
      setAttribute(node, "aria-checked", String(name === tool));
      setAttribute(node, "tabindex", name === tool ? "0" : "-1");
      node.hidden = name.startsWith("rabbit-") && Number(name.slice(-1)) > scene.players.length;
    }
    setText(parts.toolHint, words[tool === "hand" ? "explorer.ui.hand_hint" : "explorer.ui.put_hint"]);
    if (now) {
      setText(parts.sharkWords, now.at ? say("explorer.ui.shark_of", { square: now.at }) : words["explorer.ui.shark_new"]);
      setAttribute(parts.shark, "aria-label", parts.sharkWords.textContent);
      setText(parts.steppers.points.value, String(now.points));
      setText(parts.steppers.damage.value, String(now.damage));
    }
    const card = tool === "hand" || tool === "?" || tool.startsWith("rabbit-") ? null : tool;
    hide(parts.pileAdd, !card);
    if (card) setText(parts.pileAdd, say("explorer.ui.pile_add", { card: card === "shark" ? `${words["explorer.ui.shark"]} ${shark.points}` : words[NAMES[card]] }));
  }

  let typedAs = null; // the position that the typed line was filled with

  function drawSetup() {
    const { options, trouble } = scene;
    const mends = trouble?.mends ?? [];
    hide(parts.mending, !mends.length);
    reconcile(
      parts.mends,
      mends.map((text, n) => ({ text, n })),
      (one) => one.n,
      (one) => button("explorer.ui.mends", `mend-${one.n}`, () => send({ do: "mend", n: one.n }), { text: one.text }),
      (node, one) => setText(node, one.text),
    );
    parts.turns.forEach(({ node, input }, i) => {
      node.hidden = i >= options.players;
      input.checked = options.turn === i + 1;
    });
    parts.rests.forEach(({ node, input }, i) => {
      node.hidden = i >= options.players;
      input.checked = Boolean(scene.players[i]?.resting);
    });
    setText(parts.pileCount, options.unseen_text);
    parts.pileEmpty.hidden = options.unseen.length > 0;
    const inside = parts.pile.contains(document.activeElement);
    reconcile(
      parts.pile,
      options.unseen,
      (card, i) => `${card.card} ${options.unseen.slice(0, i).filter((one) => one.card === card.card).length}`,
      (card) =>
        make(
          "li",
          {},
          make(
            "button",
            { type: "button", class: "inaba-held-card", "aria-label": say("explorer.ui.pile_take", { card: card.label }), onclick: () => send({ do: "take", card: card.card }) },
            drawing(card.kind, "inaba-animal"),
            make("span", { class: "inaba-points", text: /^[0-9]/.test(card.card) ? card.card : "" }),
          ),
        ),
      () => {},
    );
    const cards = [...parts.pile.querySelectorAll("button")];
    if (!inside) tabStop(cards, cards[0]);
    else if (!parts.pile.contains(document.activeElement)) {
      tabStop(cards, cards[0]);
      (cards[0] ?? parts.grid.cells.get(parts.grid.active).node).focus();
    }
    const values = { ...options, columns: scene.columns, rows: scene.rows };
    for (const [name, node] of Object.entries(parts.fields)) {
      const value = String(values[name]);
      if (!(name === "dice" && scene.fields.dice)) follow(node, value);
    }
    showWhy(parts.diceWhy, parts.fields.dice, scene.fields.dice);
    // The typed line follows the table, unless somebody is typing or what he typed was refused.
    if (typedAs !== scene.position && !scene.fields.position && !scene.fields.rules && ![parts.position, parts.rulesText].includes(document.activeElement)) {
      typedAs = scene.position;
      parts.position.value = scene.position;
      parts.rulesText.value = scene.rules;
    }
    showWhy(parts.positionWhy, parts.position, scene.fields.position ?? scene.fields.rules);
    setAttribute(parts.rulesText, "aria-invalid", scene.fields.rules ? "true" : null);
    if (!scene.fields.position) setAttribute(parts.position, "aria-invalid", null);
  }

  function showWhy(node, control, why) {
    setText(node, why ?? "");
    node.hidden = !why;
    setAttribute(control, "aria-invalid", why ? "true" : null);
    if (why && !node.id) node.id = `${uid}-why-${control.dataset.name}`;
    setAttribute(control, "aria-describedby", why ? node.id : null);
  }

  // ---------------------------------------------------------------- what happens, step by step

  async function play(frames) {
    const mine = {};
    playing = mine;
    draw();
    parts.grid.unmark();
    tell([]);
    for (const frame of frames) {
      drawCells(frame.cells);
      if (frame.faces) showDice(frame.faces);
      parts.status.append(...frame.said.map((text) => make("span", { text: `${text} ` })));
      await sleep(STEP_MS);
      if (playing !== mine) return;
    }
    finish();
  }

  function showDice(faces) {
    parts.status.append(
      make(
        "span",
        { class: "inaba-x-dice", "aria-hidden": "true" },
        ...faces.slice(0, 10).map((face) => {
          const node = make("span", { class: "inaba-die" });
          drawDie(node, face);
          return node;
        }),
      ),
    );
  }

  /** Show the scene as it is now. */
  function finish() {
    playing = null;
    draw();
    narrate();
  }

  /** What can be done here, where nothing else is to be said. */
  function hint() {
    if (scene.editing) return words["explorer.ui.hand_hint"];
    if (scene.ask.kind === "over") return words["explorer.ui.hint_over"];
    if (scene.outcomes.rows.length) return words[scene.outcomes.fixed ? "explorer.ui.hint_turn_up" : "explorer.ui.hint_chance"];
    if (!scene.moves.rows.length) return scene.trouble ? "" : scene.ask.text;
    return words[scene.draft ? "explorer.ui.draft_hint" : "explorer.ui.hint"];
  }

  /** What happened, what is said, and what is awaited. */
  function narrate() {
    const last = [...scene.trail].reverse().find((frame) => frame.faces);
    tell([...scene.trail.flatMap((frame) => frame.said), scene.said.text], scene.said.tone);
    if (last) showDice(last.faces);
    if (!parts.status.textContent) tell([hint()]);
    const ask = scene.trouble ? scene.trouble.text : scene.trail.length ? scene.ask.text : "";
    if (ask) parts.status.append(make("span", { class: "inaba-unseen", text: ask }));
  }

  function onScene() {
    scene = model.get("scene");
    const fresh = scene.rev !== shown;
    const spoken = scene.said.n !== heard;
    heard = scene.said.n;
    shown = scene.rev;
    if (fresh) {
      choice.forget();
      held = null;
      if (lifted && (!scene.editing || (lifted.rabbit && !cellOf(lifted.at)?.rabbits.includes(lifted.rabbit)) || !cellOf(lifted.at))) lifted = null;
    }
    if (fresh && scene.trail.length > 1 && moving() && root.isConnected) {
      play(scene.trail);
      answered();
      return;
    }
    if (!fresh && playing) {
      answered();
      return; // the show goes on; its end draws this scene
    }
    playing = null;
    draw();
    if (fresh || spoken) narrate();
    answered();
  }

  function onWords() {
    words = model.get("words");
    scene = model.get("scene");
    const held = root.contains(document.activeElement) ? document.activeElement.dataset.name : null;
    const open = [...(parts.setup?.querySelectorAll("details") ?? [])].map((one) => one.open);
    build();
    [...parts.setup.querySelectorAll("details")].forEach((one, i) => (one.open = open[i]));
    typedAs = null;
    draw();
    setLevels();
    narrate();
    if (held) root.querySelector(`[data-name="${held}"]`)?.focus();
  }

  // ----------------------------------------------------------------

  build();
  el.append(root);
  const setLevels = headingLevels(root);
  draw();
  narrate();
  model.on("change:scene", onScene);
  model.on("change:words", onWords);
  return () => {
    clearTimeout(patience);
    model.off("change:scene", onScene);
    model.off("change:words", onWords);
  };
}

export default { render };
