// What a tablet keeps of the site, so that it works without the server: all files of one edition, checked by
// their hashes, and changed for those of the next edition only when that is here as a whole.
// The names of the caches are those of worker.js.

(() => {
  const LIST = "inaba-site.json";
  const AT_ONCE = 4;

  const pointerOf = (root) => `inaba ${root} edition`;
  const cacheOf = (root, edition) => `inaba ${root} ${edition}`;

  const able = () => window.isSecureContext && "caches" in window && "serviceWorker" in navigator;

  async function kept(root) {
    const pointer = await (await caches.open(pointerOf(root))).match(root + LIST);
    return pointer ? await pointer.json() : null;
  }

  async function hash(data) {
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", data));
    return [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  }

  async function fetched(root, path, sha256) {
    const address = root + path;
    const answer = await fetch(address, { cache: "no-cache", headers: { "X-Inaba-Fresh": "1" } });
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
    const data = await answer.arrayBuffer();
    if ((await hash(data)) !== sha256) throw new Error(`${path}: another edition`);
    const type = answer.headers.get("Content-Type") || "application/octet-stream";
    return new Response(data, { headers: { "Content-Type": type } });
  }

  async function keep(root, tell) {
    const before = await kept(root);
    const answer = await fetch(root + LIST, { cache: "no-store" });
    if (!answer.ok) throw new Error(`${LIST}: ${answer.status}`);
    const list = await answer.clone().json();
    if (before && before.edition === list.edition) return "kept";
    const old = before ? await caches.open(cacheOf(root, before.edition)) : null;
    const now = await caches.open(cacheOf(root, list.edition));
    const here = new Set((await now.keys()).map((request) => request.url));
    const paths = Object.keys(list.files);
    const whole = paths.reduce((sum, path) => sum + list.files[path].size, 0);
    let done = 0;

    async function one(path) {
      const { sha256, size } = list.files[path];
      const address = root + path;
      if (!here.has(new URL(address).href)) {
        const same = old && before.files[path]?.sha256 === sha256 ? await old.match(address) : null;
        await now.put(address, same || (await fetched(root, path, sha256)));
      }
      done += size;
      tell(done / whole);
    }

    async function row() {
      while (paths.length) await one(paths.shift());
    }
    await Promise.all(Array.from({ length: AT_ONCE }, row));
    await (await caches.open(pointerOf(root))).put(root + LIST, answer);
    for (const name of await caches.keys()) {
      const ours = name.startsWith(`inaba ${root} `);
      if (ours && name !== pointerOf(root) && name !== cacheOf(root, list.edition)) await caches.delete(name);
    }
    return before ? "renewed" : "kept";
  }

  // Ends with "kept", "renewed" (the next visit has the new edition), "unable" or "failed"; never throws.
  async function keepAll(root, tell) {
    if (!able()) return "unable";
    try {
      await navigator.serviceWorker.register(`${root}service-worker.js?enableCache=false`);
      // Two windows need not fetch the same.
      return await navigator.locks.request(`inaba ${root}`, () => keep(root, tell));
    } catch (error) {
      console.info("inaba:", String(error));
      return (await kept(root).catch(() => null)) ? "kept" : "failed";
    }
  }

  window.inabaKeepAll = keepAll;
})();
