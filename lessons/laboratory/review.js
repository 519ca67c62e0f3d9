// The game review in the browser. Python looks into the game and writes every word and number: this file draws
// what it sends, and sends back which turn a person looks at. It follows grid.js, whose small tools it uses.

const PATIENCE_MS = 15000;

function render({ model, el }) {
  const uid = `review${Math.random().toString(36).slice(2)}`;
  const root = make("section", { class: "inaba-review" });
  keepKeys(root);
  let report = model.get("report");
  let shown = model.get("shown");
  let words = model.get("words");
  let parts = {};
  let told = null; // the report that is drawn
  let row = 0; // the row of the table that the Tab key comes to
  let heard = shown.said.n;
  let asked = 0;
  let awaited = "";
  let wanted = null; // the turn that was asked for last: keys may come faster than answers
  let patience = null;

  // ---------------------------------------------------------------- messages

  function send(message) {
    asked += 1;
    awaited = `${uid}-${asked}`;
    clearTimeout(patience);
    patience = setTimeout(() => tell(words["review.ui.waiting"], "refused"), PATIENCE_MS);
    model.send({ ...message, ask: awaited });
  }

  const last = () => report.across.length - 1;

  function go(at) {
    const to = Math.max(0, Math.min(last(), at));
    if (to === (wanted ?? shown.at)) return;
    wanted = to;
    place(to);
    send({ do: "go", at: to });
  }

  const step = (by) => go((wanted ?? shown.at) + by);

  function onShown() {
    shown = model.get("shown");
    if (shown.reply.to === awaited) {
      awaited = "";
      wanted = null;
      clearTimeout(patience);
    }
    draw();
    if (shown.said.n !== heard) {
      heard = shown.said.n;
      tell(shown.said.text, shown.said.tone);
    }
  }

  function onReport() {
    report = model.get("report");
    shown = model.get("shown");
    draw();
  }

  function onWords() {
    words = model.get("words");
    const held = root.contains(document.activeElement) ? document.activeElement.dataset.name : null;
    build();
    draw();
    tell(shown.said.text, shown.said.tone);
    if (held) root.querySelector(`[data-name="${held}"]`)?.focus();
  }

  /** Put a sentence into the live region, in a new node, so that the same words are read again. */
  function tell(text, tone = "info") {
    parts.status.dataset.tone = tone;
    parts.status.hidden = !text;
    parts.status.replaceChildren(make("span", { text }));
  }

  // ---------------------------------------------------------------- building

  function button(name, text, onclick, attributes = {}) {
    return make("button", { type: "button", class: "inaba-review-button", "data-name": name, onclick, text, ...attributes });
  }

  function card(titleKey, ...children) {
    const id = `${uid}-${titleKey}`;
    return make(
      "div",
      { class: "inaba-review-card", role: "group", "aria-labelledby": id },
      make("div", { class: "inaba-review-head", id, text: words[titleKey] }),
      ...children,
    );
  }

  /** The chart, and over it what takes presses and arrow keys: for those who hear it, a slider. */
  function chart() {
    parts.image = make("img", { class: "inaba-review-chart-image", draggable: "false" });
    parts.cursor = make("div", { class: "inaba-review-cursor" });
    parts.slider = make("div", {
      class: "inaba-review-slider",
      role: "slider",
      tabindex: "0",
      "data-name": "slider",
      "aria-label": words["review.ui.slider"],
      "aria-valuemin": "0",
      "aria-describedby": `${uid}-hint`,
    });
    parts.slider.append(parts.cursor);
    parts.slider.addEventListener("keydown", (event) => {
      const page = Math.max(1, Math.round(last() / 10));
      const to = {
        ArrowLeft: () => step(-1),
        ArrowDown: () => step(-1),
        ArrowRight: () => step(1),
        ArrowUp: () => step(1),
        PageDown: () => step(-page),
        PageUp: () => step(page),
        Home: () => go(0),
        End: () => go(last()),
      }[event.key];
      if (!to) return;
      event.preventDefault();
      to();
    });
    const press = (event) => {
      const box = parts.slider.getBoundingClientRect();
      const share = (event.clientX - box.left) / box.width;
      const far = report.across.map((at) => Math.abs(at - share));
      go(far.indexOf(Math.min(...far)));
    };
    parts.slider.addEventListener("pointerdown", (event) => {
      if (event.button) return;
      press(event);
      parts.slider.focus({ preventScroll: true });
    });
    parts.slider.addEventListener("pointermove", (event) => {
      if (event.buttons & 1 && event.pointerType === "mouse") press(event);
    });
    return make(
      "div",
      { class: "inaba-review-curves" },
      make("div", { class: "inaba-review-chart" }, parts.image, parts.slider),
      make("p", { class: "inaba-review-hint", id: `${uid}-hint`, text: words["review.ui.hint"] }),
    );
  }

  function turn() {
    const moves = { first: () => go(0), back: () => step(-1), forward: () => step(1), last: () => go(last()) };
    const signs = { first: "|◀", back: "◀", forward: "▶", last: "▶|" };
    parts.moves = {};
    const way = make("div", { class: "inaba-review-buttons", role: "group", "aria-label": words["review.ui.way"] });
    for (const [name, move] of Object.entries(moves)) {
      const label = words[`review.ui.${name}`];
      parts.moves[name] = button(name, "", move, { "aria-label": label, title: label });
      parts.moves[name].append(make("span", { "aria-hidden": "true", text: signs[name] }));
      way.append(parts.moves[name]);
    }
    parts.views = {};
    const views = make("div", { class: "inaba-review-buttons", role: "group", "aria-label": words["review.ui.view"] });
    for (const view of ["before", "after"]) {
      parts.views[view] = button(view, words[`review.ui.${view}`], () => send({ do: "view", view }));
      views.append(parts.views[view]);
    }
    parts.heading = make("div", { class: "inaba-review-head" });
    parts.story = make("p");
    parts.judgement = make("div", { class: "inaba-review-judgement" });
    parts.now = make("p", { class: "inaba-review-now" });
    parts.said = make("div", { class: "inaba-review-said", role: "status" }, parts.heading, parts.story, parts.judgement, parts.now);
    parts.picture = make("img", { class: "inaba-review-picture" });
    parts.legend = make("p", { class: "inaba-review-hint", text: words["review.ui.legend"] });
    return make(
      "div",
      { class: "inaba-review-card inaba-review-turn" },
      chart(),
      make("div", { class: "inaba-review-words" }, way, parts.said),
      make("div", { class: "inaba-review-board" }, views, parts.picture, parts.legend),
    );
  }

  function table(label) {
    const body = make("tbody");
    const head = make("tr");
    const whole = make("table", { "aria-label": label }, make("thead", {}, head), body);
    return { head, body, whole };
  }

  function build() {
    told = null;
    parts = {};
    root.replaceChildren();
    setAttribute(root, "lang", words.lang);
    setAttribute(root, "aria-label", words["review.ui.title"]);
    parts.language = button("language", words["review.ui.language"], () =>
      send({ do: "language", lang: words.lang === "ja" ? "en" : "ja" }),
    );
    parts.language.lang = words.lang === "ja" ? "en" : "ja";
    parts.status = make("div", { class: "inaba-review-status", role: "status", hidden: true });
    parts.trouble = make("p", { class: "inaba-review-trouble", role: "alert", hidden: true });
    parts.bar = make("div", {
      class: "inaba-review-bar",
      role: "progressbar",
      "aria-label": words["review.ui.progress"],
      "aria-valuemin": "0",
      "aria-valuemax": "100",
    }, make("div"));
    parts.percent = make("span", { "aria-hidden": "true" });
    parts.stop = button("stop", words["review.ui.stop"], () => send({ do: "stop" }));
    parts.work = make(
      "div",
      { class: "inaba-review-card inaba-review-work" },
      make("div", { class: "inaba-review-percent" }, make("span", { text: words["review.ui.progress"] }), parts.percent),
      parts.bar,
      parts.stop,
    );
    parts.headline = make("p", { class: "inaba-review-headline" });
    parts.dear = make("ol", { class: "inaba-review-dear" });
    parts.noDear = make("p");
    parts.players = make("div", { class: "inaba-review-players" });
    parts.account = table(words["review.account.title"]);
    parts.turns = table(words["review.ui.table"]);
    parts.turns.body.addEventListener("keydown", onTableKey);
    parts.notes = make("ul", { class: "inaba-review-notes" });
    parts.ready = make(
      "div",
      { class: "inaba-review-parts" },
      parts.headline,
      turn(),
      make(
        "div",
        { class: "inaba-review-pair" },
        card("review.dear.title", parts.dear, parts.noDear),
        card(
          "review.sum.title",
          parts.players,
          make("div", { class: "inaba-review-scroll", role: "group", tabindex: "0", "aria-label": words["review.account.title"] },
            make("p", { class: "inaba-review-caption", text: words["review.account.title"] }), parts.account.whole),
        ),
      ),
      card("review.ui.table", make("div", { class: "inaba-review-scroll inaba-review-turns" }, parts.turns.whole)),
      card("review.ui.notes", parts.notes),
    );
    root.append(
      make("div", { class: "inaba-review-top" }, make("div", { class: "inaba-review-name", text: words["review.ui.title"] }), parts.language),
      parts.status,
      parts.trouble,
      parts.work,
      parts.ready,
    );
  }

  // ---------------------------------------------------------------- drawing

  function draw() {
    setText(parts.trouble, shown.trouble);
    parts.trouble.hidden = !shown.trouble;
    parts.work.hidden = !shown.working;
    if (shown.working) {
      const { percent, stopping } = shown.working;
      setAttribute(parts.bar, "aria-valuenow", percent);
      parts.bar.firstChild.style.width = `${percent}%`;
      setText(parts.percent, `${percent} %`);
      setAttribute(parts.stop, "aria-disabled", String(stopping));
    }
    const ready = report.ready && shown.at !== undefined;
    parts.ready.hidden = !ready;
    if (!ready) return;
    if (told !== report) drawReport();
    drawTurn();
  }

  function drawReport() {
    told = report;
    setText(parts.headline, report.headline);
    setAttribute(parts.image, "src", report.chart.src);
    setAttribute(parts.image, "alt", report.chart.alt);
    setAttribute(parts.slider, "aria-valuemax", last());
    parts.noDear.hidden = report.dear.length > 0;
    setText(parts.noDear, report.no_dear);
    parts.dear.hidden = !report.dear.length;
    reconcile(
      parts.dear,
      report.dear,
      (_, i) => i,
      (_, i) => make("li", {}, button(`dear-${i}`, "", () => go(report.dear[i].at))),
      (node, one) => setText(node.firstChild, one.text),
    );
    reconcile(parts.players, report.players, (_, i) => i, () => make("p"), setText);
    fill(parts.account, report.account.heads, report.account.rows);
    fill(parts.turns, report.heads, report.rows, choose);
    reconcile(parts.notes, report.notes, (_, i) => i, () => make("li"), setText);
  }

  function fill({ head, body }, heads, rows, first = (node, text) => setText(node, text)) {
    const empty = (text) => text === "";
    reconcile(head, heads, (text, i) => `${i}${empty(text)}`, (text) => make(empty(text) ? "td" : "th", empty(text) ? {} : { scope: "col" }), setText);
    reconcile(
      body,
      rows,
      (_, i) => i,
      () => make("tr"),
      (line, cells, at) =>
        reconcile(
          line,
          cells,
          (_, i) => i,
          (_, i) => make(i ? "td" : "th", i ? {} : { scope: "row" }),
          (node, text, i) => (i ? setText(node, text) : first(node, text, at)),
        ),
    );
  }

  /** The first cell of a turn's row: a button that goes there. */
  function choose(node, text, at) {
    if (!node.firstChild) node.append(button(`row-${at}`, text, () => go(at), { tabindex: "-1" }));
    const rank = report.costly.indexOf(at);
    setText(node.firstChild, text);
    setAttribute(node.firstChild, "aria-label", report.spoken[at]);
    setAttribute(node.parentElement, "data-rank", rank < 0 ? null : rank + 1);
    node.firstChild.onfocus = () => {
      row = at;
      rove();
    };
  }

  function onTableKey(event) {
    const to = { ArrowUp: row - 1, ArrowDown: row + 1, Home: 0, End: last() }[event.key];
    if (to === undefined || !event.target.matches("button")) return;
    event.preventDefault();
    parts.turns.body.children[Math.max(0, Math.min(last(), to))].querySelector("button").focus();
  }

  function rove() {
    [...parts.turns.body.children].forEach((line, i) => setAttribute(line.querySelector("button"), "tabindex", i === row ? "0" : "-1"));
  }

  /** What moves at once when a turn is asked for; Python's words follow. */
  function place(at) {
    parts.cursor.style.left = `${100 * report.across[at]}%`;
    setAttribute(parts.slider, "aria-valuenow", at);
    setAttribute(parts.slider, "aria-valuetext", report.spoken[at]);
    [...parts.turns.body.children].forEach((line, i) => {
      setAttribute(line, "data-here", i === at);
      setAttribute(line.querySelector("button"), "aria-current", i === at ? "step" : null);
    });
    if (!parts.turns.body.contains(document.activeElement)) row = at;
    rove();
    for (const [name, off] of [["first", at === 0], ["back", at === 0], ["forward", at === last()], ["last", at === last()]]) {
      setAttribute(parts.moves[name], "aria-disabled", String(off));
    }
  }

  function drawTurn() {
    place(wanted ?? shown.at);
    setText(parts.heading, shown.heading);
    setText(parts.story, shown.story);
    parts.story.hidden = !shown.story;
    reconcile(parts.judgement, shown.judgement, (_, i) => i, () => make("p"), setText);
    setText(parts.now, shown.now);
    setAttribute(parts.picture, "src", shown.picture.src);
    setAttribute(parts.picture, "alt", shown.picture.alt);
    parts.legend.hidden = !shown.arrows;
    for (const [view, node] of Object.entries(parts.views)) {
      setAttribute(node, "aria-pressed", String((shown.choice ? shown.view : "after") === view));
      setAttribute(node, "aria-disabled", String(view === "before" && !shown.choice));
    }
  }

  // ---------------------------------------------------------------- begin and end

  build();
  el.append(root);
  draw();
  tell(shown.said.text, shown.said.tone);
  model.on("change:shown", onShown);
  model.on("change:report", onReport);
  model.on("change:words", onWords);
  return () => {
    clearTimeout(patience);
    model.off("change:shown", onShown);
    model.off("change:report", onReport);
    model.off("change:words", onWords);
  };
}

export default { render };
