// The frame of a board in the browser, after nodes.js: messages to Python and their answers, what is said, the list of
// moves, advice, and the forms for positions and records. The game itself is drawn by the script that follows.

const PATIENCE_MS = 8000;

/**
 * What all boards have in common.
 *
 * `scene` and `words` give what Python sent last; `home` puts the focus back on the game; `openNew` opens the form for
 * a new game, which is the game's own.
 */
function boardFrame({ model, uid, scene, words, home, openNew }) {
  let shared = {};
  let busy = null;
  let token = 0;
  let later = null;
  let fieldNumber = 0;
  let exactly = false;
  const waiting = new Map();

  // As in Python (inaba/words), a space beside what fills a message is left out between Japanese and Japanese.
  const japanese = "[\\u3000-\\u30ff\\u4e00-\\u9fff\\uff01-\\uff60]";
  const seams = new RegExp(`(?<=${japanese}) (?=\\{)|(?<=\\}) (?=${japanese})`, "g");
  const closed = new RegExp(`(?<=${japanese})\\x1f(?=${japanese})`, "g");
  const fill = (text, data) => Object.entries(data).reduce((filled, [name, value]) => filled.replaceAll(`{${name}}`, String(value)), text);
  const say = (key, data = {}) => fill(words()[key].replace(seams, "\x1f"), data).replace(closed, "").replaceAll("\x1f", " ");
  const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

  // ---------------------------------------------------------------- messages

  function send(message) {
    if (busy) return false;
    busy = setTimeout(() => {
      busy = null;
      tell([say("board.ui.waiting")], "trouble");
    }, PATIENCE_MS);
    post({ rev: scene().rev, ...message });
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

  /** An answer has come: whatever it was to, the board may be used again. */
  function settled() {
    clearTimeout(busy);
    busy = null;
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
    const then = waiting.get(scene().reply.to);
    if (then) {
      waiting.delete(scene().reply.to);
      then(scene().reply);
    }
  }

  // ---------------------------------------------------------------- what is said

  /** Put sentences into the live region; new nodes, so that the same words are read again. */
  function tell(sentences, tone = "info", hidden = "") {
    shared.status.dataset.tone = tone;
    const lines = sentences.filter(Boolean).map((text) => make("span", { text: `${text} ` }));
    if (hidden) lines.push(make("span", { class: "inaba-unseen", text: hidden }));
    shared.status.replaceChildren(...lines);
  }

  function tellMore(sentences) {
    shared.status.append(...sentences.map((text) => make("span", { text: `${text} ` })));
  }

  /** Build what all boards show beside the game itself; again when the language has changed. */
  function build(titles) {
    shared = {
      status: make("div", { class: "inaba-status", role: "status", "aria-live": "polite" }),
      advised: make("div", {}),
      moves: make("ol", { class: "inaba-moves" }),
    };
    shared.undo = button("board.ui.undo", "", () => send({ do: "undo" }));
    shared.redo = button("board.ui.redo", "", () => send({ do: "redo" }));
    shared.toggleAdvice = button("board.ui.advice", "", () => send({ do: "advice", on: !scene().advice_on }));
    shared.fractions = button("board.ui.fractions", "inaba-small", () => {
      exactly = !exactly;
      drawAdvice();
    });
    shared.advice = make("section", { class: "inaba-advice", "aria-label": words()["board.ui.advice"] }, shared.advised, shared.fractions);
    shared.language = button("board.ui.language", "", () => send({ do: "language", lang: words().lang === "ja" ? "en" : "ja" }), {
      lang: words().lang === "ja" ? "en" : "ja",
    });
    shared.openNew = button("board.ui.new", "", openNew);
    shared.openPosition = button("board.ui.position", "", () => open(shared.position));
    shared.openRecord = button("board.ui.record", "", () => open(shared.record));
    shared.bar = make(
      "div",
      { class: "inaba-bar", role: "group", "aria-label": titles.game },
      shared.undo,
      shared.redo,
      shared.toggleAdvice,
      shared.openNew,
      shared.openPosition,
      shared.openRecord,
      shared.language,
    );
    shared.earlier = button("board.ui.earlier", "inaba-small", () => lookBy(-1), { "aria-label": words()["board.ui.earlier"], text: "◀" });
    shared.later = button("board.ui.later", "inaba-small", () => lookBy(1), { "aria-label": words()["board.ui.later"], text: "▶" });
    const heading = make("div", { class: "inaba-heading", id: `${uid}-moves`, text: words()["board.ui.moves"] });
    shared.moves.setAttribute("aria-labelledby", heading.id);
    shared.moves.addEventListener("keydown", onMovesKey);
    shared.noMoves = make("p", { class: "inaba-quiet", text: words()["board.ui.no_moves"] });
    shared.history = make(
      "section",
      { class: "inaba-history" },
      make("div", { class: "inaba-headline" }, heading, shared.earlier, shared.later),
      shared.noMoves,
      shared.moves,
    );
    shared.position = dialogPosition(titles.rules);
    shared.record = dialogRecord();
    return shared;
  }

  /** Draw what all boards show beside the game itself. */
  function draw() {
    drawAdvice();
    drawMoves();
    setAttribute(shared.undo, "aria-disabled", String(!scene().undo));
    setAttribute(shared.redo, "aria-disabled", String(!scene().redo));
    shared.toggleAdvice.hidden = !scene().adviser;
    setAttribute(shared.toggleAdvice, "aria-pressed", String(scene().advice_on));
    shared.record.update();
  }

  function button(key, className, onclick, attributes = {}) {
    return make("button", { type: "button", class: `inaba-button ${className}`, onclick, text: words()[key], ...attributes });
  }

  function onMovesKey(event) {
    const buttons = [...shared.moves.querySelectorAll("button")];
    const here = buttons.indexOf(document.activeElement);
    const to = { ArrowDown: here + 1, ArrowUp: here - 1, Home: 0, End: buttons.length - 1 }[event.key];
    if (to === undefined || !buttons[to]) return;
    buttons.forEach((one, i) => setAttribute(one, "tabindex", i === to ? "0" : "-1"));
    buttons[to].focus();
    event.preventDefault();
  }

  /** A long fraction, which may go on in a new line behind its stroke. */
  const broken = (fraction) => fraction.split("/").flatMap((part, i) => (i ? ["/", make("wbr"), part] : [part]));

  function drawAdvice() {
    const advice = scene().advice;
    shared.advice.hidden = advice === null;
    if (!advice) return;
    const children = [make("div", { class: "inaba-heading", text: advice.heading })];
    if (advice.thinking) children.push(make("p", { class: "inaba-quiet", text: words()["board.ui.thinking"] }));
    else if (advice.trouble) children.push(make("p", { class: "inaba-trouble", text: advice.trouble }));
    else if (!advice.rows.length) children.push(make("p", { class: "inaba-quiet", text: words()["board.ui.advice_none"] }));
    else {
      const several = advice.columns.length > 0;
      const column = (text, more = {}) => make("th", { scope: "col", role: "columnheader", text, ...more });
      const titles = several ? advice.columns.map((text) => column(text)) : [column(words()["board.ui.chance"], { colspan: "2" })];
      const head = make("tr", { role: "row" }, column(words()["board.ui.move"]), ...titles);
      const rows = advice.rows.slice(0, several ? 40 : 12).map((row) => {
        const mark = row.best ? `★ ${words()["board.ui.best"]}` : row.maybe ? `? ${words()["board.ui.maybe"]}` : "";
        const star = mark ? make("span", { class: "inaba-star", text: ` ${mark}` }) : "";
        const cells = several
          ? row.cells.map((one, i) => make("td", { role: "cell", "data-label": advice.columns[i] }, ...(exactly && one.exact ? broken(one.exact) : [one.text])))
          : [make("td", { role: "cell", text: row.percent || row.text }), make("td", { role: "cell", class: "inaba-fraction" }, row.percent ? row.text : "", star)];
        const name = make("th", { scope: "row", role: "rowheader" }, row.move, several ? star : "");
        return make("tr", { role: "row", class: row.best ? "inaba-best" : null }, name, ...cells);
      });
      // Its roles are said, because on a narrow page the style sheet makes a list of a table with many columns.
      const parts = [make("thead", { role: "rowgroup" }, head), make("tbody", { role: "rowgroup" }, ...rows)];
      if (advice.rows.some((row) => row.maybe)) children.push(make("p", { class: "inaba-unclear", text: words()["board.ui.unclear"] }));
      children.push(make("table", { role: "table", class: several ? "inaba-odds" : null }, ...parts));
    }
    if (advice.method) children.push(make("p", { class: "inaba-quiet", text: advice.method }));
    shared.advised.replaceChildren(...children);
    shared.fractions.hidden = !advice.rows.some((row) => row.cells?.some((one) => one.exact));
    setAttribute(shared.fractions, "aria-pressed", String(exactly));
  }

  function drawMoves() {
    shared.noMoves.hidden = scene().moves.length > 0;
    shared.moves.hidden = !scene().moves.length;
    const start = { n: 0, at: 0, text: words()["board.ui.beginning"], player: 0, current: scene().looking === 0 };
    const turns = scene().moves.length ? [start, ...scene().moves] : [];
    const inside = shared.moves.contains(document.activeElement);
    reconcile(
      shared.moves,
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
    const current = shared.moves.querySelector("[aria-current]") ?? shared.moves.querySelector("button");
    if (current && !inside) {
      current.tabIndex = 0;
      // Only the list scrolls, never the page.
      shared.moves.scrollTop = current.offsetTop - shared.moves.offsetTop - shared.moves.clientHeight / 2;
    }
    const here = turnShown();
    setAttribute(shared.earlier, "aria-disabled", String(here === 0));
    setAttribute(shared.later, "aria-disabled", String(scene().looking === null));
  }

  /** The number of the turn after which the position shown stands. */
  const turnShown = () => (scene().looking === null ? scene().moves.length : scene().moves.filter((turn) => turn.at <= scene().looking).length);

  function lookBy(step) {
    const to = turnShown() + step;
    if (to < 0 || (step > 0 && scene().looking === null)) return;
    send({ do: "look", at: to ? (scene().moves[to - 1]?.at ?? null) : 0 });
  }

  function field(key, control, name) {
    fieldNumber += 1;
    control.id = `${uid}-f${fieldNumber}`;
    if (name) control.name = name;
    return make("div", { class: "inaba-field" }, make("label", { for: control.id, text: words()[key] }), control);
  }

  function select(choices) {
    return make("select", {}, ...choices.map(([value, text]) => make("option", { value, text })));
  }

  /**
   * Who plays, for the form for a new game: how many, and each seat a person or a computer player; `shape` hears that
   * another number is chosen.
   */
  function seating(options, shape) {
    const seats = Array.from({ length: options.most }, (_, i) => {
      const one = select([["", words()["board.ui.person"]], ...options.computers.map(([name, label]) => [name, say("board.ui.computer", { name: label })])]);
      const shown = field("board.ui.person", one, `seat${i + 1}`);
      setText(shown.firstChild, say("board.ui.seat", { player: i + 1 }));
      return { one, shown };
    });
    const players = select(seats.map((_, i) => [String(i + 1), String(i + 1)]).slice(options.fewest - 1));
    const count = () => Number(players.value);
    const shapeAll = () => {
      seats.forEach(({ shown }, i) => (shown.hidden = i >= count()));
      shape(count());
    };
    players.addEventListener("change", shapeAll);
    return {
      fields: [field("board.ui.how_many", players, "players"), make("div", { class: "inaba-seats" }, ...seats.map(({ shown }) => shown))],
      count,
      seats: () => seats.slice(0, count()).map(({ one }) => one.value),
      /** Show the game on the table; seats that it does not have are as its last one. */
      open: (now) => {
        players.value = now.players;
        seats.forEach(({ one }, i) => (one.value = now.seats[i] ?? now.seats.at(-1)));
        shapeAll();
      },
    };
  }

  /** Who is first, of so many at most; `shape` leaves those who play. */
  function firstPlayer(most) {
    const one = select(Array.from({ length: most }, (_, i) => [String(i + 1), String(i + 1)]));
    const shape = (count) => {
      [...one.options].forEach((option, i) => (option.hidden = option.disabled = i >= count));
      if (Number(one.value) > count) one.value = "1";
    };
    return { one, shape };
  }

  function dialog(key, content, buttons, update) {
    const title = make("h2", { id: `${uid}-${key.replaceAll(".", "-")}`, text: words()[key] });
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

  function open(one) {
    one.clear();
    one.open();
    one.node.showModal();
  }

  function dialogPosition(rulesLabel) {
    const text = make("textarea", { rows: "3", spellcheck: "false", autocapitalize: "off" });
    const rules = make("input", { type: "text", spellcheck: "false", autocomplete: "off" });
    const copied = make("span", { class: "inaba-quiet", role: "status" });
    const one = dialog(
      "board.ui.position",
      [field("board.ui.position_text", text, "text"), field(rulesLabel, rules, "rules"), copied],
      [
        button("board.ui.set_up", "inaba-main", () =>
          ask({ do: "position", text: text.value.trim(), rules: rules.value.trim() }, (reply) => {
            one.answer(reply);
            if (reply.ok) home();
          }),
        ),
        button("board.ui.copy", "", () => copy(text, copied)),
      ],
    );
    one.open = () => {
      text.value = scene().position;
      rules.value = scene().rules;
      copied.textContent = "";
    };
    return one;
  }

  async function copy(area, copied) {
    area.select();
    try {
      await navigator.clipboard.writeText(area.value);
    } catch {
      document.execCommand("copy"); // where the page may not use the clipboard by itself
    }
    copied.textContent = words()["board.ui.copied"];
  }

  function dialogRecord() {
    const text = make("textarea", { rows: "5", readonly: true, spellcheck: "false" });
    const said = make("p", { class: "inaba-quiet", role: "status" });
    const saved = select([]);
    const savedField = field("board.ui.saved_games", saved, "name");
    const none = make("p", { class: "inaba-quiet", text: words()["board.ui.no_saved"] });
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
        if (text.value !== scene().record) text.value = scene().record;
        const known = JSON.stringify(scene().saved);
        if (saved.dataset.known !== known) {
          saved.dataset.known = known;
          saved.replaceChildren(...scene().saved.map((game) => make("option", { value: game.name, text: game.label })));
        }
        savedField.hidden = openIt.hidden = !scene().saved.length;
        none.hidden = scene().saved.length > 0;
      },
    );
    function done(reply) {
      one.answer(reply);
      if (reply.ok) home();
    }
    one.open = () => {
      said.textContent = "";
      copied.textContent = "";
      one.update();
      post({ do: "saved" }); // whose answer nothing has to wait for
    };
    return one;
  }

  function download() {
    const url = URL.createObjectURL(new Blob([scene().record], { type: "text/plain" }));
    const link = make("a", { href: url, download: scene().file });
    shared.bar.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(url), 10000);
  }

  return { build, draw, say, sleep, send, post, ask, settled, answered, tell, tellMore, button, field, select, seating, firstPlayer, dialog, open };
}
