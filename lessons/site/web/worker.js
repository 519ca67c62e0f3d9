// Answers from what a tablet keeps (keeping.js): with one whole edition of the site or, before there is one,
// from the server. What the notebooks' Python asks of its files is JupyterLite's own worker's.

const LIST = "inaba-site.json";
const ROOT = self.registration.scope;
const THEIRS = /^api\/(drive|stdin|service-worker)/;

async function answer(request, path) {
  if (path === LIST) return fetch(request, { cache: "no-store" });
  if (request.headers.has("X-Inaba-Fresh")) return fetch(request.url, { cache: "no-cache" });
  const pointer = await (await caches.open(`inaba ${ROOT} edition`)).match(ROOT + LIST);
  if (pointer) {
    const { edition } = await pointer.json();
    const name = path === "" || path.endsWith("/") ? `${path}index.html` : path;
    const found = await (await caches.open(`inaba ${ROOT} ${edition}`)).match(ROOT + name);
    if (found) return found;
  }
  return fetch(request);
}

self.addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  if (method !== "GET" || !url.startsWith(ROOT)) return;
  const path = url.slice(ROOT.length).split(/[?#]/)[0];
  if (THEIRS.test(path)) return;
  event.stopImmediatePropagation();
  event.respondWith(answer(event.request, decodeURI(path)));
});

importScripts("jupyterlite-service-worker.js");
