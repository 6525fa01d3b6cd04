// Keeps the files of the page, so that it also works without a network. The build writes VERSION and FILES before this line.

// With these, browsers let the page share memory with its workers, which makes it faster (local.js). Hosts of files cannot
// send them, so the first visit is without.
const ISOLATION = { "cross-origin-opener-policy": "same-origin", "cross-origin-embedder-policy": "require-corp" };

// Each folder of a host has its own.
const PREFIX = `temperament ${registration.scope} `;
const CACHE = PREFIX + VERSION;

async function keep() {
  const cache = await caches.open(CACHE);
  // The browser's own cache may have older files: it asks the host whether they have changed.
  await cache.addAll(FILES.map((name) => new Request(name, { cache: "no-cache" })));
}

async function forgetOthers() {
  for (const key of await caches.keys()) if (key.startsWith(PREFIX) && key !== CACHE) await caches.delete(key);
  await clients.claim();
}

async function answer(request) {
  const { pathname } = new URL(request.url);
  const name = pathname.slice(new URL(registration.scope).pathname.length) || "index.html";
  const cache = await caches.open(CACHE);
  const found = await cache.match(new URL(name, registration.scope));
  if (!found) return fetch(request);
  return new Response(found.body, { headers: { ...Object.fromEntries(found.headers), ...ISOLATION } });
}

addEventListener("install", (event) => event.waitUntil(keep()));
addEventListener("activate", (event) => event.waitUntil(forgetOthers()));
addEventListener("fetch", (event) => {
  const isOwn = event.request.method === "GET" && event.request.url.startsWith(registration.scope);
  if (isOwn) event.respondWith(answer(event.request));
});
