
// A laboratory that is a form, in the browser, with nodes.js before it. Python writes every word and number: this file
// draws the fields and answers that it sends, and sends back what a person writes. Nodes are kept and changed in place,
// so that the focus stays where it is.

const PATIENCE_MS = 15000;

function render({ model, el }) {
  const uid = `form${Math.random().toString(36).slice(2)}`;
  let scene = model.get("scene");
  let words = model.get("words");
  let heard = scene.said.n;
  let sent = 0;
  let patience = null;

  const root = make("section", { class: "inaba-board inaba-form" });
  const title = makeHeading(0, { class: "inaba-f-title", id: `${uid}-title` });
  const language = make("button", {
    type: "button",
    class: "inaba-button",
    "data-name": "language",
    onclick: () => send({ do: "language", lang: scene.lang === "ja" ? "en" : "ja" }),
  });
  const about = make("p", { class: "inaba-f-about" });
  const fields = make("div", { class: "inaba-f-fields" });
  const buttons = make("div", { class: "inaba-f-buttons" });
  const status = make("div", { class: "inaba-f-status", role: "status" });
  const parts = make("div", { class: "inaba-f-parts" });
  root.setAttribute("aria-labelledby", title.id);
  root.append(make("div", { class: "inaba-f-head" }, title, language), about, fields, buttons, status, parts);
  keepKeys(root);
  el.replaceChildren(root);
  const setLevels = headingLevels(root);

  // ---------------------------------------------------------------- messages

  function send(message) {
    sent += 1;
    clearTimeout(patience);
    patience = setTimeout(() => tell(words.waiting, "trouble"), PATIENCE_MS);
    try {
      model.send({ ...message, ask: `${uid}-${sent}` });
    } catch {
      clearTimeout(patience);
      tell(words.gone, "trouble");
    }
  }

  function tell(text, tone = "info") {
    status.dataset.tone = tone;
    status.replaceChildren(...(text ? [make("p", { text })] : []));
  }

  function onScene() {
    scene = model.get("scene");
    if (scene.reply.to === `${uid}-${sent}`) clearTimeout(patience);
    draw();
    if (scene.said.n !== heard) {
      heard = scene.said.n;
      tell(scene.said.text, scene.said.tone);
    }
  }

  function onWords() {
    words = model.get("words");
    draw();
  }

  // ---------------------------------------------------------------- fields

  function newField(field) {
    const id = `${uid}-${field.name}`;
    const input = field.options.length
      ? make("select", { id, "data-name": field.name })
      : make("input", {
          id,
          type: "text",
          "data-name": field.name,
          autocomplete: "off",
          autocapitalize: "off",
          spellcheck: "false",
        });
    keepTyped(input);
    // What is written is sent when it is finished: by Enter, or by going on.
    input.addEventListener("change", () => send({ do: "set", field: field.name, text: input.value }));
    return make(
      "div",
      { class: "inaba-f-field" },
      make("label", { for: id }),
      input,
      make("p", { class: "inaba-f-help", id: `${id}-help` }),
      make("p", { class: "inaba-f-error", id: `${id}-error` }),
    );
  }

  function drawField(node, field) {
    const [label, input, help, error] = node.children;
    setText(label, field.label);
    setText(help, field.help);
    setText(error, field.error && `⚠ ${field.error}`);
    help.hidden = !field.help;
    error.hidden = !field.error;
    setAttribute(input, "aria-describedby", `${help.id} ${error.id}`);
    setAttribute(input, "aria-invalid", field.error ? "true" : null);
    if (field.options.length) {
      reconcile(
        input,
        field.options,
        (option) => option.value,
        (option) => make("option", { value: option.value }),
        (option, data) => setText(option, data.text),
      );
    }
    follow(input, field.value);
  }

  // ---------------------------------------------------------------- answers

  function drawPart(node, part) {
    const [heading, lines, drawings, grids] = node.children;
    setText(heading, part.heading);
    reconcile(
      lines,
      part.lines,
      (_, i) => i,
      () => make("p"),
      (line, text) => setText(line, text),
    );
    reconcile(
      drawings,
      part.drawings,
      (_, i) => i,
      // What does not fit is scrolled by itself, by the keyboard, too.
      () => make("div", { class: "inaba-f-drawing" }, make("img")),
      (box, drawing) => {
        const image = box.firstChild;
        setAttribute(image, "alt", drawing.alt);
        setAttribute(image, "src", `data:image/svg+xml,${encodeURIComponent(drawing.svg)}`);
        image.style.width = drawing.width ? `${drawing.width}px` : "";
        image.style.minWidth = `${drawing.least}px`;
        setAttribute(box, "tabindex", drawing.least ? "0" : null);
      },
    );
    reconcile(grids, part.grids, (_, i) => i, newGrid, drawGrid);
  }

  function newGrid() {
    const caption = make("caption", { id: `${uid}-${Math.random().toString(36).slice(2)}` });
    const whole = make("table", {}, caption, make("thead", {}, make("tr")), make("tbody"));
    // A wide table is scrolled by itself, by the keyboard, too.
    return make("div", { class: "inaba-f-grid", tabindex: "0", role: "region", "aria-labelledby": caption.id }, whole);
  }

  function drawGrid(node, grid) {
    const [caption, head, body] = node.firstChild.children;
    setText(caption, grid.caption);
    reconcile(
      head.firstChild,
      grid.heads,
      (_, i) => i,
      () => make("th", { scope: "col" }),
      (cell, text) => setText(cell, text),
    );
    reconcile(
      body,
      grid.rows,
      (_, i) => i,
      () => make("tr"),
      (row, cells, at) =>
        reconcile(
          row,
          cells,
          (_, i) => i,
          (_, i) => (i ? make("td") : make("th", { scope: "row" })),
          (cell, text, i) => {
            setText(cell, text.replaceAll(" %", "\u00a0%"));
            const share = grid.shares[at]?.[i - 1];
            cell.classList.toggle("inaba-f-filled", share !== undefined);
            if (share !== undefined) cell.style.setProperty("--share", `${100 * share}%`);
          },
        ),
    );
  }

  // ---------------------------------------------------------------- all

  function draw() {
    root.lang = scene.lang;
    setText(title, scene.title);
    setText(about, scene.about);
    setText(language, words.language);
    language.lang = scene.lang === "ja" ? "en" : "ja";
    reconcile(fields, scene.fields, (field) => field.name, newField, drawField);
    reconcile(
      buttons,
      scene.buttons,
      (button) => button.name,
      (button) =>
        make("button", {
          type: "button",
          class: "inaba-button",
          "data-name": button.name,
          onclick: () => send({ do: "press", button: button.name }),
        }),
      (node, button) => setText(node, button.text),
    );
    buttons.hidden = !scene.buttons.length;
    reconcile(
      parts,
      scene.parts,
      (part) => part.name,
      () => make(
          "section",
          {},
          makeHeading(1, { class: "inaba-f-heading" }),
          make("div"),
          make("div"),
          make("div", { class: "inaba-f-grids" }),
        ),
      drawPart,
    );
    setLevels();
  }

  draw();
  tell(scene.said.text, scene.said.tone);
  model.on("change:scene", onScene);
  model.on("change:words", onWords);
  return () => {
    clearTimeout(patience);
    model.off("change:scene", onScene);
    model.off("change:words", onWords);
  };
}

export default { render };
