// The board of River in the browser, with frame.js and grid.js before it. Python holds the truth: this file draws the scene that
// it sends, and sends back what a person does. Nodes are made once and changed in place, so that the focus stays
// where it is.

const STEP_MS = 750;
const ROLL_MS = 900;

function render({ model, el }) {
  const uid = `inaba${Math.random().toString(36).slice(2)}`;
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const root = make("div", { class: "inaba-board inaba-river" });
  const sheet = make("div", { class: "inaba-sheet", "aria-hidden": "true" });
  sheet.innerHTML = model.get("art"); // our own drawings, sent by Python
  let scene = model.get("scene");
  let words = model.get("words");
  let parts = {};
  let pickedCard = null;
  let playing = null;
  let auto = false;
  let autoTimer = null;
  let shownRevision = scene.rev;
  let heard = scene.said.n;

  const moving = () => !still.matches;
  const frame = boardFrame({
    model,
    uid,
    scene: () => scene,
    words: () => words,
    home: () => parts.grid.focus(START),
    openNew: () => frame.open(parts.dialogNew),
  });
  const { say, sleep, send, ask, answered, tell, tellMore, button, field, select, seating, firstPlayer, dialog } = frame;

  // ---------------------------------------------------------------- choosing

  const kind = () => scene.ask.kind;
  const named = (at) => (at === START ? say("board.ui.start") : at === GOAL ? say("board.ui.goal") : at);
  const choice = chooser({
    scene: () => scene,
    say: (key, data) => say(key, data),
    named,
    tell: (sentences, tone) => tell(sentences, tone),
    move: (move) => send({ do: "move", move }),
    draw: () => drawChoices(),
  });

  function pickCard(card, at) {
    if (kind() === "keep") {
      send({ do: "move", move: `+${card.card}` });
      return;
    }
    if (kind() !== "lay") return;
    pickedCard = pickedCard === at ? null : at;
    drawChoices();
    tell([pickedCard === null ? say("board.ui.dropped") : say("board.ui.card_picked", { card: card.label })]);
  }

  function drop() {
    if (pickedCard === null) choice.drop();
    else {
      pickedCard = null;
      drawChoices();
      tell([say("board.ui.dropped")]);
    }
  }

  /** A square, or a rabbit on it, was pressed. */
  function press(at, rabbit) {
    if (playing) {
      finish();
      return;
    }
    switch (kind()) {
      case "choose":
        choice.press(at, rabbit);
        break;
      case "ride":
        send({ do: "move", move: `>${at}` });
        break;
      case "peek":
        send({ do: "move", move: `!${at}` });
        break;
      case "lay":
        if (pickedCard === null) tell([say("board.ui.pick_card")], "refused");
        else send({ do: "move", move: `${scene.kept[pickedCard].card}@${at}` });
        break;
      case "roll":
      case "pass":
      case "wait":
      case "stuck":
        go();
        break;
      default:
        tell([scene.ask.text]);
    }
  }

  /** The button of what is due: roll, pass, next. */
  function go() {
    if (playing) {
      finish();
      return;
    }
    switch (kind()) {
      case "roll":
        send({ do: "roll" });
        break;
      case "pass":
        send({ do: "move", move: "pass" });
        break;
      case "wait":
      case "stuck":
        send({ do: "next" });
        break;
      case "look":
        send({ do: "look", at: null });
        break;
      case "faces":
        typeFaces();
        break;
      case "show":
        send({ do: "show", player: scene.ask.player });
        break;
      default:
    }
  }

  function typeFaces() {
    const faces = [...parts.faces.querySelectorAll("fieldset")].map(
      (one) => one.querySelector("input:checked")?.value ?? one.querySelector("input[type=number]")?.value ?? "",
    );
    if (faces.includes("")) tell([say("board.ui.faces_missing")], "refused");
    else send({ do: "faces", faces: faces.join(",") });
  }

  // ---------------------------------------------------------------- building

  function build() {
    root.lang = words.lang;
    const grid = riverGrid({ label: words["board.ui.grid"], named, moving, active: parts.grid?.active });
    parts = {
      ask: make("p", { class: "inaba-ask" }),
      players: make("div", { class: "inaba-players", role: "group", "aria-label": words["board.ui.players"] }),
      grid,
      water: make("div", { class: "inaba-water" }, grid.node),
      act: make("div", { class: "inaba-act" }),
      dice: make("div", { class: "inaba-dice", role: "img" }),
      faces: make("div", { class: "inaba-faces" }),
      hand: make("div", { class: "inaba-hand", role: "group" }),
      shows: make("div", { class: "inaba-shows" }),
      ...frame.build({ game: words["board.ui.game"], rules: "board.ui.rules_text" }),
    };
    parts.go = button("board.ui.roll", "inaba-go", go);
    parts.auto = button("board.ui.auto", "inaba-auto", toggleAuto, { "aria-pressed": "false" });
    parts.hide = button("board.ui.hide_cards", "inaba-hide", () => send({ do: "show", player: 0 }));
    parts.act.append(parts.dice, parts.faces, parts.shows, parts.hand, make("div", { class: "inaba-goes" }, parts.go, parts.auto, parts.hide));

    parts.dialogNew = dialogNew();
    root.replaceChildren(
      sheet,
      make("div", { class: "inaba-frame", role: "group", "aria-label": words["board.ui.game"] }, parts.ask, parts.players, parts.water, parts.act, parts.status, parts.bar, parts.advice, parts.history),
      ...[parts.dialogNew, parts.position, parts.record].map((one) => one.node),
    );
    grid.node.addEventListener("click", (event) => {
      const cell = event.target.closest("[data-at]");
      if (!cell) return;
      parts.grid.focus(cell.dataset.at);
      press(cell.dataset.at, Number(event.target.closest("[data-rabbit]")?.dataset.rabbit ?? 0));
    });
    grid.node.addEventListener("keydown", onKey);
    grid.node.addEventListener("focusin", (event) => {
      const at = event.target.closest("[data-at]")?.dataset.at;
      if (at && at !== parts.grid.active) parts.grid.setActive(at);
    });
    parts.faces.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && !event.repeat) typeFaces();
    });
    shape();
  }

  /** Build the grid of a river of another size, and tell the style sheet how large it is. */
  function shape() {
    root.style.setProperty("--columns", scene.columns);
    root.style.setProperty("--rows", scene.rows);
    parts.grid.shape(scene.columns, scene.rows);
  }

  // ---------------------------------------------------------------- the keyboard

  function onKey(event) {
    if (parts.grid.step(event)) {
      event.preventDefault();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter" || event.key === " ") {
      if (!event.repeat) press(parts.grid.active, 0);
    } else if (/^[1-4]$/.test(event.key)) {
      if (playing) finish();
      choice.pick(Number(event.key));
    } else if (event.key.toLowerCase() === "r") {
      if (kind() === "roll") go();
      else tell([scene.ask.text]);
    } else if (event.key === "Escape") {
      if (playing) finish();
      drop();
    } else return;
    event.preventDefault();
  }

  keepKeys(root);

  // ---------------------------------------------------------------- drawing

  function draw() {
    shape();
    setText(parts.ask, scene.ask.text);
    parts.ask.dataset.kind = kind();
    drawPlayers();
    drawCells(scene.cells);
    drawChoices();
    drawAction();
    frame.draw();
  }

  function drawPlayers(turn = null) {
    reconcile(
      parts.players,
      scene.players,
      (one) => one.player,
      (one) => {
        const node = make("button", { type: "button", class: "inaba-player", onclick: () => (playing ? finish() : choice.pick(one.player)) });
        node.append(
          drawing(`rabbit-${one.player}`, "inaba-face"),
          make("span", { class: "inaba-who" }),
          make("span", { class: "inaba-where" }),
          make("span", { class: "inaba-mind" }),
        );
        return node;
      },
      (node, one) => {
        const turns = turn === null ? one.turn : turn === one.player;
        redraw(node.children[0], one.resting && turn === null ? `resting-${one.player}` : `rabbit-${one.player}`);
        setText(node.children[1], one.name);
        const tags = [one.at, turns && say("board.ui.turn"), one.resting && say("board.ui.resting"), one.share === "1" && "★"];
        setText(node.children[2], tags.filter(Boolean).join(" · "));
        setText(node.children[3], one.computer);
        node.classList.toggle("inaba-turn", turns);
      },
    );
  }

  function drawCells(list) {
    const resting = list === scene.cells ? scene.players.filter((one) => one.resting).map((one) => one.player) : [];
    parts.grid.draw(list, {
      players: scene.players.length,
      resting: new Set(resting),
      side: /orca=side/.test(scene.rules),
    });
  }

  /** Where one can go, what is picked, and the chances of moves. */
  function drawChoices() {
    const choosing = kind() === "choose";
    parts.grid.mark({
      ask: scene.ask,
      picked: choice.picked,
      rows: scene.advice?.rows ?? [],
      open: kind() !== "lay" || pickedCard !== null,
      say,
      comma: words.lang === "ja" ? "、" : ", ",
    });
    scene.players.forEach((one, i) => {
      const node = parts.players.children[i];
      setAttribute(node, "aria-pressed", choosing ? String(choice.picked === one.player) : null);
      node.classList.toggle("inaba-can", choosing && String(one.player) in scene.ask.to);
    });
    [...parts.hand.querySelectorAll("button")].forEach((node, i) =>
      setAttribute(node, "aria-pressed", kind() === "lay" ? String(pickedCard === i) : null),
    );
  }

  /** Hide a part; the focus, if it was inside, goes back to the board. */
  function hide(node, hidden) {
    if (hidden && !node.hidden && node.contains(document.activeElement)) {
      node.hidden = true;
      parts.grid.focus(parts.grid.active);
    } else node.hidden = hidden;
  }

  function drawAction() {
    const goes = {
      roll: "board.ui.roll",
      pass: "board.ui.pass",
      wait: "board.ui.next",
      stuck: "board.ui.retry",
      look: "board.ui.back",
      faces: "board.ui.enter_faces",
    }[kind()];
    if (goes) setText(parts.go, words[goes]);
    drawFaces();
    hide(parts.go, !goes);
    hide(parts.auto, kind() !== "wait");
    const last = [...scene.trail.frames].reverse().find((frame) => frame.faces);
    if (last) showDice(last.faces);
    parts.dice.hidden = !last || scene.looking !== null;
    drawHand();
  }

  function showDice(faces) {
    reconcile(
      parts.dice,
      faces.map((face, i) => ({ face, i })),
      (one) => one.i,
      () => make("span", { class: "inaba-die" }),
      (node, { face }) => drawDie(node, face),
    );
    const total = say("board.ui.total", { total: faces.reduce((a, b) => a + b, 0) });
    parts.dice.setAttribute("aria-label", `${words["board.ui.dice"]}: ${faces.join(" + ")}, ${total}`);
    parts.dice.hidden = false;
  }

  function drawFaces() {
    const dice = kind() === "faces" ? scene.ask.dice : [];
    const shape = JSON.stringify([dice, scene.rev]);
    if (parts.faces.dataset.shape === shape) return;
    if (!dice.length) hide(parts.faces, true);
    const inside = parts.faces.contains(document.activeElement);
    parts.faces.dataset.shape = shape;
    parts.faces.replaceChildren(
      ...dice.map((faces, i) => {
        const legend = make("legend", { text: say("board.ui.die", { n: i + 1 }) });
        if (faces.length > 12) {
          const input = make("input", { type: "number", min: faces[0], max: faces[faces.length - 1], "aria-label": say("board.ui.die", { n: i + 1 }) });
          return make("fieldset", {}, legend, input);
        }
        const labels = faces.map((face) => {
          const input = make("input", { type: "radio", name: `${uid}-die-${i}`, value: face });
          const shown = make("span", { class: "inaba-die" });
          drawDie(shown, face);
          return make("label", { class: "inaba-choice" }, input, shown, make("span", { class: "inaba-unseen", text: String(face) }));
        });
        return make("fieldset", {}, legend, ...labels);
      }),
    );
    parts.faces.hidden = !dice.length;
    if (inside && dice.length) parts.faces.querySelector("input").focus();
  }

  function drawHand() {
    const turn = ["keep", "lay"].includes(kind()) ? [] : scene.show.filter((p) => p !== scene.viewer);
    const asking = kind() === "show" ? [scene.ask.player] : turn;
    reconcile(
      parts.shows,
      scene.looking === null ? asking : [],
      (p) => p,
      (p) => make("button", { type: "button", class: "inaba-button", onclick: () => send({ do: "show", player: p }) }),
      (node, p) => {
        node.classList.toggle("inaba-main", kind() === "show");
        setText(node, say("board.ui.show_cards", { player: p }));
      },
    );
    hide(parts.shows, !parts.shows.children.length);
    const cards = kind() === "keep" ? scene.hand : scene.kept;
    const both = kind() === "keep" ? [...scene.hand, ...scene.kept.map((card) => ({ ...card, kept: true }))] : cards;
    parts.hand.setAttribute("aria-label", words[kind() === "keep" ? "board.ui.hand" : "board.ui.kept"]);
    const focused = [...parts.hand.children].indexOf(document.activeElement);
    reconcile(
      parts.hand,
      both,
      (card, i) => `${scene.rev} ${card.card} ${card.kept ?? ""} ${i}`,
      (card, i) => {
        const node = make(card.kept ? "span" : "button", { class: "inaba-held-card" });
        if (!card.kept) {
          node.type = "button";
          node.addEventListener("click", () => pickCard(card, i));
        }
        const number = /^[0-9]/.test(card.card) ? card.card : "";
        node.append(drawing(card.kind, "inaba-animal"), make("span", { class: "inaba-points", "aria-hidden": "true", text: number }), make("span", { class: "inaba-caption", text: card.label }));
        return node;
      },
      () => {},
    );
    if (focused >= 0 && !parts.hand.contains(document.activeElement)) {
      (parts.hand.querySelectorAll("button")[focused] ?? parts.grid.cells.get(parts.grid.active).node).focus();
    }
    parts.hand.hidden = !both.length;
    hide(parts.hide, !(scene.show.length && scene.viewer));
  }

  // ---------------------------------------------------------------- what happens, step by step

  async function play(frames) {
    const mine = {};
    playing = mine;
    parts.grid.unmark();
    hide(parts.go, true);
    tell([]);
    for (const frame of frames) {
      if (frame.faces) await roll(frame.faces, mine);
      if (playing !== mine) return;
      drawCells(frame.cells);
      tellMore(frame.said);
      await sleep(STEP_MS);
      if (playing !== mine) return;
    }
    finish();
  }

  async function roll(faces, mine) {
    const until = performance.now() + ROLL_MS;
    parts.dice.classList.add("inaba-rolling");
    while (performance.now() < until && playing === mine) {
      showDice(faces.map((face) => (face <= 6 ? 1 + Math.floor(Math.random() * 6) : face)));
      await sleep(90);
    }
    parts.dice.classList.remove("inaba-rolling");
    if (playing === mine) showDice(faces);
  }

  /** Show the scene as it is now, and say what has happened. */
  function finish() {
    const silent = playing !== null && parts.status.childElementCount > 0;
    playing = null;
    parts.dice.classList.remove("inaba-rolling");
    draw();
    const sentences = scene.trail.frames.flatMap((frame) => frame.said);
    if (silent && parts.status.childElementCount === sentences.length) {
      if (scene.said.text) tellMore([scene.said.text]);
      parts.status.dataset.tone = scene.said.tone;
      parts.status.append(make("span", { class: "inaba-unseen", text: scene.ask.text }));
    } else tell([...sentences, scene.said.text], scene.said.tone, scene.ask.text);
    goOnByItself();
  }

  function toggleAuto() {
    auto = !auto;
    setAttribute(parts.auto, "aria-pressed", String(auto));
    setText(parts.auto, words[auto ? "board.ui.stop" : "board.ui.auto"]);
    goOnByItself();
  }

  function goOnByItself() {
    clearTimeout(autoTimer);
    if (auto && kind() === "wait" && root.isConnected) autoTimer = setTimeout(() => send({ do: "next" }), 600);
  }

  function onScene() {
    scene = model.get("scene");
    const fresh = scene.rev !== shownRevision;
    if (fresh) {
      choice.forget();
      pickedCard = null;
    }
    frame.settled();
    const frames = scene.trail.frames;
    if (fresh && frames.length && moving() && root.isConnected && scene.looking === null) {
      shownRevision = scene.rev;
      heard = scene.said.n;
      shape();
      play(frames); // what is awaited then, or who has won, is told when it has been seen
      answered();
      return;
    }
    if (!fresh && playing) {
      answered();
      return; // the show goes on; its end draws this scene
    }
    playing = null;
    draw();
    if (fresh) tell([...frames.flatMap((frame) => frame.said), scene.said.text], scene.said.tone, scene.ask.text);
    else if (scene.said.n !== heard) tell([scene.said.text], scene.said.tone, scene.ask.text);
    shownRevision = scene.rev;
    heard = scene.said.n;
    answered();
    goOnByItself();
  }

  function onWords() {
    words = model.get("words");
    scene = model.get("scene");
    const inside = root.contains(document.activeElement);
    build();
    draw();
    if (inside) parts.language.focus();
  }

  // ---------------------------------------------------------------- forms

  function dialogNew() {
    const range = (from, to) => Array.from({ length: to - from + 1 }, (_, i) => [String(from + i), String(from + i)]);
    const o = scene.options;
    const first = firstPlayer(o.most);
    const seats = seating(o, first.shape);
    const decks = o.decks.map(([name, cards]) => [name, say({ standard: "board.ui.deck_standard", classroom: "board.ui.deck_classroom" }[name], { cards })]);
    const deck = select([...decks, ["", words["board.ui.deck_own"]]]);
    const own = field("board.ui.deck_text", make("input", { type: "text", spellcheck: "false", autocomplete: "off" }), "deck");
    const shape = () => (own.hidden = deck.value !== "");
    deck.addEventListener("change", shape);
    const more = make(
      "details",
      {},
      make("summary", { text: words["board.ui.more"] }),
      make(
        "div",
        { class: "inaba-fields" },
        field("board.ui.columns", select(range(1, 8)), "columns"),
        field("board.ui.rows", select(range(1, 8)), "rows"),
        field("board.ui.orca", select([["back", words["board.ui.orca_back"]], ["side", words["board.ui.orca_side"]]]), "orca"),
        field("board.ui.rest", select([["next", words["board.ui.rest_next"]], ["owner", words["board.ui.rest_owner"]]]), "rest"),
        field("board.ui.dice_text", make("input", { type: "text", spellcheck: "false", autocomplete: "off" }), "dice"),
        field("board.ui.setup", select([["shuffled", words["board.ui.setup_shuffled"]], ["draft", words["board.ui.setup_draft"]]]), "setup"),
        field("board.ui.seed", make("input", { type: "text", inputmode: "numeric", autocomplete: "off" }), "seed"),
      ),
    );
    const begin = button("board.ui.begin", "inaba-main", submit, { type: "submit" });
    const one = dialog(
      "board.ui.new",
      [
        ...seats.fields,
        field("board.ui.deck", deck, "deckname"),
        own,
        field("board.ui.dice_how", select([["roll", words["board.ui.dice_roll"]], ["typed", words["board.ui.dice_typed"]]]), "how"),
        field("board.ui.first", first.one, "first"),
        more,
      ],
      [begin],
    );
    function submit() {
      const value = (name) => one.form.elements.namedItem(name).value;
      ask(
        {
          do: "new",
          options: {
            players: seats.count(),
            seats: seats.seats(),
            deck: value("deckname") || value("deck"),
            columns: Number(value("columns")),
            rows: Number(value("rows")),
            orca: value("orca"),
            rest: value("rest"),
            dice: value("dice").trim(),
            how: value("how"),
            setup: value("setup"),
            first: Number(value("first")),
            seed: value("seed").trim(),
          },
        },
        (reply) => {
          one.answer(reply);
          if (reply.ok) parts.grid.focus(START);
        },
      );
    }
    one.open = () => {
      const now = scene.options;
      const put = (name, value) => (one.form.elements.namedItem(name).value = value);
      seats.open(now);
      put("deckname", now.decks.some(([name]) => name === now.deck) ? now.deck : "");
      put("deck", now.decks.some(([name]) => name === now.deck) ? "" : now.deck);
      for (const name of ["columns", "rows", "orca", "rest", "dice", "how", "setup", "first"]) put(name, now[name]);
      put("seed", "");
      shape();
    };
    return one;
  }

  // ----------------------------------------------------------------

  build();
  el.append(root);
  draw();
  tell([scene.said.text || (kind() === "choose" ? words["board.ui.hint"] : "")], scene.said.tone);
  goOnByItself();
  model.on("change:scene", onScene);
  model.on("change:words", onWords);
  return () => {
    clearTimeout(autoTimer);
    frame.settled();
    model.off("change:scene", onScene);
    model.off("change:words", onWords);
  };
}

export default { render };
