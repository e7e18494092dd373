// The service worker. The server prepends `const FACTS = {version, shell, offline, pages, start, tables, signedOut, icon}`.
// The shell has a cache for each version; pages of sheets come from the network, or from their last copy when offline.
const SHELL = `fossato-shell-${FACTS.version}`;
const PAGES = "fossato-pages";

self.addEventListener("install", (event) => {
  const filled = caches.open(SHELL).then((cache) => cache.addAll([...FACTS.shell, FACTS.offline]));
  event.waitUntil(filled.then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const others = (names) => names.filter((name) => name.startsWith("fossato-shell-") && name !== SHELL);
  const cleared = caches.keys().then((names) => Promise.all(others(names).map((name) => caches.delete(name))));
  event.waitUntil(cleared.then(() => self.clients.claim()));
});

// Sent by a page that was loading while the other pages were claimed.
self.addEventListener("message", (event) => {
  if (event.data === "take-over") event.waitUntil(self.clients.claim());
});

const shell = async (request) => (await caches.match(request)) || fetch(request);
const withoutNetwork = () => caches.match(FACTS.offline);

/** Return a sheet's page from the network; offline its last copy. */
async function page(request, path) {
  const copies = await caches.open(PAGES);
  try {
    const answer = await fetch(request);
    if (answer.status === 200 && !answer.redirected) await copies.put(path, answer.clone());
    if (answer.status === 404 || answer.status === 410) await copies.delete(path);
    return answer;
  } catch {
    return (await copies.match(path)) || (await withoutNetwork()) || Response.error();
  }
}

/** Return one's own place; offline the last copy of the referee's tables, where work goes on without a network. */
async function start(request) {
  try {
    return await fetch(request);
  } catch {
    return (await caches.match(FACTS.tables)) || withoutNetwork();
  }
}

/** Delete the copies of pages when the user signs out, and show no more of their notices on this device. */
async function signOut(request) {
  await caches.delete(PAGES);
  const subscription = await self.registration.pushManager?.getSubscription();
  await subscription?.unsubscribe();
  return fetch(request);
}

// A notice for the account that added this device: see push.js.
self.addEventListener("push", (event) => {
  const { title, body, path } = event.data.json();
  event.waitUntil(self.registration.showNotification(title, { body, icon: FACTS.icon, data: { path } }));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(self.clients.openWindow(event.notification.data.path || FACTS.start));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== self.location.origin) return;
  if (request.method === "GET" && FACTS.shell.includes(pathname)) event.respondWith(shell(request));
  else if (request.mode !== "navigate") return;
  else if (request.method === "POST" && pathname === FACTS.signedOut) event.respondWith(signOut(request));
  else if (request.method === "GET" && pathname === FACTS.start) event.respondWith(start(request));
  else if (FACTS.pages.some((start) => pathname.startsWith(start))) event.respondWith(page(request, pathname));
  else if (request.method === "GET") event.respondWith(fetch(request).catch(withoutNetwork));
});
