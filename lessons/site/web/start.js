// The start page: leads on what a link brings, keeps the site on this tablet and says how far that is.

(() => {
  const root = new URL(document.documentElement.dataset.root, location.href).href;
  const status = document.querySelector("#kept");
  const meter = document.querySelector("#meter");
  const say = (name, data = {}) => {
    const words = status.dataset[name] || "";
    status.textContent = words.replace(/\{(\w+)\}/g, (_, key) => String(data[key]));
  };
  let told = -1;

  // `…/?puzzle=NAME` is a link that can be written on a blackboard.
  function leadOn() {
    const asked = new URLSearchParams(location.search);
    const links = JSON.parse(status.parentElement.dataset.links);
    const kind = Object.keys(links).find((one) => asked.has(one));
    if (!kind) return false;
    const query = new URLSearchParams({ path: links[kind], [kind]: asked.get(kind) });
    location.replace(`${root}notebooks/index.html?${query}`);
    return true;
  }

  async function begin() {
    say("checking");
    const ended = await window.inabaKeepAll(root, (share) => {
      const percent = Math.floor(100 * share);
      meter.hidden = false;
      meter.value = percent;
      // A reader of the screen is not told every percent.
      if (Math.floor(percent / 10) > Math.floor(told / 10)) say("keeping", { percent });
      told = percent;
    });
    meter.hidden = true;
    say(ended);
    document.documentElement.dataset.kept = ended;
  }

  if (!leadOn()) begin();
})();
