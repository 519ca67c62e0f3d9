// The board of River in the browser, with grid.js before it. Python holds the truth: this file draws the scene that
// it sends, and sends back what a person does. Nodes are made once and changed in place, so that the focus stays
// where it is.

const STEP_MS = 750;
const ROLL_MS = 900;
const PATIENCE_MS = 8000;

function render({ model, el }) {
  const uid = `inaba${Math.random().toString(36).slice(2)}`;
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const root = make("div", { class: "inaba-board" });
  const sheet = make("div", { class: "inaba-sheet", "aria-hidden": "true" });
  sheet.innerHTML = model.get("art"); // our own drawings, sent by Python
  let scene = model.get("scene");
  let words = model.get("words");
  let parts = {};
  let pickedCard = null;
  let busy = null;
  let token = 0;
  let playing = null;
  let auto = false;
  let autoTimer = null;
  let shownRevision = scene.rev;
  let heard = scene.said.n;
  const waiting = new Map();
  let later = null;

  const say = (key, data = {}) =>
    Object.entries(data).reduce((text, [name, value]) => text.replaceAll(`{${name}}`, String(value)), words[key]);
  const moving = () => !still.matches;
  const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

  // ---------------------------------------------------------------- messages

  function send(message) {
    if (busy) return false;
    busy = setTimeout(() => {
      busy = null;
      tell([say("board.ui.waiting")], "trouble");
    }, PATIENCE_MS);
    post({ rev: scene.rev, ...message });
    return true;
  }

  /** Hand a message to the kernel; where that was restarted or ended, say so. */
  function post(message) {
    try {
      model.send(message);
    } catch {
      clearTimeout(busy);
      busy = null;
      tell([say("board.ui.gone")], "trouble");
    }
  }

  /** Send a form; `then` is called with the answer to it. */
  function ask(message, then) {
    token += 1;
    const name = `${uid}-${token}`;
    waiting.set(name, then);
    const form = { ...message, ask: name };
    // A form that is sent while another answer is awaited must not be lost: it goes when that has come.
    if (!send(form)) later = () => send(form);
  }

  function answered() {
    const next = later;
    later = null;
    next?.();
    const then = waiting.get(scene.reply.to);
    if (then) {
      waiting.delete(scene.reply.to);
      then(scene.reply);
    }
  }

  // ---------------------------------------------------------------- what is said

  /** Put sentences into the live region; new nodes, so that the same words are read again. */
  function tell(sentences, tone = "info", hidden = "") {
    parts.status.dataset.tone = tone;
    const lines = sentences.filter(Boolean).map((text) => make("span", { text: `${text} ` }));
    if (hidden) lines.push(make("span", { class: "inaba-unseen", text: hidden }));
    parts.status.replaceChildren(...lines);
  }

  function tellMore(sentences) {
    parts.status.append(...sentences.map((text) => make("span", { text: `${text} ` })));
  }

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

  function button(key, className, onclick, attributes = {}) {
    return make("button", { type: "button", class: `inaba-button ${className}`, onclick, text: words[key], ...attributes });
  }

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
      status: make("div", { class: "inaba-status", role: "status", "aria-live": "polite" }),
      advice: make("section", { class: "inaba-advice", "aria-label": words["board.ui.advice"] }),
      moves: make("ol", { class: "inaba-moves" }),
    };
    parts.go = button("board.ui.roll", "inaba-go", go);
    parts.auto = button("board.ui.auto", "inaba-auto", toggleAuto, { "aria-pressed": "false" });
    parts.hide = button("board.ui.hide_cards", "inaba-hide", () => send({ do: "show", player: 0 }));
    parts.act.append(parts.dice, parts.faces, parts.shows, parts.hand, make("div", { class: "inaba-goes" }, parts.go, parts.auto, parts.hide));

    parts.undo = button("board.ui.undo", "", () => send({ do: "undo" }));
    parts.redo = button("board.ui.redo", "", () => send({ do: "redo" }));
    parts.toggleAdvice = button("board.ui.advice", "", () => send({ do: "advice", on: !scene.advice_on }));
    parts.language = button("board.ui.language", "", () => send({ do: "language", lang: words.lang === "ja" ? "en" : "ja" }), {
      lang: words.lang === "ja" ? "en" : "ja",
    });
    const bar = make(
      "div",
      { class: "inaba-bar", role: "group", "aria-label": words["board.ui.game"] },
      parts.undo,
      parts.redo,
      parts.toggleAdvice,
      button("board.ui.new", "", openNew),
      button("board.ui.position", "", openPosition),
      button("board.ui.record", "", openRecord),
      parts.language,
    );
    parts.earlier = button("board.ui.earlier", "inaba-small", () => lookBy(-1), { "aria-label": words["board.ui.earlier"], text: "◀" });
    parts.later = button("board.ui.later", "inaba-small", () => lookBy(1), { "aria-label": words["board.ui.later"], text: "▶" });
    const heading = make("div", { class: "inaba-heading", id: `${uid}-moves`, text: words["board.ui.moves"] });
    parts.moves.setAttribute("aria-labelledby", heading.id);
    parts.noMoves = make("p", { class: "inaba-quiet", text: words["board.ui.no_moves"] });
    const history = make(
      "section",
      { class: "inaba-history" },
      make("div", { class: "inaba-headline" }, heading, parts.earlier, parts.later),
      parts.noMoves,
      parts.moves,
    );
    parts.dialogs = { new: dialogNew(), position: dialogPosition(), record: dialogRecord() };
    root.replaceChildren(
      sheet,
      make("div", { class: "inaba-frame", role: "group", "aria-label": words["board.ui.game"] }, parts.ask, parts.players, parts.water, parts.act, parts.status, bar, parts.advice, history),
      ...Object.values(parts.dialogs).map((one) => one.node),
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
    parts.moves.addEventListener("keydown", onMovesKey);
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

  function onMovesKey(event) {
    const buttons = [...parts.moves.querySelectorAll("button")];
    const here = buttons.indexOf(document.activeElement);
    const to = { ArrowDown: here + 1, ArrowUp: here - 1, Home: 0, End: buttons.length - 1 }[event.key];
    if (to === undefined || !buttons[to]) return;
    buttons.forEach((one, i) => setAttribute(one, "tabindex", i === to ? "0" : "-1"));
    buttons[to].focus();
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
    drawAdvice();
    drawMoves();
    setAttribute(parts.undo, "aria-disabled", String(!scene.undo));
    setAttribute(parts.redo, "aria-disabled", String(!scene.redo));
    parts.toggleAdvice.hidden = !scene.adviser;
    setAttribute(parts.toggleAdvice, "aria-pressed", String(scene.advice_on));
    for (const one of Object.values(parts.dialogs)) one.update();
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

  function drawAdvice() {
    const advice = scene.advice;
    parts.advice.hidden = advice === null;
    if (!advice) return;
    const children = [make("div", { class: "inaba-heading", text: say("board.ui.advice_for", { player: advice.name }) })];
    if (advice.thinking) children.push(make("p", { class: "inaba-quiet", text: words["board.ui.thinking"] }));
    else if (advice.trouble) children.push(make("p", { class: "inaba-trouble", text: advice.trouble }));
    else if (!advice.rows.length) children.push(make("p", { class: "inaba-quiet", text: words["board.ui.advice_none"] }));
    else {
      const head = make("tr", {}, make("th", { scope: "col", text: words["board.ui.move"] }), make("th", { scope: "col", colspan: "2", text: words["board.ui.chance"] }));
      const rows = advice.rows.slice(0, 12).map((row) =>
        make(
          "tr",
          { class: row.best ? "inaba-best" : null },
          make("th", { scope: "row", text: row.move }),
          make("td", { text: row.percent || row.text }),
          make("td", { class: "inaba-fraction" }, row.percent ? row.text : "", row.best ? make("span", { class: "inaba-star", text: ` ★ ${words["board.ui.best"]}` }) : ""),
        ),
      );
      children.push(make("table", {}, make("thead", {}, head), make("tbody", {}, ...rows)));
    }
    if (advice.method) children.push(make("p", { class: "inaba-quiet", text: advice.method }));
    parts.advice.replaceChildren(...children);
  }

  function drawMoves() {
    parts.noMoves.hidden = scene.moves.length > 0;
    parts.moves.hidden = !scene.moves.length;
    const start = { n: 0, at: 0, text: words["board.ui.beginning"], player: 0, current: scene.looking === 0 };
    const turns = scene.moves.length ? [start, ...scene.moves] : [];
    const inside = parts.moves.contains(document.activeElement);
    reconcile(
      parts.moves,
      turns,
      (turn) => turn.n,
      () => {
        const node = make("button", { type: "button" });
        node.addEventListener("click", () => send({ do: "look", at: Number(node.dataset.to) }));
        return make("li", {}, node);
      },
      (li, turn) => {
        const node = li.firstChild;
        node.dataset.to = turn.at;
        setText(node, turn.n ? `${turn.n}. ${turn.text}` : turn.text);
        // What the list shortens is its description, for the mouse and for a screen reader.
        setAttribute(node, "title", turn.n && turn.whole !== turn.text ? turn.whole : null);
        setAttribute(node, "aria-current", turn.current ? "step" : null);
        if (!inside) setAttribute(node, "tabindex", turn.current ? "0" : "-1");
      },
    );
    const current = parts.moves.querySelector("[aria-current]") ?? parts.moves.querySelector("button");
    if (current && !inside) {
      current.tabIndex = 0;
      // Only the list scrolls, never the page.
      parts.moves.scrollTop = current.offsetTop - parts.moves.offsetTop - parts.moves.clientHeight / 2;
    }
    const here = turnShown();
    setAttribute(parts.earlier, "aria-disabled", String(here === 0));
    setAttribute(parts.later, "aria-disabled", String(scene.looking === null));
  }

  /** The number of the turn after which the position shown stands. */
  const turnShown = () => (scene.looking === null ? scene.moves.length : scene.moves.filter((turn) => turn.at <= scene.looking).length);

  function lookBy(step) {
    const to = turnShown() + step;
    if (to < 0 || (step > 0 && scene.looking === null)) return;
    send({ do: "look", at: to ? (scene.moves[to - 1]?.at ?? null) : 0 });
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
    clearTimeout(busy);
    busy = null;
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

  let fieldNumber = 0;

  function field(key, control, name) {
    fieldNumber += 1;
    control.id = `${uid}-f${fieldNumber}`;
    if (name) control.name = name;
    return make("div", { class: "inaba-field" }, make("label", { for: control.id, text: words[key] }), control);
  }

  function select(choices) {
    return make("select", {}, ...choices.map(([value, text]) => make("option", { value, text })));
  }

  function dialog(key, content, buttons, update) {
    const title = make("h2", { id: `${uid}-${key.replaceAll(".", "-")}`, text: words[key] });
    const error = make("p", { class: "inaba-error", role: "alert", id: `${title.id}-error`, hidden: true });
    const close = button("board.ui.close", "", () => node.close());
    const form = make(
      "form",
      { novalidate: true },
      title,
      error,
      make("div", { class: "inaba-fields" }, ...content),
      make("div", { class: "inaba-buttons" }, ...buttons, close),
    );
    const node = make("dialog", { class: "inaba-dialog", "aria-labelledby": title.id }, form);
    form.addEventListener("submit", (event) => event.preventDefault());
    const clear = () => {
      error.hidden = true;
      for (const one of form.querySelectorAll("[aria-invalid]")) {
        one.removeAttribute("aria-invalid");
        one.removeAttribute("aria-describedby");
      }
    };
    const answer = (reply, keepOpen) => {
      clear();
      if (reply.ok) {
        if (!keepOpen) node.close();
        return;
      }
      error.textContent = reply.text;
      error.hidden = false;
      const wrong = reply.field && form.elements.namedItem(reply.field);
      if (wrong && wrong.focus) {
        wrong.closest("details")?.setAttribute("open", "");
        wrong.setAttribute("aria-invalid", "true");
        wrong.setAttribute("aria-describedby", error.id);
        wrong.focus();
      }
    };
    return { node, form, clear, answer, update: update ?? (() => {}) };
  }

  function dialogNew() {
    const range = (from, to) => Array.from({ length: to - from + 1 }, (_, i) => [String(from + i), String(from + i)]);
    const o = scene.options;
    const players = select(range(2, 4));
    const seats = make("div", { class: "inaba-seats" });
    const seat = (p) => field("board.ui.person", select([["", words["board.ui.person"]], ...o.computers.map(([name, label]) => [name, say("board.ui.computer", { name: label })])]), `seat${p}`);
    const seatFields = [1, 2, 3, 4].map((p) => {
      const one = seat(p);
      one.firstChild.textContent = say("board.ui.seat", { player: p });
      return one;
    });
    seats.append(...seatFields);
    const decks = o.decks.map(([name, cards]) => [name, say({ standard: "board.ui.deck_standard", classroom: "board.ui.deck_classroom" }[name], { cards })]);
    const deck = select([...decks, ["", words["board.ui.deck_own"]]]);
    const own = field("board.ui.deck_text", make("input", { type: "text", spellcheck: "false", autocomplete: "off" }), "deck");
    const first = select(range(1, 4));
    const shape = () => {
      seatFields.forEach((one, i) => (one.hidden = i >= Number(players.value)));
      [...first.options].forEach((one, i) => (one.hidden = one.disabled = i >= Number(players.value)));
      if (Number(first.value) > Number(players.value)) first.value = "1";
      own.hidden = deck.value !== "";
    };
    players.addEventListener("change", shape);
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
        field("board.ui.how_many", players, "players"),
        seats,
        field("board.ui.deck", deck, "deckname"),
        own,
        field("board.ui.dice_how", select([["roll", words["board.ui.dice_roll"]], ["typed", words["board.ui.dice_typed"]]]), "how"),
        field("board.ui.first", first, "first"),
        more,
      ],
      [begin],
    );
    function submit() {
      const value = (name) => one.form.elements.namedItem(name).value;
      const count = Number(value("players"));
      ask(
        {
          do: "new",
          options: {
            players: count,
            seats: [1, 2, 3, 4].slice(0, count).map((p) => value(`seat${p}`)),
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
      put("players", now.players);
      [1, 2, 3, 4].forEach((p) => put(`seat${p}`, now.seats[p - 1] ?? ""));
      put("deckname", now.decks.some(([name]) => name === now.deck) ? now.deck : "");
      put("deck", now.decks.some(([name]) => name === now.deck) ? "" : now.deck);
      for (const name of ["columns", "rows", "orca", "rest", "dice", "how", "setup", "first"]) put(name, now[name]);
      put("seed", "");
      shape();
    };
    return one;
  }

  function openNew() {
    open(parts.dialogs.new);
  }

  function open(one) {
    one.clear();
    one.open();
    one.node.showModal();
  }

  function dialogPosition() {
    const text = make("textarea", { rows: "3", spellcheck: "false", autocapitalize: "off" });
    const rules = make("input", { type: "text", spellcheck: "false", autocomplete: "off" });
    const copied = make("span", { class: "inaba-quiet", role: "status" });
    const one = dialog(
      "board.ui.position",
      [field("board.ui.position_text", text, "text"), field("board.ui.rules_text", rules, "rules"), copied],
      [
        button("board.ui.set_up", "inaba-main", () =>
          ask({ do: "position", text: text.value.trim(), rules: rules.value.trim() }, (reply) => {
            one.answer(reply);
            if (reply.ok) parts.grid.focus(START);
          }),
        ),
        button("board.ui.copy", "", () => copy(text, copied)),
      ],
    );
    one.open = () => {
      text.value = scene.position;
      rules.value = scene.rules;
      copied.textContent = "";
    };
    return one;
  }

  function openPosition() {
    open(parts.dialogs.position);
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

  function dialogRecord() {
    const text = make("textarea", { rows: "5", readonly: true, spellcheck: "false" });
    const said = make("p", { class: "inaba-quiet", role: "status" });
    const saved = select([]);
    const savedField = field("board.ui.saved_games", saved, "name");
    const none = make("p", { class: "inaba-quiet", text: words["board.ui.no_saved"] });
    const openIt = button("board.ui.open", "", () => ask({ do: "open", name: saved.value }, done));
    const pasted = make("textarea", { rows: "3", spellcheck: "false", autocapitalize: "off" });
    const file = make("input", { type: "file", accept: ".txt,text/plain" });
    file.addEventListener("change", async () => {
      if (file.files[0]) pasted.value = (await file.files[0].text()).slice(0, 1000001);
    });
    const copied = make("span", { class: "inaba-quiet", role: "status" });
    const one = dialog(
      "board.ui.record",
      [
        field("board.ui.record_text", text, ""),
        make(
          "div",
          { class: "inaba-buttons" },
          button(
            "board.ui.save",
            "inaba-main",
            () =>
              ask({ do: "save" }, (reply) => {
                one.answer(reply, true);
                if (reply.ok) said.textContent = reply.text;
              }),
            { autofocus: true },
          ),
          button("board.ui.download", "", download),
          button("board.ui.copy", "", () => copy(text, copied)),
          copied,
        ),
        said,
        make("div", { class: "inaba-pair" }, savedField, openIt),
        none,
        field("board.ui.choose_file", file, ""),
        field("board.ui.paste", pasted, "text"),
        make("div", { class: "inaba-buttons" }, button("board.ui.open_text", "", () => ask({ do: "read", text: pasted.value }, done))),
      ],
      [],
      () => {
        if (text.value !== scene.record) text.value = scene.record;
        const known = JSON.stringify(scene.saved);
        if (saved.dataset.known !== known) {
          saved.dataset.known = known;
          saved.replaceChildren(...scene.saved.map((game) => make("option", { value: game.name, text: game.label })));
        }
        savedField.hidden = openIt.hidden = !scene.saved.length;
        none.hidden = scene.saved.length > 0;
      },
    );
    function done(reply) {
      one.answer(reply);
      if (reply.ok) parts.grid.focus(START);
    }
    one.open = () => {
      said.textContent = "";
      copied.textContent = "";
      one.update();
      post({ do: "saved" }); // whose answer nothing has to wait for
    };
    return one;
  }

  function openRecord() {
    open(parts.dialogs.record);
  }

  function download() {
    const url = URL.createObjectURL(new Blob([scene.record], { type: "text/plain" }));
    const link = make("a", { href: url, download: scene.file });
    root.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(url), 10000);
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
    clearTimeout(busy);
    model.off("change:scene", onScene);
    model.off("change:words", onWords);
  };
}

export default { render };
