// The table of a card game in the browser, after nodes.js and frame.js: what happens is shown step by step and may be
// cut short, computers play by themselves where only they play, and a hand lies open only when its owner says so.

const STEP_MS = 700;
const MOST_SAID = 8;
const AUTO_MS = 600;

/**
 * A row of cards to press: one tab stop, arrow keys. `pressed` hears the name of a card, and `lost` that the one with the
 * focus is gone.
 */
function cardBar({ label, className = "", pressed, lost }) {
  const node = make("div", { class: `inaba-hand ${className}`, role: "toolbar", "aria-label": label });
  let active = "";
  const nameOf = (event) => event.target.closest("[data-card]")?.dataset.card;

  node.addEventListener("click", (event) => {
    const name = nameOf(event);
    if (!name) return;
    setActive(name);
    pressed(name);
  });
  node.addEventListener("focusin", (event) => {
    const name = nameOf(event);
    if (name) setActive(name);
  });

  function setActive(name) {
    active = name;
    for (const one of node.children) setAttribute(one, "tabindex", one.dataset.card === name ? "0" : "-1");
  }

  /** Show cards: `name` says how each is called in moves, `create` gives what a button holds, `update` draws it. */
  function draw(cards, name, create, update) {
    const inside = node.contains(document.activeElement);
    reconcile(
      node,
      cards,
      name,
      (card) => {
        const one = make("button", { type: "button", class: "inaba-held", "data-card": name(card), tabindex: "-1" }, make("span", { class: "inaba-unseen" }));
        one.append(...create(card, one));
        return one;
      },
      update,
    );
    const names = cards.map(name);
    setActive(names.includes(active) ? active : (names[0] ?? ""));
    node.hidden = !cards.length;
    if (inside && !node.contains(document.activeElement)) lost();
  }

  /** Move the focus as an arrow key, Home or End asks; whether it was such a key. */
  function step(event) {
    if (!node.contains(document.activeElement)) return false;
    const nodes = [...node.children];
    const here = nodes.findIndex((one) => one.dataset.card === active);
    const to = { ArrowRight: here + 1, ArrowDown: here + 1, ArrowLeft: here - 1, ArrowUp: here - 1, Home: 0, End: nodes.length - 1 }[event.key];
    if (to === undefined) return false;
    if (nodes[to]) {
      setActive(nodes[to].dataset.card);
      nodes[to].focus();
    }
    return true;
  }

  /** The card that has the tab stop, if there is a card. */
  const stop = () => node.querySelector("[tabindex='0']");

  return { node, draw, step, stop, active: () => active };
}

/**
 * Build a table and keep it drawn.
 *
 * `game(table)` gives what is the game's own: `build` and `draw` its parts, `drawStep` one step on the way to the
 * scene, `home` the focus, `openNew` the form for a new game; `fresh` hears that the position has changed, `settled`
 * that the scene has been drawn and nothing moves; `hurries` says that nothing may be shown at leisure.
 */
function cardTable({ model, el, name, hint, game }) {
  const uid = `inaba${Math.random().toString(36).slice(2)}`;
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const root = make("div", { class: `inaba-board inaba-card-table ${name}` });
  const sheet = make("div", { class: "inaba-sheet", "aria-hidden": "true" });
  sheetPrefix = `${name}-`;
  sheet.innerHTML = model.get("art"); // our own drawings, sent by Python
  let scene = model.get("scene");
  let words = model.get("words");
  let cover = null;
  let parts = {};
  let playing = null;
  let auto = false;
  let autoTimer = null;
  let shownRevision = scene.rev;
  let heard = scene.said.n;

  const kind = () => scene.ask.kind;
  const frame = boardFrame({
    model,
    uid,
    scene: () => scene,
    words: () => words,
    home: () => home(),
    openNew: () => own.openNew(),
  });
  const { say, sleep, send, answered, tell, tellMore, button } = frame;

  /** Do something, unless a step is being shown: then that is cut short. */
  const act = (what) => () => (playing ? finish() : what());

  /** Put the focus where the next move is made: on the cover of a hand, else where the game says. */
  function home() {
    const owner = cover.node.querySelector(".inaba-main");
    if (owner) owner.focus();
    else own.home();
  }

  /** Hide a part; the focus, if it was inside, goes where the next move is made. */
  function hide(node, hidden) {
    const inside = hidden && !node.hidden && node.contains(document.activeElement);
    node.hidden = hidden;
    if (inside) home();
  }

  // ---------------------------------------------------------------- building

  function build() {
    root.lang = words.lang;
    cover = buildCover();
    parts = frame.build({ game: words[own.titles.game], rules: own.titles.rules });
    parts.players = make("ul", { class: "inaba-players", "aria-label": words["table.ui.players"] });
    parts.next = button("board.ui.next", "inaba-go", act(() => send({ do: "next" })));
    parts.auto = button("board.ui.auto", "", act(toggleAuto));
    parts.back = button("board.ui.back", "inaba-go", act(() => send({ do: "look", at: null })));
    parts.hide = button("table.ui.hide", "", act(() => send({ do: "show", player: 0 })));
    root.replaceChildren(sheet, ...own.build({ ...parts, cover: cover.node }));
  }

  /** The cover: nobody's hand lies open until its owner says so. */
  function buildCover() {
    const back = drawing("back", "inaba-back");
    const text = make("p", {});
    const shows = make("div", { class: "inaba-shows" });
    return { node: make("div", { class: "inaba-cover" }, back, text, shows), back, text, shows };
  }

  // ---------------------------------------------------------------- drawing

  function draw() {
    drawCover();
    own.draw();
    drawGoing();
    frame.draw();
    parts.undo.hidden = parts.redo.hidden = !scene.practice || scene.review;
    parts.openNew.hidden = parts.openPosition.hidden = parts.openRecord.hidden = scene.review;
  }

  const covered = () => kind().startsWith("show");

  function drawCover() {
    const others = scene.review || covered() ? [] : scene.show.filter((p) => p !== scene.viewer);
    const shown = scene.review ? [0, ...scene.show] : covered() ? [scene.ask.player] : others;
    const nameOf = (p) => scene.players[p - 1].name;
    reconcile(
      cover.shows,
      scene.looking === null || scene.review ? shown : [],
      (p) => p,
      (p) => make("button", { type: "button", class: "inaba-button", onclick: act(() => send({ do: "show", player: p })) }),
      (node, p) => {
        node.classList.toggle("inaba-main", covered());
        setAttribute(node, "aria-pressed", scene.review ? String(scene.viewer === p) : null);
        setText(node, scene.review ? (p ? say("table.ui.seen_by", { player: nameOf(p) }) : say("table.ui.onlooker")) : say("table.ui.show", { player: nameOf(p) }));
      },
    );
    cover.node.classList.toggle("inaba-covered", covered());
    hide(cover.node, !cover.shows.children.length);
    setText(cover.text, covered() ? say("table.ui.covered", { player: nameOf(scene.ask.player) }) : "");
    cover.text.hidden = !covered();
    cover.back.style.display = covered() ? "" : "none";
  }

  /** The players: what a game tells of each (`tags`, of which some may be missing), and the `cards` that lie open. */
  function drawPlayers(turn, tags, cards) {
    reconcile(
      parts.players,
      scene.players,
      (one) => one.player,
      () => make("li", { class: "inaba-player" }, ...["who", "mind", "count", "left"].map((part) => make("span", { class: `inaba-${part}` }))),
      (node, one) => {
        const [who, mind, count, left] = node.children;
        const turns = turn === one.player;
        setText(who, `${turns ? "▶ " : ""}${one.name}`);
        setText(mind, one.computer);
        setText(count, tags(one, turns).filter(Boolean).join(" · "));
        setText(left, cards(one));
        node.classList.toggle("inaba-turn", turns);
        node.classList.toggle("inaba-me", one.player === scene.viewer);
        node.classList.toggle("inaba-out", Boolean(one.out));
      },
    );
  }

  /** The buttons with which a game goes on where nobody decides. */
  function drawGoing() {
    const shown = {
      next: kind() === "wait" || kind() === "stuck",
      auto: kind() === "wait",
      back: kind() === "look" && !scene.review,
      hide: scene.show.length > 0 && scene.viewer > 0 && scene.looking === null && !scene.review,
    };
    for (const [one, on] of Object.entries(shown)) if (on) parts[one].hidden = false;
    for (const [one, on] of Object.entries(shown)) if (!on) hide(parts[one], true);
    setText(parts.next, words[kind() === "stuck" ? "board.ui.retry" : "board.ui.next"]);
  }

  // ---------------------------------------------------------------- what happens, step by step

  async function show(frames) {
    const mine = {};
    playing = mine;
    tell([]);
    for (const [i, one] of frames.entries()) {
      own.drawStep(one);
      tellMore(one.said);
      while (parts.status.childElementCount > MOST_SAID) parts.status.firstChild.remove();
      if (!(own.hurries() && i === frames.length - 1)) await sleep(STEP_MS);
      if (playing !== mine) return;
    }
    finish(true);
  }

  /** Show the scene as it is now, and say what has happened, unless it has been told step by step. */
  function finish(told = false) {
    playing = null;
    draw();
    if (told) {
      if (scene.said.text) tellMore([scene.said.text]);
      parts.status.dataset.tone = scene.said.tone;
      parts.status.append(make("span", { class: "inaba-unseen", text: scene.ask.text }));
    } else tellAll();
    own.settled(true);
    goOnByItself();
  }

  /** What has happened since a person last acted: the end of it, where it was much. */
  function tellAll() {
    const sentences = scene.trail.frames.flatMap((one) => one.said).slice(-MOST_SAID);
    tell([...sentences, scene.said.text], scene.said.tone, scene.ask.text);
  }

  function toggleAuto() {
    auto = !auto;
    setAttribute(parts.auto, "aria-pressed", String(auto));
    setText(parts.auto, words[auto ? "board.ui.stop" : "board.ui.auto"]);
    goOnByItself();
  }

  function goOnByItself() {
    clearTimeout(autoTimer);
    if (auto && kind() === "wait" && root.isConnected) autoTimer = setTimeout(() => send({ do: "next" }), AUTO_MS);
  }

  function onScene() {
    scene = model.get("scene");
    const fresh = scene.rev !== shownRevision;
    if (fresh) own.fresh();
    frame.settled();
    const frames = scene.trail.frames;
    if (fresh && frames.length && !still.matches && root.isConnected && scene.looking === null) {
      shownRevision = scene.rev;
      heard = scene.said.n;
      show(frames); // what is awaited then, or who has won, is told when it has been seen
      answered();
      return;
    }
    if (!fresh && playing) {
      answered();
      return; // the show goes on; its end draws this scene
    }
    playing = null;
    draw();
    if (fresh) tellAll();
    else if (scene.said.n !== heard && (scene.said.text || !own.hurries())) tell([scene.said.text], scene.said.tone, scene.ask.text);
    shownRevision = scene.rev;
    heard = scene.said.n;
    answered();
    own.settled(fresh);
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

  // ----------------------------------------------------------------

  const own = game({
    ...frame,
    uid,
    root,
    act,
    hide,
    home,
    finish,
    kind,
    covered,
    drawPlayers,
    scene: () => scene,
    words: () => words,
    playing: () => playing !== null,
  });
  build();
  el.append(root);
  draw();
  tell([scene.said.text || words[scene.review ? "table.ui.review_hint" : hint]], scene.said.tone);
  own.settled(true);
  goOnByItself();
  keepKeys(root);
  model.on("change:scene", onScene);
  model.on("change:words", onWords);
  return () => {
    own.fresh();
    clearTimeout(autoTimer);
    frame.settled();
    model.off("change:scene", onScene);
    model.off("change:words", onWords);
  };
}
