// The puzzle player in the browser, with grid.js before it. Python judges and writes every word and number: this file
// draws the scene that it sends, and sends back what a person does. Nodes are kept and changed in place, so that the
// focus stays where it is.

const PATIENCE_MS = 15000;

function render({ model, el }) {
  const uid = `puzzle${Math.random().toString(36).slice(2)}`;
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const root = make("section", { class: "inaba-board inaba-river inaba-puzzles" });
  const sheet = make("div", { class: "inaba-sheet", "aria-hidden": "true" });
  sheet.innerHTML = model.get("art"); // our own drawings, sent by Python
  let scene = model.get("scene");
  let words = model.get("words");
  let parts = {};
  let heard = scene.said.n;
  let sent = 0;
  let patience = null;
  let typedOf = ""; // the puzzle and answer that the field was filled for

  const say = (key, data = {}) =>
    Object.entries(data).reduce((text, [name, value]) => text.replaceAll(`{${name}}`, String(value)), words[key]);
  const moving = () => !still.matches;
  const named = (at) => (at === START ? say("board.ui.start") : at === GOAL ? say("board.ui.goal") : at);

  // ---------------------------------------------------------------- messages

  function send(message) {
    sent += 1;
    clearTimeout(patience);
    patience = setTimeout(() => tell([say("board.ui.waiting")], "trouble"), PATIENCE_MS);
    try {
      model.send({ ...message, ask: `${uid}-${sent}` });
    } catch {
      clearTimeout(patience);
      tell([say("board.ui.gone")], "trouble");
    }
  }

  const answer = (text) => send({ do: "answer", of: scene.puzzle.name, text });

  function onScene() {
    const before = scene.puzzle.name;
    scene = model.get("scene");
    if (scene.reply.to === `${uid}-${sent}`) clearTimeout(patience);
    if (scene.puzzle.name !== before) choice.forget();
    draw();
    if (scene.said.n !== heard) {
      heard = scene.said.n;
      tell(scene.said.lines, scene.said.tone);
    }
  }

  function onWords() {
    words = model.get("words");
    const held = root.contains(document.activeElement) ? document.activeElement.dataset.name : null;
    build();
    draw();
    setLevels();
    tell(scene.said.lines, scene.said.tone);
    if (held) root.querySelector(`[data-name="${held}"]`)?.focus();
  }

  /** Put sentences into the live region; new nodes, so that the same words are read again. */
  function tell(lines, tone = "info") {
    parts.status.dataset.tone = tone;
    parts.status.replaceChildren(...lines.filter(Boolean).map((text) => make("p", { text })));
  }

  // ---------------------------------------------------------------- answering on the river

  /** What may be chosen on the board, and the words for how one answers. */
  const asked = () => ({ ...scene.stage.ask, text: scene.puzzle.how });

  const choice = chooser({
    scene: () => ({ ...scene.stage, ask: asked() }),
    say,
    named,
    tell: (lines, tone) => tell(lines, tone),
    move: (move) => {
      choice.forget();
      answer(move);
    },
    draw: () => drawMarks(),
  });

  function press(at, rabbit) {
    const ask = asked();
    if (ask.kind === "choose") choice.press(at, rabbit);
    else if (ask.kind === "peek" && ask.to[""].includes(at)) answer(`!${at}`);
    else if (ask.kind === "square" && ask.to[""].includes(at)) answer(at);
    else tell([ask.text]);
  }

  function onKey(event) {
    if (parts.grid.step(event)) {
      event.preventDefault();
      return;
    }
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      if (!event.repeat) press(parts.grid.active, 0);
    } else if (event.key === "Escape") choice.drop();
    else if (/^[1-4]$/.test(event.key)) choice.pick(Number(event.key));
  }

  // ---------------------------------------------------------------- building

  function button(key, name, onclick, attributes = {}) {
    return make("button", { type: "button", class: "inaba-button", "data-name": name, onclick, text: words[key], ...attributes });
  }

  /** A list to choose from, with its label. */
  function selection(key, name, message) {
    const node = make("select", { id: `${uid}-${name}`, "data-name": name });
    node.addEventListener("change", () => send(message(node.value)));
    parts.selects[name] = node;
    return make("div", { class: "inaba-field" }, make("label", { for: node.id, text: words[key] }), node);
  }

  function build() {
    root.lang = words.lang;
    root.setAttribute("aria-label", words["player.ui.title"]);
    typedOf = "";
    const grid = riverGrid({ label: words["player.ui.grid"], named, moving, active: parts.grid?.active });
    parts = {
      grid,
      selects: {},
      bar: make("div", { class: "inaba-p-done", "aria-hidden": "true" }, make("span")),
      progress: make("p", { class: "inaba-p-progress" }),
      status: make("div", { class: "inaba-status", role: "status", "aria-live": "polite" }),
      kicker: make("p", { class: "inaba-p-kicker" }),
      title: makeHeading(0, { class: "inaba-p-title", id: `${uid}-title` }),
      question: make("p", { class: "inaba-p-question" }),
      facts: make("ul", { class: "inaba-p-facts" }),
      water: make("div", { class: "inaba-water" }, grid.node),
      picture: make("img", { class: "inaba-p-picture" }),
      how: make("p", { class: "inaba-p-how", id: `${uid}-how` }),
      options: make("div", { class: "inaba-p-options", role: "group", "aria-label": words["player.ui.answers"] }),
      hints: make("ol", { class: "inaba-p-hints", "aria-label": words["player.ui.hints"], "aria-live": "polite" }),
      idea: make("p", { class: "inaba-p-idea-text" }),
      notKept: make("p", { class: "inaba-error", text: words["player.ui.not_kept"] }),
    };
    // A picture may be wider than a telephone: then it is scrolled, by keyboard too.
    parts.table = make("div", { class: "inaba-p-table", tabindex: "0", role: "region", "aria-label": words["player.ui.picture"] }, parts.picture);
    parts.daily = button("player.ui.daily", "daily", () => send({ do: "daily" }));
    parts.language = button("board.ui.language", "language", () => send({ do: "language", lang: words.lang === "ja" ? "en" : "ja" }), {
      lang: words.lang === "ja" ? "en" : "ja",
    });
    parts.previous = button("player.ui.previous", "previous", () => send({ do: "step", by: -1 }), {
      text: "◀",
      "aria-label": words["player.ui.previous"],
      title: words["player.ui.previous"],
    });
    parts.after = button("player.ui.next", "after", () => send({ do: "step", by: 1 }), {
      text: "▶",
      "aria-label": words["player.ui.next"],
      title: words["player.ui.next"],
    });
    parts.place = make("span", { class: "inaba-p-place" });
    parts.hint = button("player.ui.hint", "hint", () => send({ do: "hint", of: scene.puzzle.name }));
    parts.show = button("player.ui.solution", "solution", () => send({ do: "solution", of: scene.puzzle.name }));
    parts.next = button("player.ui.next", "next", () => send({ do: "step", by: 1 }));
    parts.input = make("input", {
      id: `${uid}-number`,
      type: "text",
      autocomplete: "off",
      autocapitalize: "off",
      spellcheck: "false",
      maxlength: "100",
      "data-name": "number",
    });
    parts.input.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && !event.isComposing) answer(parts.input.value);
    });
    parts.number = make(
      "div",
      { class: "inaba-field inaba-p-number" },
      make("label", { for: parts.input.id, text: words["player.ui.number"] }),
      make("div", { class: "inaba-p-typed" }, parts.input, button("player.ui.check", "check", () => answer(parts.input.value), { class: "inaba-button inaba-main" })),
    );
    parts.ideaBox = make(
      "section",
      { class: "inaba-p-idea", "aria-label": words["player.ui.idea"] },
      make("div", { class: "inaba-heading", "aria-hidden": "true", text: words["player.ui.idea"] }),
      parts.idea,
    );
    parts.frame = make(
      "div",
      { class: "inaba-p-frame" },
      make("div", { class: "inaba-p-asked" }, parts.kicker, parts.title, parts.question, parts.facts),
      parts.water,
      parts.table,
      make(
        "div",
        { class: "inaba-p-side", role: "group", "aria-labelledby": parts.title.id },
        parts.how,
        parts.options,
        parts.number,
        parts.status,
        parts.hints,
        parts.ideaBox,
        make("div", { class: "inaba-buttons" }, parts.hint, parts.show, parts.next),
        parts.notKept,
      ),
    );
    // All as they stand in the lists: a second choice may come before the answer to the first.
    const choose = () => {
      const [game = "", kind = ""] = parts.selects.kind.value.split("/");
      return { do: "choose", game: game || parts.selects.game.value, kind, level: Number(parts.selects.level.value) };
    };
    // A kind is of one game: with another game there are other kinds.
    const play = (game) => ({ do: "choose", game, kind: "", level: Number(parts.selects.level.value) });
    root.replaceChildren(
      sheet,
      make(
        "div",
        { class: "inaba-p-bar" },
        make("div", { class: "inaba-p-name", text: words["player.ui.title"] }),
        make("div", { class: "inaba-p-far" }, parts.progress, parts.bar),
        parts.daily,
        parts.language,
      ),
      make(
        "div",
        { class: "inaba-p-choose" },
        selection("player.ui.game", "game", play),
        selection("player.ui.kind", "kind", choose),
        selection("player.ui.level", "level", choose),
        selection("player.ui.puzzle", "puzzle", (name) => ({ do: "open", name })),
        make("div", { class: "inaba-p-steps" }, parts.previous, parts.place, parts.after),
      ),
      parts.frame,
    );
    grid.node.addEventListener("click", (event) => {
      const cell = event.target.closest("[data-at]");
      if (!cell) return;
      grid.focus(cell.dataset.at);
      press(cell.dataset.at, Number(event.target.closest("[data-rabbit]")?.dataset.rabbit ?? 0));
    });
    grid.node.addEventListener("keydown", onKey);
    grid.node.addEventListener("focusin", (event) => {
      const at = event.target.closest("[data-at]")?.dataset.at;
      if (at && at !== grid.active) grid.setActive(at);
    });
  }

  // ---------------------------------------------------------------- drawing

  function drawSelect(name, items, value) {
    const node = parts.selects[name];
    reconcile(
      node,
      items,
      (item) => item.value,
      (item) => make("option", { value: item.value }),
      (option, item) => setText(option, item.text),
    );
    if (node.value !== String(value)) node.value = String(value);
  }

  function drawOptions() {
    parts.options.hidden = scene.options.length === 0;
    parts.options.dataset.form = scene.form;
    reconcile(
      parts.options,
      scene.options,
      (option) => option.value,
      (option) =>
        make(
          "button",
          { type: "button", class: "inaba-button inaba-p-option", "data-name": `option-${option.value}`, onclick: () => answer(option.value) },
          make("span", { class: "inaba-p-sign", "aria-hidden": "true" }),
          make("span", { class: "inaba-p-text" }),
          make("span", { class: "inaba-p-note" }),
          make("span", { class: "inaba-unseen" }),
        ),
      (node, option) => {
        const [sign, text, note, unseen] = node.children;
        node.dataset.state = option.state;
        setText(sign, { right: "★", wrong: "✗" }[option.state] ?? "");
        setText(text, option.text);
        setText(note, option.note);
        setText(unseen, { right: ` ${words["player.ui.right"]}`, wrong: ` ${words["player.ui.wrong"]}` }[option.state] ?? "");
      },
    );
  }

  function drawMarks() {
    const { values } = scene.stage;
    parts.grid.mark({ ask: asked(), picked: choice.picked, rows: values, say, comma: words.lang === "ja" ? "、" : ", " });
  }

  /** The position: on the board, or as its picture. */
  function drawStage() {
    const { stage } = scene;
    const board = stage.kind === "board";
    parts.water.hidden = !board;
    parts.table.hidden = board;
    parts.frame.dataset.stage = stage.kind;
    if (board) {
      root.style.setProperty("--columns", stage.columns);
      root.style.setProperty("--rows", stage.rows);
      parts.grid.shape(stage.columns, stage.rows);
      parts.grid.draw(stage.cells, { players: stage.players.length, resting: new Set(stage.resting), side: stage.side });
      drawMarks();
    } else {
      setAttribute(parts.picture, "alt", stage.alt);
      setAttribute(parts.picture, "src", `data:image/svg+xml;charset=utf-8,${encodeURIComponent(model.get("picture"))}`);
    }
  }

  function draw() {
    const { puzzle, progress } = scene;
    setText(parts.progress, progress.text);
    parts.bar.firstChild.style.width = `${(100 * progress.done) / progress.of}%`;
    setAttribute(parts.daily, "aria-pressed", String(puzzle.today));
    drawSelect("game", scene.games, scene.game);
    drawSelect("kind", scene.kinds, scene.kind);
    drawSelect("level", scene.levels, scene.level);
    drawSelect("puzzle", scene.list, puzzle.name);
    setText(parts.place, scene.place);
    reconcile(
      parts.kicker,
      [
        ["game", puzzle.game],
        ["kind", puzzle.kind],
        ["stars", puzzle.stars],
        ...(puzzle.today ? [["today", words["player.ui.today"]]] : []),
        ...(puzzle.solved ? [["solved", `✔ ${words["player.ui.solved"]}`]] : []),
      ],
      ([name]) => name,
      ([name]) => make("span", { "data-part": name }),
      (node, [name, text]) => {
        if (name !== "stars") setText(node, text);
        else if (node.dataset.level !== puzzle.level) {
          node.dataset.level = puzzle.level;
          node.replaceChildren(make("span", { "aria-hidden": "true", text }), make("span", { class: "inaba-unseen", text: puzzle.level }));
        }
      },
    );
    setText(parts.title, puzzle.title);
    setText(parts.question, puzzle.question);
    reconcile(parts.facts, puzzle.facts, (fact) => fact, () => make("li"), setText);
    parts.facts.hidden = puzzle.facts.length === 0;
    setText(parts.how, puzzle.how);
    parts.how.hidden = scene.solution !== "";
    drawStage();
    drawOptions();
    parts.number.hidden = scene.form !== "number";
    const typed = `${puzzle.name} ${scene.typed}`;
    if (typedOf !== typed) {
      typedOf = typed;
      parts.input.value = scene.typed;
    }
    reconcile(
      parts.hints,
      scene.hints,
      (hint) => `${puzzle.name} ${hint.name}`,
      () => make("li", {}, make("strong"), make("span")),
      (node, hint) => {
        setText(node.firstChild, hint.name);
        setText(node.lastChild, hint.text);
      },
    );
    parts.hint.hidden = scene.hints_left === 0 || scene.solution !== "";
    setText(parts.hint, words[scene.hints.length ? "player.ui.more_hint" : "player.ui.hint"]);
    parts.show.hidden = !scene.may_show;
    parts.next.classList.toggle("inaba-main", scene.solution !== "");
    setText(parts.idea, scene.solution);
    parts.ideaBox.hidden = scene.solution === "";
    parts.notKept.hidden = scene.kept;
  }

  const setLevels = headingLevels(root);
  build();
  keepKeys(root);
  draw();
  tell(scene.said.lines, scene.said.tone);
  el.replaceChildren(root);
  model.on("change:scene", onScene);
  model.on("change:words", onWords);
  return () => {
    clearTimeout(patience);
    model.off("change:scene", onScene);
    model.off("change:words", onWords);
  };
}

export default { render };
