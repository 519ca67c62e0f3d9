// Our part of JupyterLite's page: a bar with what a class needs, because menus don't answer a tap.
// It is written as webpack would pack it, with an `init` and a `get`, so that nothing has to be packed.

(() => {
  const NAME = "inaba-site";
  const asked = new URLSearchParams(location.search);
  const SAVE_AFTER = 1500;
  const LONGEST = 2000;
  const LINKS = ["position", "puzzle"];

  const here = new URL(".", document.currentScript.src).href;
  const root = new URL("../..", here).href;
  const fetchJson = async (name) => (await fetch(here + name)).json();

  class Bar {
    constructor(app, words) {
      this.app = app;
      this.words = words;
      this.node = document.createElement("div");
      this.node.className = "inaba-bar";
      this.node.setAttribute("role", "toolbar");
      this.node.setAttribute("aria-label", words.bar);
      this.run = this.button("run", "▶▶", () => this.runAll());
      this.button("cell", "▶", () => app.commands.execute("notebook:run-cell-and-select-next"));
      this.copy = this.button("copy", "＋", () => this.freshCopy());
      this.home = document.createElement("a");
      this.home.className = "inaba-bar-button";
      this.home.href = `${root}${words.lang}/index.html`;
      this.home.append(this.icon("⌂"), words.home);
      this.node.append(this.home);
      this.status = document.createElement("span");
      this.status.className = "inaba-bar-status";
      this.status.setAttribute("role", "status");
      this.node.append(this.status);
    }

    icon(sign) {
      const icon = document.createElement("span");
      icon.setAttribute("aria-hidden", "true");
      icon.textContent = sign;
      return icon;
    }

    button(name, sign, act, into = this.node) {
      const button = document.createElement("button");
      button.type = "button";
      button.className = `inaba-bar-button inaba-bar-${name}`;
      button.append(this.icon(sign), this.words[name]);
      button.addEventListener("click", act);
      into.append(button);
      return button;
    }

    say(name, data = {}) {
      this.status.textContent = this.words[name].replace(/\{(\w+)\}/g, (_, key) => String(data[key]));
    }

    // The bar lies above all that JupyterLite lays out, which gets the rest of the window.
    show() {
      // A menu doesn't answer a tap, and on a telephone it takes room. The notebook's name is not shown at all
      // (assembly.py): beside it is a link to a page that there is not.
      if (window.innerWidth <= 600 || matchMedia("(pointer: coarse)").matches) this.app.shell.menu?.hide();
      document.body.prepend(this.node);
      let high = 0;
      new ResizeObserver(() => {
        if (this.node.offsetHeight === high) return;
        high = this.node.offsetHeight;
        document.documentElement.style.setProperty("--inaba-bar-height", `${high}px`);
        window.dispatchEvent(new Event("resize"));
      }).observe(this.node);
    }

    async open(panel) {
      this.panel = panel;
      await panel.context.ready;
      const told = panel.content.model.getMetadata("inaba") || {};
      this.source = typeof told.path === "string" ? told.path : null;
      this.edition = told.edition;
      this.copy.hidden = this.source === null;
      this.saveSoon();
      await panel.sessionContext.ready;
      this.tellPlace();
      panel.sessionContext.statusChanged.connect((_, status) => {
        if (status === "restarting" || status === "autorestarting") this.placed = false;
        if (status === "idle" && this.placed === false) this.tellPlace();
      });
      const lessons = await fetchJson("lessons.json");
      this.lesson = lessons[this.source];
      if (this.lesson && this.lesson !== this.edition) this.offerNew();
    }

    // What a pupil does is saved a moment after he did it, not at some later time. JupyterLite takes a file that
    // was written since its last save for somebody else's, and does not wait for one save before it begins the
    // next: on a slow tablet it would ask whose file that is. So all saves, its own too, go one after another here.
    // What changes during a save is not in it, whatever the model then says of itself.
    saveSoon() {
      const { context } = this.panel;
      const save = context.save.bind(context);
      let last = Promise.resolve();
      context.save = () => {
        const next = last.then(save);
        last = next.catch(() => {});
        return next;
      };
      let changed = false;
      let timer = 0;
      const saveNow = async () => {
        clearTimeout(timer);
        if (!changed || context.isDisposed || context.model.readOnly) return;
        changed = false;
        try {
          await context.save();
          if (!changed) document.documentElement.dataset.inabaSaved = String(Date.now());
        } catch (error) {
          changed = true;
          this.say("not_saved", { why: String(error.message || error) });
        }
      };
      context.model.contentChanged.connect(() => {
        changed = true;
        clearTimeout(timer);
        timer = setTimeout(saveNow, SAVE_AFTER);
      });
      // A tablet that is put away is often not asked again.
      document.addEventListener("visibilitychange", () => document.hidden && saveNow());
      addEventListener("pagehide", saveNow);
    }

    // Python learns which notebook it is for: by its folder it knows the language, wherever its files are.
    tellPlace() {
      this.placed = true;
      const path = this.panel.context.path;
      return this.execute(`import os; os.environ["JPY_SESSION_NAME"] = ${JSON.stringify(path)}`);
    }

    async execute(code) {
      const { kernel } = this.panel.sessionContext.session;
      const future = kernel.requestExecute({ code, store_history: false, silent: false });
      let said = "";
      future.onIOPub = ({ header, content }) => {
        if (header.msg_type === "stream") said += content.text;
      };
      const { content } = await future.done;
      return { ok: content.status === "ok", said };
    }

    async runAll() {
      this.run.setAttribute("aria-disabled", "true");
      this.say("running");
      try {
        await this.panel.sessionContext.ready;
        await this.app.commands.execute("notebook:run-all-cells");
        await this.panel.sessionContext.session.kernel.requestKernelInfo();
        const wrong = [...this.panel.content.model.cells].some(
          (cell) => cell.type === "code" && cell.outputs.toJSON().some((o) => o.output_type === "error"),
        );
        this.say(wrong ? "ran_wrong" : "ran");
      } catch (error) {
        this.say("not_run", { why: String(error.message || error) });
      } finally {
        this.run.removeAttribute("aria-disabled");
      }
    }

    async freshCopy() {
      try {
        const answer = await fetch(`${root}files/${this.source}`);
        if (!answer.ok) throw new Error(String(answer.status));
        const content = await answer.json();
        const path = await this.freeName();
        const { contents } = this.app.serviceManager;
        await contents.save(path, { type: "notebook", format: "json", content });
        if (this.panel.context.model.dirty) await this.panel.context.save();
        location.assign(`${root}notebooks/index.html?path=${encodeURIComponent(path)}`);
      } catch (error) {
        this.say("not_copied", { why: String(error.message || error) });
      }
    }

    async freeName() {
      const { contents } = this.app.serviceManager;
      const folder = this.source.split("/").slice(0, -1).join("/");
      const there = new Set((await contents.get(folder, { content: true })).content.map((one) => one.path));
      const stem = this.source.replace(/\.ipynb$/, "");
      for (let number = 2; ; number += 1) {
        const name = `${stem}-${number}.ipynb`;
        if (!there.has(name)) return name;
      }
    }

    offerNew() {
      const notice = document.createElement("div");
      notice.className = "inaba-bar-notice";
      notice.append(this.words.newer);
      this.button("open_newer", "＋", () => this.freshCopy(), notice);
      this.node.append(notice);
    }

    // A link may bring a position or a puzzle; the library reads it before it is put anywhere.
    async follow(kind, text) {
      const { kernel } = this.panel.sessionContext.session;
      await kernel.info;
      const given = [kind, text.slice(0, LONGEST), this.words.lang].map((one) => JSON.stringify(one));
      const { said } = await this.execute(`from lessons import link as _link; print(_link.answer(${given}))`);
      if (!said.startsWith("=")) {
        this.say("no_link", { why: said.trim() });
        return;
      }
      const call = said.slice(1).trim();
      for (const cell of this.panel.content.model.cells) {
        if (cell.type === "code" && (cell.getMetadata("tags") || []).includes(kind)) {
          cell.sharedModel.setSource(cell.sharedModel.getSource().replace(/^kit\..*$/m, () => call));
        }
      }
      await this.runAll();
    }
  }

  const plugin = {
    id: `${NAME}:bar`,
    autoStart: true,
    // JupyterLite waits for every part before it shows itself, so this one is not waited for.
    activate: (app) => {
      begin(app).catch((error) => console.error("inaba:", error));
    },
  };

  async function begin(app) {
    const lang = (asked.get("path") || "").startsWith("en/") ? "en" : "ja";
    document.documentElement.lang = lang;
    const bar = new Bar(app, { ...(await fetchJson("words.json"))[lang], lang });
    const style = document.createElement("link");
    style.rel = "stylesheet";
    style.href = `${here}bar.css`;
    document.head.append(style);
    await app.restored;
    bar.show();
    const panel = await current(app);
    await bar.open(panel);
    document.documentElement.dataset.inaba = "ready";
    const kind = LINKS.find((one) => asked.has(one));
    if (kind) await bar.follow(kind, asked.get(kind));
    // Once Python is here there is time for what the next visit needs.
    await panel.sessionContext.session?.kernel?.info;
    document.documentElement.dataset.kept = await window.inabaKeepAll(root, () => {});
  }

  async function current(app) {
    for (;;) {
      const panel = app.shell.currentWidget;
      if (panel?.sessionContext && panel.content?.model !== undefined) return panel;
      await new Promise((again) => setTimeout(again, 50));
    }
  }

  (window._JUPYTERLAB ??= {})[NAME] = {
    init: async () => {
      const keeping = document.createElement("script");
      keeping.src = `${here}keeping.js`;
      const loaded = new Promise((resolve, reject) => {
        keeping.onload = resolve;
        keeping.onerror = reject;
      });
      document.head.append(keeping);
      await loaded;
    },
    get: async () => () => ({ __esModule: true, default: plugin }),
  };
})();
