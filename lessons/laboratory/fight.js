// The fight laboratory in the browser, with nodes.js before it. Python works everything out and writes every number:
// this file draws the scene that it sends, and sends back what a person does. Nodes are kept and changed in place, so
// that the focus stays where it is.

const PATIENCE_MS = 10000;
const TUMBLE_MS = 450;
const PRESETS = ["1d6", "2d6", "3d6", "1d12", "{1:1,2:1,3:1,4:1,5:1,6:5}"];

const byPlace = (_, i) => i;

/** Put a value in a field: what was being typed there is over. */
function put(input, value) {
  input.value = value;
  delete input.dataset.typed;
}

function render({ model, el }) {
  const uid = `fight${Math.random().toString(36).slice(2)}`;
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const root = make("section", { class: "inaba-fight" });
  const sheet = make("div", { class: "inaba-fight-sheet", "aria-hidden": "true" });
  sheetPrefix = "inaba-fight-";
  sheet.innerHTML = model.get("art"); // our own drawings, sent by Python
  let scene = model.get("scene");
  let words = model.get("words");
  let parts = {};
  let chosenDie = 0;
  let loading = false; // whether the sliders are shown
  let tables = { one: false, many: false };
  let read = { one: null, many: null }; // which bar is read out
  let heard = scene.said.n;
  let asked = 0;
  let awaited = "";
  let patience = null;
  let queued = null; // the newest position of a slider that is being dragged
  let tumbling = null;

  const say = (key, data = {}) =>
    Object.entries(data).reduce((text, [name, value]) => text.replaceAll(`{${name}}`, String(value)), words[key]);

  // ---------------------------------------------------------------- messages

  function send(message) {
    asked += 1;
    awaited = `${uid}-${asked}`;
    clearTimeout(patience);
    patience = setTimeout(() => tell(words["fightlab.ui.waiting"], "refused"), PATIENCE_MS);
    model.send({ ...message, ask: awaited });
  }

  /** Send a position of a slider: while an answer is awaited only the newest is kept. */
  function slide(message) {
    if (awaited) queued = message;
    else send(message);
  }

  function onScene() {
    scene = model.get("scene");
    if (scene.reply.to === awaited) {
      awaited = "";
      clearTimeout(patience);
    }
    if (queued && !awaited) {
      const message = queued;
      queued = null;
      send(message);
    }
    draw();
    if (scene.said.n !== heard) {
      heard = scene.said.n;
      tell(scene.said.text, scene.said.tone);
    }
  }

  function onWords() {
    words = model.get("words");
    const held = root.contains(document.activeElement) ? document.activeElement.dataset.name : null;
    const typed = Object.entries(parts.fields).map(([field, one]) => [field, one.input.value]);
    build();
    for (const [field, text] of typed) parts.fields[field].input.value = text;
    draw();
    tell(scene.said.text, scene.said.tone);
    if (held) root.querySelector(`[data-name="${held}"]`)?.focus();
  }

  /** Put a sentence into the live region, in a new node, so that the same words are read again. */
  function tell(text, tone = "info") {
    parts.status.dataset.tone = tone;
    parts.status.replaceChildren(make("span", { text }));
  }

  // ---------------------------------------------------------------- building

  function button(key, name, onclick, attributes = {}) {
    return make("button", {
      type: "button",
      class: "inaba-fight-button",
      "data-name": name,
      onclick,
      text: words[key],
      ...attributes,
    });
  }

  /** A number with a button on either side; typed text goes to Python as it is, which says what is wrong with it. */
  function stepper(field, labelKey) {
    const label = words[labelKey];
    const id = `${uid}-${field}`;
    const change = (by) => {
      const now = Math.min(scene.most[field], Math.max(field === "within" ? 1 : 0, scene[field] + by));
      scene[field] = now; // a second press may come before the answer does
      put(input, now);
      send({ do: "set", field, text: String(now) });
    };
    const input = make("input", {
      id,
      type: "text",
      inputmode: "numeric",
      autocomplete: "off",
      maxlength: "12",
      "data-name": field,
      "aria-describedby": `${id}-why`,
    });
    keepTyped(input);
    input.addEventListener("change", () => send({ do: "set", field, text: input.value }));
    input.addEventListener("keydown", (event) => {
      const by = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 }[event.key];
      if (by) {
        event.preventDefault();
        change(by);
      } else if (event.key === "Escape") {
        put(input, scene[field]);
        if (field in scene.trouble) send({ do: "set", field, text: input.value });
      }
    });
    const one = make(
      "div",
      { class: "inaba-fight-field" },
      make("label", { for: id, text: label }),
      make(
        "div",
        { class: "inaba-fight-stepper" },
        button("fightlab.ui.less", `${field}-less`, () => change(-1), {
          text: "−",
          "aria-label": say("fightlab.ui.less", { what: label }),
        }),
        input,
        button("fightlab.ui.more", `${field}-more`, () => change(1), {
          text: "+",
          "aria-label": say("fightlab.ui.more", { what: label }),
        }),
      ),
      make("p", { class: "inaba-fight-why", id: `${id}-why` }),
    );
    parts.fields[field] = { input, why: one.lastChild };
    return one;
  }

  function diceField() {
    const id = `${uid}-dice`;
    const input = make("input", {
      id,
      type: "text",
      autocomplete: "off",
      autocapitalize: "off",
      spellcheck: "false",
      maxlength: "1001",
      "data-name": "dice",
      "aria-describedby": `${id}-why ${id}-hint`,
    });
    let used = null;
    keepTyped(input);
    const use = () => {
      delete input.dataset.typed;
      if (awaited && used === input.value) return; // a press on the button leaves the field, too
      used = input.value;
      send({ do: "dice", text: used });
    };
    input.addEventListener("change", use);
    input.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      put(input, scene.dice);
      if (scene.trouble.dice) use();
    });
    parts.fields.dice = { input, why: make("p", { class: "inaba-fight-why", id: `${id}-why` }) };
    const presets = make("div", { class: "inaba-fight-buttons", role: "group", "aria-label": words["fightlab.ui.presets"] });
    parts.presets = PRESETS.map((text) =>
      button("fightlab.ui.loaded", `preset-${text}`, () => send({ do: "dice", text }), {
        text: text.startsWith("{") ? words["fightlab.ui.loaded"] : text,
        "aria-pressed": "false",
      }),
    );
    presets.append(...parts.presets);
    return make(
      "div",
      { class: "inaba-fight-field inaba-fight-dice-field" },
      make("label", { for: id, text: words["fightlab.ui.dice"] }),
      make("div", { class: "inaba-fight-typed" }, input, button("fightlab.ui.use", "use", use)),
      parts.fields.dice.why,
      make("p", { class: "inaba-fight-hint", id: `${id}-hint`, text: words["fightlab.ui.dice_hint"] }),
      presets,
    );
  }

  function loader() {
    parts.load = button("fightlab.ui.load", "load", () => {
      loading = !loading;
      draw();
    });
    parts.load.setAttribute("aria-controls", `${uid}-loader`);
    parts.which = make("div", { class: "inaba-fight-buttons", role: "group", "aria-label": words["fightlab.ui.which_die"] });
    parts.faces = make("div", { class: "inaba-fight-faces" });
    parts.notByHand = make("p", { class: "inaba-fight-hint", text: words["fightlab.ui.not_by_hand"] });
    parts.fair = button("fightlab.ui.fair", "fair", () => send({ do: "fair", die: chosenDie + 1 }));
    parts.add = button("fightlab.ui.add", "add", () => {
      chosenDie = scene.loads.length;
      send({ do: "add" });
    });
    parts.remove = button("fightlab.ui.remove", "remove", () => send({ do: "remove", die: chosenDie + 1 }));
    parts.loader = make(
      "div",
      { class: "inaba-fight-loader", id: `${uid}-loader` },
      make("p", { class: "inaba-fight-hint", text: words["fightlab.ui.load_hint"] }),
      parts.which,
      parts.faces,
      parts.notByHand,
      make("div", { class: "inaba-fight-buttons" }, parts.fair, parts.add, parts.remove),
    );
    return [parts.load, parts.loader];
  }

  function slider(_, i) {
    const input = make("input", { type: "range", min: "0", step: "1", "data-name": `face-${i}` });
    const face = make("span", { class: "inaba-fight-face", "aria-hidden": "true" });
    const text = make("span", { class: "inaba-fight-weight", "aria-hidden": "true" });
    const row = make("div", { class: "inaba-fight-slider" }, face, input, text);
    input.addEventListener("input", () =>
      slide({ do: "weight", die: chosenDie + 1, face: Number(row.dataset.face), weight: Number(input.value) }),
    );
    return row;
  }

  function forms() {
    const name = `${uid}-form`;
    const set = make("fieldset", { class: "inaba-fight-forms" }, make("legend", { text: words["fightlab.ui.numbers"] }));
    parts.forms = ["fightlab.ui.fraction", "fightlab.ui.percent", "fightlab.ui.decimal"].map((key) => {
      const form = key.split(".")[2];
      const input = make("input", { type: "radio", name, value: form, "data-name": `form-${form}` });
      input.addEventListener("change", () => send({ do: "form", form }));
      set.append(make("label", {}, input, make("span", { text: words[key] })));
      return input;
    });
    return set;
  }

  /** One of the two experiments: its question with the exact answer, its chart or table, its throws. */
  function experiment(name, what, batchKey, manyKey) {
    const one = {
      answer: make("strong", { class: "inaba-fight-answer" }),
      answerWords: make("span"),
      more: make("span", { class: "inaba-fight-more" }),
      question: make("span", { class: "inaba-fight-question" }),
      title: make("div", { class: "inaba-fight-title", id: `${uid}-${name}-title` }),
      chart: make("div", { class: "inaba-fight-chart", role: "img" }),
      legend: make("ul", { class: "inaba-fight-legend" }),
      readout: make("p", { class: "inaba-fight-readout" }),
      table: make("div", { class: "inaba-fight-table", tabindex: "0", role: "group", "aria-labelledby": `${uid}-${name}-title` }),
      seen: make("p", { class: "inaba-fight-seen" }),
      now: make("div", { class: "inaba-fight-now" }),
      width: 0,
    };
    one.svg = makeSvg("svg", { "aria-hidden": "true", focusable: "false" });
    one.chart.append(one.svg);
    one.svg.addEventListener("pointerdown", (event) => {
      const bar = event.target.closest("[data-bar]");
      read[name] = bar ? Number(bar.dataset.bar) : null;
      drawChart(name);
    });
    one.toggle = button("fightlab.ui.table", `${name}-table`, () => {
      tables[name] = !tables[name];
      drawExperiment(name);
    });
    one.go = button("fightlab.ui.roll", `${name}-go`, () => send(name === "one" ? { do: "roll", times: 1 } : { do: "step" }));
    one.go.classList.add("inaba-fight-main");
    one.batches = make("div", { class: "inaba-fight-buttons inaba-fight-batches", role: "group", "aria-label": words[manyKey] });
    one.batches.append(
      ...scene.batches.map(([times, text]) =>
        button(batchKey, `${name}-${times}`, () => send({ do: what, times }), {
          text,
          "aria-label": say(batchKey, { n: text }),
        }),
      ),
    );
    const store = name === "one" ? "rolls" : "fights";
    one.clear = button("fightlab.ui.clear", `${name}-clear`, () => {
      send({ do: one.clear.dataset.back ? "bring_back" : "clear", what: store });
    });
    const head = makeHeading(1, { class: "inaba-fight-head", text: words[name === "one" ? "fightlab.ui.one" : "fightlab.ui.many"], id: `${uid}-${name}` });
    const exact = make("p", { class: "inaba-fight-exact" }, one.question, one.answer, one.answerWords, one.more);
    const body = make(
      "div",
      { class: "inaba-fight-body" },
      make(
        "div",
        { class: "inaba-fight-look" },
        make("div", { class: "inaba-fight-top" }, one.title, one.toggle),
        one.chart,
        one.readout,
        one.legend,
        one.table,
      ),
      make(
        "div",
        { class: "inaba-fight-throws" },
        make("div", { class: "inaba-fight-by-one" }, one.go, one.now),
        make("div", { class: "inaba-fight-at-once" }, make("span", { class: "inaba-fight-label", "aria-hidden": "true", text: words[manyKey] }), one.batches),
        one.seen,
        one.clear,
      ),
    );
    one.body = body;
    parts[name] = one;
    const before = name === "many" ? [stepper("within", "fightlab.ui.within")] : [];
    return make("section", { class: "inaba-fight-card", "aria-labelledby": head.id }, head, ...before, exact, body);
  }

  function build() {
    parts = { fields: {} };
    root.lang = words.lang;
    root.setAttribute("aria-label", words["fightlab.ui.title"]);
    const other = words.lang === "ja" ? "en" : "ja";
    parts.shark = make("p", { class: "inaba-fight-words" });
    parts.bar = make("span", { class: "inaba-fight-left" });
    parts.status = make("div", { class: "inaba-fight-status", role: "status", "aria-live": "polite" });
    const picture = drawing("shark", "inaba-fight-picture");
    picture.setAttribute("viewBox", "0 0 100 60");
    parts.picture = picture;
    const head = makeHeading(1, { class: "inaba-fight-head", id: `${uid}-setup`, text: words["fightlab.ui.setup"] });
    const setup = make(
      "section",
      { class: "inaba-fight-card inaba-fight-setup", "aria-labelledby": head.id },
      head,
      make(
        "div",
        { class: "inaba-fight-shark" },
        picture,
        make("div", { class: "inaba-fight-life", "aria-hidden": "true" }, parts.bar),
        parts.shark,
      ),
      make("div", { class: "inaba-fight-pair" }, stepper("hit_points", "fightlab.ui.hit_points"), stepper("damage", "fightlab.ui.damage")),
      diceField(),
      ...loader(),
      forms(),
    );
    root.replaceChildren(
      sheet,
      make(
        "div",
        { class: "inaba-fight-bar" },
        makeHeading(0, { class: "inaba-fight-name", text: words["fightlab.ui.title"] }),
        button("fightlab.ui.language", "language", () => send({ do: "language", lang: other }), { lang: other }),
      ),
      parts.status,
      make(
        "div",
        { class: "inaba-fight-parts" },
        setup,
        experiment("one", "roll", "fightlab.ui.rolls_at_once", "fightlab.ui.many_rolls"),
        experiment("many", "fight", "fightlab.ui.fights_at_once", "fightlab.ui.many_fights"),
      ),
    );
    sizes.disconnect();
    sizes.observe(parts.one.chart);
    sizes.observe(parts.many.chart);
    setLevels();
  }

  keepKeys(root);

  // ---------------------------------------------------------------- drawing

  function draw() {
    drawFields();
    drawLoader();
    for (const input of parts.forms) input.checked = input.value === scene.form;
    setText(parts.shark, scene.shark);
    parts.bar.style.width = `${scene.hit_points ? (100 * scene.left) / scene.hit_points : 0}%`;
    setAttribute(parts.picture, "data-beaten", !scene.left);
    drawExperiment("one");
    drawExperiment("many");
    drawRoll();
    drawFight();
  }

  function drawFields() {
    for (const [field, one] of Object.entries(parts.fields)) {
      const wrong = field in scene.trouble;
      const value = String(scene[field]);
      // What was typed and refused stays, to be mended; so does what was stepped to while an earlier answer comes.
      const ahead = awaited && document.activeElement === one.input;
      if (!wrong && !ahead) follow(one.input, value);
      setAttribute(one.input, "aria-invalid", wrong ? "true" : null);
      setText(one.why, wrong ? scene.trouble[field] : "");
    }
    parts.presets.forEach((one, i) => setAttribute(one, "aria-pressed", String(PRESETS[i] === scene.dice)));
  }

  function drawLoader() {
    setAttribute(parts.load, "aria-expanded", String(loading));
    parts.loader.hidden = !loading;
    chosenDie = Math.min(chosenDie, scene.loads.length - 1);
    const die = scene.loads[chosenDie];
    reconcile(
      parts.which,
      scene.loads,
      byPlace,
      (_, i) =>
        button("fightlab.ui.die", `die-${i}`, () => {
          chosenDie = i;
          draw();
        }, { text: say("fightlab.ui.die", { n: i + 1 }) }),
      (node, _, i) => setAttribute(node, "aria-pressed", String(i === chosenDie)),
    );
    parts.which.hidden = scene.loads.length === 1;
    parts.notByHand.hidden = die.by_hand;
    reconcile(parts.faces, die.faces, byPlace, slider, (row, face) => {
      const input = row.querySelector("input");
      row.dataset.face = face.face;
      input.max = die.most;
      if (!(document.activeElement === input && (awaited || queued))) input.value = face.weight;
      const text = say("fightlab.ui.weight", { weight: face.weight, chance: face.text });
      setAttribute(input, "aria-label", say("fightlab.ui.face", { face: face.face }));
      setAttribute(input, "aria-valuetext", text);
      setText(row.children[0], String(face.face));
      setText(row.children[2], text);
    });
    setAttribute(parts.fair, "aria-disabled", String(die.fair));
    setAttribute(parts.add, "aria-disabled", String(!scene.may_add));
    setAttribute(parts.remove, "aria-disabled", String(scene.loads.length === 1));
  }

  function drawExperiment(name) {
    const one = parts[name];
    const data = scene[name];
    setText(one.question, data.question);
    setText(one.answer, data.answer);
    setText(one.answerWords, data.answer_words);
    setText(one.more, data.more);
    setText(one.title, data.title);
    setText(one.seen, data.seen);
    setText(one.toggle, words[tables[name] ? "fightlab.ui.chart" : "fightlab.ui.table"]);
    setAttribute(one.body, "data-table", tables[name]);
    one.chart.hidden = one.legend.hidden = tables[name];
    one.table.hidden = !tables[name];
    setAttribute(one.chart, "aria-label", data.alt);
    reconcile(
      one.legend,
      data.legend,
      byPlace,
      (_, i) => make("li", {}, sign(name, i), make("span")),
      (node, text) => {
        node.hidden = !text;
        setText(node.lastChild, text);
      },
    );
    const back = data.may_bring_back;
    setText(one.clear, words[back ? "fightlab.ui.bring_back" : "fightlab.ui.clear"]);
    one.clear.dataset.back = back ? "1" : "";
    setAttribute(one.clear, "aria-disabled", String(!back && !data.may_clear));
    drawTable(one, data);
    drawChart(name);
  }

  /** What stands before a line of the legend: the bar of that kind, or a diamond with its whisker. */
  function sign(name, i) {
    const svg = makeSvg("svg", { viewBox: "0 0 20 20", "aria-hidden": "true", focusable: "false" });
    if (i < 2) {
      svg.append(makeSvg("rect", { x: 2, y: 2, width: 16, height: 16, class: i ? "inaba-fight-other" : "inaba-fight-marked", fill: i ? `url(#${uid}-${name}-stripes)` : "" }));
      if (!i) svg.append(makeSvg("text", { x: 10, y: 14.5, "text-anchor": "middle", class: "inaba-fight-star-in", text: "★" }));
    } else {
      svg.append(whisker(10, 2, 18), diamond(10, 10));
    }
    return svg;
  }

  function whisker(x, high, low) {
    const d = `M${x} ${high}V${low}M${x - 4} ${high}h8M${x - 4} ${low}h8`;
    return makeSvg("g", {}, makeSvg("path", { class: "inaba-fight-whisker inaba-fight-halo", d }), makeSvg("path", { class: "inaba-fight-whisker", d }));
  }
  const diamond = (x, y, r = 5.5) => makeSvg("path", { class: "inaba-fight-diamond", d: `M${x} ${y - r}l${r} ${r}l${-r} ${r}l${-r} ${-r}z` });

  function drawTable(one, data) {
    if (one.table.hidden) return;
    const row = (cells, tag) => make("tr", {}, ...cells.map((text, i) => make(tag === "th" || !i ? "th" : "td", { text, scope: tag === "th" ? "col" : i ? null : "row" })));
    one.table.replaceChildren(
      make("table", {}, make("thead", {}, row(data.head, "th")), make("tbody", {}, ...data.rows.map((cells) => row(cells, "td")))),
    );
  }

  /** A round step for an axis: 1, 2 or 5 times a power of ten. */
  function roundStep(rough) {
    const power = 10 ** Math.floor(Math.log10(rough));
    return power * [1, 2, 5, 10].find((m) => power * m >= rough * 0.999999);
  }

  /** Drawn at the size at which it is shown, so that letters are never smaller than the text around them. */
  function drawChart(name) {
    const one = parts[name];
    const data = scene[name];
    const width = Math.floor(one.chart.clientWidth);
    if (!width || one.chart.hidden) return;
    const { bars } = data;
    const letter = 13;
    const left = 46;
    const right = width - 6;
    const each = (right - left) / bars.length;
    const wide = Math.max(2, Math.min(each * 0.76, 64));
    // Letters are measured roughly; what does not fit lies on its side, and what does not fit even so is left out.
    const longest = Math.max(...bars.map((bar) => bar.text.length)) * letter * 0.6;
    const upright = longest <= each - 2;
    const values = each >= letter + 1;
    const room = values ? (upright ? 34 : longest + 26) : 22;
    const roof = 12;
    const floor = roof + 190 + (upright ? 0 : Math.min(longest, 60));
    const height = floor + 44;
    const tallest = Math.max(...bars.map((bar) => Math.max(bar.height, bar.seen === null ? 0 : bar.seen + bar.error)));
    const scale = (floor - roof - room) / tallest;
    const y = (value) => floor - value * scale;
    const step = roundStep(tallest / 4);
    const places = Math.max(0, -Math.floor(Math.log10(step * (scene.form === "decimal" ? 1 : 100)) + 1e-9));
    const tick = (value) => (scene.form === "decimal" ? value.toFixed(places) : `${(100 * value).toFixed(places)} %`);
    const out = [
      makeSvg(
        "defs",
        {},
        makeSvg(
          "pattern",
          { id: `${uid}-${name}-stripes`, width: 7, height: 7, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
          makeSvg("rect", { width: 7, height: 7, class: "inaba-fight-ground" }),
          makeSvg("path", { d: "M0 0V7", class: "inaba-fight-stripe" }),
        ),
      ),
    ];
    for (let i = 0; i * step <= tallest * 1.0001; i += 1) {
      out.push(makeSvg("path", { class: i ? "inaba-fight-line" : "inaba-fight-floor", d: `M${left} ${y(i * step)}H${right}` }));
      out.push(makeSvg("text", { x: left - 5, y: y(i * step) + 4, "text-anchor": "end", class: "inaba-fight-tick", text: tick(i * step) }));
    }
    // Labels under the bars: every one, or every second, fifth, … as they fit.
    const label = Math.max(...bars.map((bar) => bar.label.length)) * letter * 0.62 + 4;
    const every = [1, 2, 5, 10, 20, 50].find((n) => n * each >= label) ?? 100;
    bars.forEach((bar, i) => {
      const middle = left + each * (i + 0.5);
      const top = y(bar.height);
      const group = makeSvg("g", { "data-bar": i });
      group.append(makeSvg("rect", { x: left + each * i, y: roof, width: each, height: height - roof, class: "inaba-fight-hit" }));
      if (bar.height) {
        group.append(
          makeSvg("rect", {
            x: middle - wide / 2,
            y: top,
            width: wide,
            height: Math.max(0, floor - top),
            class: bar.marked ? "inaba-fight-marked" : "inaba-fight-other",
            fill: bar.marked ? "" : `url(#${uid}-${name}-stripes)`,
          }),
        );
      }
      let above = top;
      if (bar.seen !== null) {
        const high = y(bar.seen + bar.error);
        const low = y(Math.max(0, bar.seen - bar.error));
        group.append(whisker(middle, high, low), diamond(middle, y(bar.seen), Math.min(5.5, Math.max(2.5, each / 3))));
        above = Math.min(above, high, y(bar.seen) - 6);
      }
      if (values) {
        group.append(
          upright
            ? makeSvg("text", { x: middle, y: above - 6, "text-anchor": "middle", class: "inaba-fight-value", text: bar.text })
            : makeSvg("text", { transform: `translate(${middle + 4.5} ${above - 5}) rotate(-90)`, class: "inaba-fight-value", text: bar.text }),
        );
      }
      if (bar.marked && each >= 9) {
        const inside = floor - top > 20;
        if (inside) group.append(makeSvg("text", { x: middle, y: floor - 5, "text-anchor": "middle", class: "inaba-fight-star-in", text: "★" }));
      }
      if (i % every === 0) {
        group.append(makeSvg("text", { x: middle, y: floor + 17, "text-anchor": "middle", class: "inaba-fight-label-below", text: bar.label }));
      }
      if (read[name] === i) {
        group.append(makeSvg("rect", { x: left + each * i + 0.5, y: roof, width: each - 1, height: floor + 22 - roof, rx: 4, class: "inaba-fight-read" }));
      }
      out.push(group);
    });
    out.push(makeSvg("text", { x: (left + right) / 2, y: floor + 37, "text-anchor": "middle", class: "inaba-fight-tick", text: data.across }));
    setAttribute(one.svg, "width", width);
    setAttribute(one.svg, "height", height);
    setAttribute(one.svg, "viewBox", `0 0 ${width} ${height}`);
    one.svg.replaceChildren(...out);
    const row = read[name] === null || !bars[read[name]] ? null : data.rows[read[name]];
    const cells = name === "many" && row ? row.filter((_, i) => i !== 2) : row;
    const facts = cells && { label: `${data.across} ${cells[0]}`, exact: cells[1], count: cells[2], share: cells[3], error: cells[4] };
    setText(one.readout, !facts ? "" : say(facts.count ? "fightlab.ui.bar_seen" : "fightlab.ui.bar", facts));
    one.readout.hidden = !facts || tables[name];
  }

  // In the next frame: a chart that changes its height while sizes are told would be told of again at once.
  const sizes = new ResizeObserver(() => requestAnimationFrame(fit));

  function fit() {
    for (const name of ["one", "many"]) {
      const width = Math.floor(parts[name].chart.clientWidth);
      if (width !== parts[name].width) {
        parts[name].width = width;
        drawChart(name);
      }
    }
  }

  // ---------------------------------------------------------------- dice

  function dieNode() {
    return make("span", { class: "inaba-fight-die" });
  }

  function drawDie(node, die) {
    const name = `${die.pips}-${die.face}`;
    if (node.dataset.face === name) return;
    node.dataset.face = name;
    if (die.pips) {
      node.replaceChildren(drawing(`die-${die.face}`, ""));
    } else {
      node.replaceChildren(make("span", { class: "inaba-fight-number", text: die.face }));
    }
  }

  function drawDice(parent, dice) {
    reconcile(parent, dice, byPlace, dieNode, drawDie);
  }

  let shownRoll = "";
  function drawRoll() {
    const { now } = parts.one;
    if (!now.children.length) {
      now.append(make("span", { class: "inaba-fight-dice", "aria-hidden": "true" }), make("span", { class: "inaba-fight-total" }));
    }
    drawDice(now.children[0], scene.one.dice);
    const text = scene.one.said && `${scene.one.said} ${scene.one.won ? "★" : ""}`;
    setText(now.children[1], text);
    now.hidden = !text;
    tumble(now, text && `one ${scene.said.n}`);
  }

  function drawFight() {
    const { now, go } = parts.many;
    const { fight } = scene.many;
    if (!now.children.length) {
      now.append(make("ol", { class: "inaba-fight-rolls" }), make("span", { class: "inaba-fight-total" }));
    }
    reconcile(
      now.children[0],
      fight.rolls,
      byPlace,
      () => make("li", {}, make("span", { class: "inaba-fight-dice", "aria-hidden": "true" }), make("span")),
      (node, roll) => {
        drawDice(node.children[0], roll.dice);
        setText(node.children[1], roll.text);
      },
    );
    setText(now.children[1], `${fight.text}${fight.beaten && fight.begun ? " ★" : ""}`);
    setText(go, words[!fight.begun ? "fightlab.ui.roll" : fight.beaten ? "fightlab.ui.again" : "fightlab.ui.next"]);
    for (const one of [go, ...parts.many.batches.children]) setAttribute(one, "aria-disabled", String(!fight.alive));
    const last = now.children[0].lastElementChild;
    if (last) tumble(last, `many ${scene.said.n}`);
  }

  /** A short tumble of the dice that were just thrown, for those who like movement. */
  function tumble(node, name) {
    if (!name || name === shownRoll || still.matches || scene.said.n === heard) return;
    const mine = name.startsWith("one") ? thrown === "one" : thrown === "many";
    if (!mine) return;
    shownRoll = name;
    thrown = "";
    node.classList.add("inaba-fight-tumbling");
    clearTimeout(tumbling);
    tumbling = setTimeout(() => {
      for (const one of root.querySelectorAll(".inaba-fight-tumbling")) one.classList.remove("inaba-fight-tumbling");
    }, TUMBLE_MS);
  }
  let thrown = "";
  root.addEventListener("click", (event) => {
    const name = event.target.closest("[data-name]")?.dataset.name ?? "";
    if (name.endsWith("-go")) thrown = name.split("-")[0];
  }, true);

  // ---------------------------------------------------------------- begin and end

  const setLevels = headingLevels(root);
  build();
  el.append(root);
  draw();
  tell(scene.said.text || words["fightlab.ui.hint"], scene.said.tone);
  model.on("change:scene", onScene);
  model.on("change:words", onWords);
  return () => {
    clearTimeout(patience);
    clearTimeout(tumbling);
    sizes.disconnect();
    model.off("change:scene", onScene);
    model.off("change:words", onWords);
  };
}

export default { render };
