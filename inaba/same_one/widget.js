// The table of Same One in the browser, with nodes.js, frame.js and table.js before it. Python holds the truth: this file draws
// the scene that it sends, and sends back what a person does. Nodes are made once and changed in place, so that the
// focus stays where it is.

/** A card face up: number, letter and sign, and below them its animal or sign. What it says to a reader is its label. */
function cardFace() {
  const number = make("span", { class: "inaba-number" });
  const letter = make("span", { class: "inaba-letter" });
  const sign = drawing("leaf", "inaba-sign");
  const motif = drawing("leaf", "inaba-motif");
  const face = make("span", { class: "inaba-face", "aria-hidden": "true" }, number, sign, letter, make("span", { class: "inaba-paint" }, motif));
  const draw = (card) => {
    setText(number, String(card.number));
    face.dataset.digits = String(card.number).length;
    setText(letter, card.letter);
    redraw(sign, card.sign);
    redraw(motif, card.motif);
    face.dataset.letter = card.letter;
    face.dataset.animal = String(card.motif === "shark" || card.motif === "dog");
  };
  return { face, draw };
}

function sameOneTable(table) {
  const { say, send, post, ask, tell, button, field, select, seating, firstPlayer, dialog, act, hide, home, finish, kind, playing, scene, words } =
    table;
  let parts = {};
  let picked = [];
  let hand = null;
  let race = null;
  const faces = new WeakMap();

  const pickedMove = () => picked.join("+");
  const cardOf = (name) => scene().hand.find((card) => card.card === name);

  // ---------------------------------------------------------------- what a person does

  /** A card of the hand was pressed. */
  function press(name) {
    if (playing()) {
      finish();
      return;
    }
    switch (kind()) {
      case "asked":
        call(name);
        break;
      case "lead":
      case "follow":
      case "drawn":
        pick(name);
        break;
      default:
        tell([scene().ask.text]);
    }
  }

  /** Pick a card or let it go; cards of one number are picked together, and the last one lies on top. */
  function pick(name) {
    const card = cardOf(name);
    if (picked.includes(name)) picked = picked.filter((one) => one !== name);
    else if (picked.length && cardOf(picked[0]).number === card.number) picked = [...picked, name];
    else picked = [name];
    drawHand();
    drawAction();
    if (!picked.length) tell([say("board.ui.dropped")]);
    else if (picked.length > 1) tell([say("same_one.ui.picked_set", { cards: picked.join(" + "), top: card.label })]);
    else tell([say("same_one.ui.picked", { card: card.label }), card.can ? "" : card.why], card.can ? "info" : "refused");
  }

  function drop() {
    picked = [];
    drawHand();
    drawAction();
    tell([say("board.ui.dropped")]);
  }

  function play() {
    if (picked.length) send({ do: "move", move: pickedMove() });
    else tell([say("same_one.ui.pick_first")], "refused");
  }

  /** Same One with a card; in a race, with the time since the question was shown. */
  function call(name) {
    answer(`!${name}`);
  }

  function answer(move) {
    if (race) {
      const ms = Math.min(scene().race.limit, Math.round(performance.now() - race.since));
      stopRace();
      const message = { do: "race", rev: scene().rev, move, ms };
      if (!send(message)) post(message); // a call is never lost to a message under way
    } else send({ do: "move", move });
  }

  /** The button or the key for Same One: the card that is picked or has the focus, else the first that can be called. */
  function sameOne() {
    if (playing()) {
      if (!scene().race) finish();
      return;
    }
    if (!["asked", "follow", "drawn"].includes(kind())) {
      tell([scene().ask.text]);
      return;
    }
    const wanted = [picked[picked.length - 1], hand.active()].map((name) => cardOf(name)).find((card) => card?.call);
    const card = wanted ?? scene().hand.find((one) => one.call);
    if (card) call(card.card);
    else tell([say("same_one.ui.no_same", { number: scene().middle.centre?.number ?? "" })], "refused");
  }

  const place = () => Number(parts.place.querySelector("select").value);
  const placed = (move) => (scene().ask.places ? `${move}@${place()}` : move);

  // ---------------------------------------------------------------- the race

  function startRace() {
    stopRace();
    if (!scene().race || playing()) return;
    race = { since: performance.now(), timer: setTimeout(() => answer("-"), scene().race.limit) };
    post({ do: "window", rev: scene().rev }); // nothing waits for the answer, least of all a call
    parts.clock.style.setProperty("--limit", `${scene().race.limit}ms`);
    parts.clock.classList.remove("inaba-running");
    void parts.clock.offsetWidth; // so that the bar runs anew
    parts.clock.classList.add("inaba-running");
  }

  function stopRace() {
    if (race) clearTimeout(race.timer);
    race = null;
    parts.clock?.classList.remove("inaba-running");
  }

  // ---------------------------------------------------------------- building

  /** The parts of the table; `shared` are those that all tables have. */
  function build(shared) {
    hand = cardBar({ label: words()["same_one.ui.hand"], pressed: press, lost: home });
    parts = {
      ...shared,
      ask: make("p", { class: "inaba-ask" }),
      middle: make("div", { class: "inaba-middle" }),
      hand: hand.node,
      act: make("div", { class: "inaba-act" }),
      clock: make("div", { class: "inaba-clock", "aria-hidden": "true" }, make("span", {})),
      place: make("label", { class: "inaba-place" }, make("span", { text: words()["same_one.ui.place"] }), make("select", {})),
      sheet: make("section", { class: "inaba-score", "aria-label": words()["same_one.ui.scores"] }),
    };
    buildMiddle();
    buildActions();
    parts.dialogNew = dialogNew();
    return [
      make(
        "div",
        { class: "inaba-frame", role: "group", "aria-label": words()["same_one.ui.game"] },
        make("div", { class: "inaba-main-side" }, parts.ask, parts.players, parts.middle, parts.cover, parts.hand, parts.clock, parts.act, parts.status),
        make("div", { class: "inaba-other-side" }, parts.bar, parts.speed, parts.sheet, parts.advice, parts.history),
      ),
      ...[parts.dialogNew, parts.position, parts.record].map((one) => one.node),
    ];
  }

  function buildMiddle() {
    const pile = (key) => {
      const back = drawing("back", "inaba-back");
      const text = make("span", { class: "inaba-caption" });
      return { node: make("div", { class: "inaba-pile" }, back, text), back, text, key };
    };
    parts.pile = pile("same_one.ui.pile");
    parts.aside = pile("same_one.ui.aside");
    const { face, draw } = cardFace();
    parts.centre = { face, draw, by: make("span", { class: "inaba-caption" }), words: make("span", { class: "inaba-unseen" }), empty: make("span", { class: "inaba-empty", "aria-hidden": "true" }) };
    parts.window = make("p", { class: "inaba-window" });
    parts.middle.append(
      parts.pile.node,
      make("div", { class: "inaba-centre" }, face, parts.centre.empty, parts.centre.words, parts.centre.by),
      parts.aside.node,
      parts.window,
    );
  }

  function buildActions() {
    const acting = (name, key, onclick, className = "") => {
      parts[name] = button(key, className, act(onclick));
      return parts[name];
    };
    parts.act.append(
      acting("play", "same_one.ui.play", play, "inaba-go"),
      acting("same", "same_one.ui.same_one", () => sameOne(), "inaba-same"),
      acting("draw", "same_one.ui.draw", () => send({ do: "move", move: "draw" })),
      parts.place,
      acting("pass", "same_one.ui.keep", () => send({ do: "move", move: placed("pass") })),
      acting("put", "same_one.ui.put", () => send({ do: "move", move: placed("put") }), "inaba-go"),
      acting("no", "same_one.ui.no", () => answer("-")),
      ...[parts.next, parts.auto, parts.back],
      acting("nextGame", "same_one.ui.next_game", () => send({ do: "next_game" }), "inaba-go"),
      parts.hide,
    );
    const range = make("input", { type: "range", min: 300, max: 5000, step: 100 });
    range.addEventListener("change", () => send({ do: "speed", ms: Number(range.value) }));
    parts.range = range;
    parts.speed = field("same_one.ui.speed", range, "");
    parts.speedText = make("span", { class: "inaba-quiet" });
    parts.speed.append(parts.speedText);
    parts.nobody = button("same_one.ui.nobody", "", () => send({ do: "nobody" }));
    parts.cover.append(parts.nobody);
  }

  // ---------------------------------------------------------------- the keyboard

  function onKey(event) {
    if (event.target.closest("dialog, select, input, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
    const key = event.key.toLowerCase();
    if (hand.step(event)) {
      event.preventDefault();
      return;
    }
    const keys = { p: parts.play, d: parts.draw, k: parts.pass, n: parts.no };
    if (key === "s") {
      if (!event.repeat) sameOne();
    } else if (keys[key]) {
      if (!event.repeat && !keys[key].hidden) keys[key].click();
    } else if (key === "escape") {
      if (playing()) finish();
      else drop();
    } else return;
    event.preventDefault();
  }

  // ---------------------------------------------------------------- drawing

  function draw() {
    setText(parts.ask, scene().ask.text);
    parts.ask.dataset.kind = kind();
    drawMiddle(scene().middle);
    hide(parts.nobody, kind() !== "show_call");
    drawHand();
    drawAction();
    drawSheet();
    parts.speed.hidden = scene().calls !== "race" || scene().review;
    if (document.activeElement !== parts.range) parts.range.value = scene().speed;
    setText(parts.speedText, say("same_one.ui.speed_is", { speed: (scene().speed / 1000).toFixed(1), least: scene().span[0], most: scene().span[1] }));
  }

  /** The middle of the table and the players around it, of the scene or of one step on the way to it. */
  function drawMiddle(middle) {
    const { centre } = middle;
    parts.centre.face.hidden = !centre;
    parts.centre.empty.hidden = Boolean(centre);
    if (centre) parts.centre.draw(centre);
    setText(parts.centre.words, centre ? say("same_one.ui.centre", { card: centre.label }) : "");
    setText(parts.centre.by, centre ? centre.by : say("same_one.ui.empty"));
    for (const one of [parts.pile, parts.aside]) {
      const count = one === parts.pile ? middle.pile : middle.aside;
      one.node.classList.toggle("inaba-none", !count);
      setText(one.text, say(one.key, { n: count }));
    }
    setText(parts.window, middle.window.text);
    parts.window.dataset.kind = middle.window.kind;
    parts.window.hidden = !middle.window.text;
    const dealt = middle.sizes.some((size) => size > 0);
    table.drawPlayers(
      middle.turn,
      (one, turn) => {
        const size = middle.sizes[one.player - 1];
        const held = size || !dealt ? say(size === 1 ? "same_one.ui.card" : "same_one.ui.cards", { n: size }) : say("same_one.ui.out");
        return [held, turn && say("board.ui.turn"), one.asked && say("same_one.ui.is_asked"), one.share === "1" && "★"];
      },
      (one) => one.cards.map((card) => card.label).join(words().lang === "ja" ? "、" : ", "),
    );
  }

  function drawHand() {
    const choosing = ["lead", "follow", "drawn", "asked"].includes(kind());
    picked = picked.filter((name) => cardOf(name));
    hand.draw(
      scene().hand,
      (card) => card.card,
      (card, node) => {
        const { face, draw: drawFace } = cardFace();
        faces.set(node, drawFace);
        return [face, make("span", { class: "inaba-order", "aria-hidden": "true" }), make("span", { class: "inaba-mark", "aria-hidden": "true" })];
      },
      (node, card) => {
        faces.get(node)(card);
        const at = picked.indexOf(card.card);
        const order = at >= 0 && picked.length > 1 ? String(at + 1) : "";
        setText(node.children[2], order);
        setText(node.children[3], card.drawn ? say("same_one.ui.drawn") : "");
        const said = [card.label, card.drawn && say("same_one.ui.drawn"), choosing && (card.can ? say("same_one.ui.can") : card.why)];
        setText(node.children[0], said.filter(Boolean).join(words().lang === "ja" ? "、" : ", "));
        setAttribute(node, "title", card.why || null);
        setAttribute(node, "aria-pressed", kind() === "asked" ? null : String(at >= 0));
        node.classList.toggle("inaba-can", card.can);
        node.classList.toggle("inaba-cannot", choosing && !card.can);
        node.classList.toggle("inaba-picked", at >= 0);
      },
    );
  }

  function drawAction() {
    const own = ["lead", "follow", "drawn"].includes(kind());
    const moves = scene().ask.moves;
    const visible = {
      play: own,
      same: ["follow", "drawn", "asked"].includes(kind()),
      draw: own && moves.includes("draw"),
      pass: kind() === "drawn",
      put: kind() === "put",
      no: kind() === "asked",
      nextGame: kind() === "over" && scene().ask.next === true,
    };
    parts.place.hidden = !(scene().ask.places && (kind() === "drawn" || kind() === "put"));
    drawPlaces();
    for (const [name, shown] of Object.entries(visible)) if (shown) parts[name].hidden = false;
    for (const [name, shown] of Object.entries(visible)) if (!shown) hide(parts[name], true);
    setText(parts.play, picked.length ? say("same_one.ui.play_cards", { cards: picked.join(" + ") }) : words()["same_one.ui.play"]);
    setAttribute(parts.play, "aria-disabled", String(!picked.length));
    parts.clock.hidden = !scene().race;
  }

  function drawPlaces() {
    const list = parts.place.querySelector("select");
    const known = `${scene().ask.places} ${scene().rev}`;
    if (list.dataset.known === known) return;
    list.dataset.known = known;
    list.replaceChildren(...Array.from({ length: scene().ask.places }, (_, i) => make("option", { value: i + 1, text: String(i + 1) })));
    if (scene().ask.places) list.value = String(scene().ask.places);
  }

  function drawSheet() {
    const shown = scene().sheet;
    parts.sheet.hidden = !shown || !(shown.games.length || shown.of > 1);
    if (parts.sheet.hidden) return;
    const known = JSON.stringify([shown, scene().players.map((one) => one.name), words().lang]);
    if (parts.sheet.dataset.known === known) return;
    parts.sheet.dataset.known = known;
    const number = (n) => (n > 0 ? `+${n}` : String(n).replace("-", "−"));
    const best = Math.max(...shown.totals);
    const over = shown.games.length === shown.of;
    const head = [words()["same_one.ui.player"], ...shown.games.map((_, i) => String(i + 1)), ...(shown.totals.length ? [words()["same_one.ui.total"]] : [])];
    const rows = scene().players.map((one, i) => {
      const total = shown.totals.length ? [make("td", { class: "inaba-total", text: `${number(shown.totals[i])}${over && shown.totals[i] === best ? " ★" : ""}` })] : [];
      return make("tr", {}, make("th", { scope: "row", text: one.name }), ...shown.games.map((scores) => make("td", { text: number(scores[i]) })), ...total);
    });
    parts.sheet.replaceChildren(
      make("div", { class: "inaba-heading", text: shown.of > 1 ? say("same_one.ui.match", { n: shown.now, games: shown.of }) : words()["same_one.ui.scores"] }),
      make(
        "div",
        { class: "inaba-scroll", tabindex: "0", role: "group", "aria-label": words()["same_one.ui.scores"] },
        make("table", {}, make("thead", {}, make("tr", {}, ...head.map((text) => make("th", { scope: "col", text })))), make("tbody", {}, ...rows)),
      ),
    );
  }

  // ---------------------------------------------------------------- the form for a new game

  function dialogNew() {
    const o = scene().options;
    const first = firstPlayer(o.most);
    const seats = seating(o, first.shape);
    const speed = make("input", { type: "number", min: 300, max: 5000, step: 100 });
    const calls = select([["asked", words()["same_one.ui.calls_asked"]], ["race", words()["same_one.ui.calls_race"]]]);
    const check = (key, name) => {
      const input = make("input", { type: "checkbox", name });
      return make("label", { class: "inaba-check" }, input, make("span", { text: words()[key] }));
    };
    const speedField = field("same_one.ui.speed", speed, "speed");
    const shape = () => (speedField.hidden = calls.value !== "race");
    calls.addEventListener("change", shape);
    const flags = ["fixed_order", "play_on", "fouls"];
    const flagKeys = { fixed_order: "same_one.ui.fixed_order", play_on: "same_one.ui.play_on", fouls: "same_one.ui.fouls" };
    const one = dialog(
      "board.ui.new",
      [
        ...seats.fields,
        field("board.ui.first", first.one, "first"),
        check("same_one.ui.as_match", "match"),
        field("same_one.ui.calls", calls, "calls"),
        speedField,
        field("same_one.ui.ask", select([["holding", words()["same_one.ui.ask_holding"]], ["always", words()["same_one.ui.ask_always"]]]), "ask"),
        check("table.ui.practice", "practice"),
        make(
          "details",
          {},
          make("summary", { text: words()["board.ui.more"] }),
          make("div", { class: "inaba-fields" }, ...flags.map((flag) => check(flagKeys[flag], flag)), field("board.ui.seed", make("input", { type: "text", inputmode: "numeric", autocomplete: "off" }), "seed")),
        ),
      ],
      [button("board.ui.begin", "inaba-main", submit, { type: "submit" })],
    );
    const control = (name) => one.form.elements.namedItem(name);
    function submit() {
      const options = {
        players: seats.count(),
        seats: seats.seats(),
        first: Number(first.one.value),
        match: control("match").checked,
        calls: calls.value,
        speed: Number(speed.value),
        ask: control("ask").value,
        practice: control("practice").checked,
        flags: flags.filter((flag) => control(flag).checked),
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
      first.one.value = now.first;
      calls.value = now.calls;
      speed.value = now.speed;
      control("ask").value = now.ask;
      for (const name of ["match", "practice"]) control(name).checked = now[name];
      for (const flag of flags) control(flag).checked = now.flags.includes(flag);
      control("seed").value = "";
      shape();
    };
    return one;
  }

  // ----------------------------------------------------------------

  table.root.addEventListener("keydown", onKey);
  return {
    titles: { game: "same_one.ui.game", rules: "same_one.ui.rules_text" },
    build,
    draw,
    drawStep: drawMiddle,
    home: () => (hand.stop() ?? parts.act.querySelector("button:not([hidden])") ?? parts.language).focus(),
    openNew: () => table.open(parts.dialogNew),
    fresh: () => {
      picked = [];
      stopRace();
    },
    // Before a race the last card must not lie there longer than the clock says.
    hurries: () => Boolean(scene().race),
    settled: (fresh) => {
      if (fresh || (scene().race && !race && scene().said.tone === "refused")) startRace();
    },
  };
}

function render({ model, el }) {
  return cardTable({ model, el, name: "inaba-same-one", hint: "same_one.ui.hint", game: sameOneTable });
}

export default { render };
