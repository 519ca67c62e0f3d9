// Small tools of all boards in the browser. Nodes are made once and changed in place, so that the focus stays where it
// is.

const SVG = "http://www.w3.org/2000/svg";

/** What the ids of this board's drawings begin with: boards of several games may stand in one page. */
let sheetPrefix = "inaba-";

function filled(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (name === "text") node.textContent = value;
    else if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children);
  return node;
}

function make(tag, attributes = {}, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

/** A node of a drawing. */
function makeSvg(tag, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, tag), attributes, children);
}

/** A drawing of the sheet. It says nothing by itself: words stand beside it. */
function drawing(name, className) {
  const use = makeSvg("use", { width: "100%", height: "100%" });
  const svg = makeSvg("svg", { "aria-hidden": "true", focusable: "false", class: `inaba-art ${className}` }, use);
  redraw(svg, name);
  return svg;
}

function redraw(svg, name) {
  if (svg.dataset.name === name) return;
  svg.dataset.name = name;
  svg.firstChild.setAttribute("href", `#${sheetPrefix}${name}`);
}

function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

function setAttribute(node, name, value) {
  if (value === null || value === false) node.removeAttribute(name);
  else if (node.getAttribute(name) !== String(value)) node.setAttribute(name, value === true ? "" : value);
}

/** Children of `parent` for `items`, one each by its key; nodes are kept, added, dropped and put in order. */
function reconcile(parent, items, key, create, update) {
  const kept = new Map([...parent.children].map((node) => [node.dataset.key, node]));
  const wanted = new Set(items.map((item, i) => String(key(item, i))));
  for (const [name, node] of kept) if (!wanted.has(name)) node.remove();
  items.forEach((item, i) => {
    const name = String(key(item, i));
    let node = kept.get(name);
    if (!node || !node.isConnected) {
      node = create(item, i);
      node.dataset.key = name;
    }
    if (parent.children[i] !== node) parent.insertBefore(node, parent.children[i] ?? null);
    update(node, item, i);
  });
}

/** From its first letter until it is finished, what is typed belongs to who types it: see `follow`. */
function keepTyped(input) {
  input.addEventListener("input", () => (input.dataset.typed = ""));
  input.addEventListener("change", () => delete input.dataset.typed);
}

/** Show a value in a field, unless somebody is typing there: answers to what he did before come in between. */
function follow(input, value) {
  const typing = "typed" in input.dataset && document.activeElement === input;
  if (!typing && input.value !== value) input.value = value;
}

/** JupyterLab listens for plain keys (b inserts a cell, m changes one, d d deletes one): none of ours may reach it. */
function keepKeys(root) {
  root.addEventListener("keydown", (event) => {
    if (event.key !== "Tab" && !event.ctrlKey && !event.metaKey && !event.altKey) event.stopPropagation();
  });
}

/** A heading of what is shown, so many levels below its highest: see `headingLevels`. */
function makeHeading(below, attributes = {}) {
  return make("div", { role: "heading", "aria-level": 2 + below, "data-below": below, ...attributes });
}

/**
 * Gives the headings in `root` their levels: the highest stands one below the heading before it in the page, be that a
 * section of a lesson or the title of a page. What is given back does so again, when there are new headings.
 */
function headingLevels(root) {
  const level = () => {
    if (!root.isConnected) return;
    const page = root.closest(".jp-Notebook") ?? document;
    const above = [...page.querySelectorAll("h1, h2, h3, h4, h5, h6")].filter(
      (one) => !one.closest(".jp-OutputArea") && one.compareDocumentPosition(root) & Node.DOCUMENT_POSITION_FOLLOWING,
    );
    const highest = above.length ? Number(above.at(-1).tagName[1]) + 1 : 2;
    for (const one of root.querySelectorAll("[data-below]")) {
      setAttribute(one, "aria-level", highest + Number(one.dataset.below));
    }
  };
  // It has a size as soon as it stands in the page.
  new ResizeObserver(level).observe(root);
  return level;
}
