// Live refresh of personal pages (participant, desk, referee) by server-sent events, with polling as a fallback.
// Elements: [data-news] (once; data-part: the address of the page's parts, and the messages below; data-live while
// all streams are open), [data-news-events] (a stream; data-known: the digest of the page's content),
// [data-news-part] with an id (a part to replace; data-version if the server knows it), [data-news-words] in a part
// (a script of messages by key, each announced once per change), [data-news-said] (the live region), [data-news-net]
// (the notice that the server is unavailable). A stream only signals that the page is stale.
const root = document.querySelector("[data-news]");
const said = document.querySelector("[data-news-said]");
const net = document.querySelector("[data-news-net]");
const words = root?.dataset;

const STALE_AFTER_MS = 40000; // poll after this silence, even while a stream is open
const POLL_INTERVAL_MS = 10000; // poll interval without a stream
const RECONNECT = 30000; // retry delay if the server does not stream
const PATIENCE = 8000;
const MAX_CLOCK_SKEW_MS = 2000;
const SHOWN = 3; // notices shown at a time
/** Values that differ between two renderings of an unchanged part. */
const RUNNING = /(?:name="csrfmiddlewaretoken" value|data-server-now| d)="[^"]*"|>\d+:\d\d</g;

const streams = [];
const seen = new Map();
let busy = false;
let again = false;
let stale = false;
let pressed = false;
let over = false;
let ahead = null;
let contact = performance.now();
let contactTime = Date.now();

// ---- announcements -----------------------------------------------------------------------------------------------
const sentences = () => {
  const all = {};
  for (const one of document.querySelectorAll("[data-news-words] > script"))
    Object.assign(all, JSON.parse(one.textContent));
  return all;
};

function say(key, sentence) {
  for (const old of said.querySelectorAll(`[data-key="${key}"]`)) old.remove();
  const item = document.createElement("div");
  item.className = "fo-toast fo-toast--info";
  item.dataset.key = key;
  const close = Object.assign(document.createElement("button"), {
    type: "button",
    className: "fo-toast__close",
    textContent: "×",
  });
  close.setAttribute("aria-label", words.close);
  close.dataset.dismiss = "";
  item.append(Object.assign(document.createElement("span"), { textContent: sentence }), close);
  said.append(item);
  while (said.children.length > SHOWN) said.firstElementChild.remove();
}

function sayNews(before, after) {
  for (const [key, sentence] of Object.entries(after)) if (sentence && before[key] !== sentence) say(key, sentence);
}

// ---- replacing parts ---------------------------------------------------------------------------------------------
/** Return whether the user is typing in a part, which is then replaced later. */
const isTypedIn = (part) =>
  [...part.querySelectorAll("input:not([type=hidden]), textarea")].some(
    (one) => one === document.activeElement || one.value !== one.defaultValue,
  );

/** Return the element of a new part that corresponds to the focused one: the same link, button or field. */
function twin(part, focused) {
  const same = (one) =>
    one.tagName === focused.tagName &&
    one.textContent === focused.textContent &&
    one.getAttribute("href") === focused.getAttribute("href") &&
    one.name === focused.name;
  return [...part.querySelectorAll("a, button, summary, [tabindex]")].find(same);
}

function exchange(part, made) {
  const focused = part.contains(document.activeElement) && document.activeElement;
  const opened = [...part.querySelectorAll("details")].map((one) => one.open);
  const fresh = document.importNode(made, true);
  [...fresh.querySelectorAll("details")].forEach((one, n) => {
    if (opened[n] !== undefined) one.open = opened[n];
  });
  part.replaceWith(fresh);
  window.htmx?.process(fresh);
  // clock.js starts the clocks in the inserted content.
  fresh.dispatchEvent(new CustomEvent("htmx:load", { bubbles: true }));
  if (focused) twin(fresh, focused)?.focus({ preventScroll: true });
}

function put(html) {
  const made = new DOMParser().parseFromString(html, "text/html");
  const before = sentences();
  for (const part of document.querySelectorAll("[data-news-part]")) {
    const fresh = made.getElementById(part.id);
    const still = fresh?.outerHTML.replaceAll(RUNNING, "");
    if (!fresh || seen.get(part.id) === still) continue;
    if (pressed || isTypedIn(part)) {
      stale = true;
      continue;
    }
    seen.set(part.id, still);
    exchange(part, fresh);
  }
  sayNews(before, sentences());
}

// ---- polling -----------------------------------------------------------------------------------------------------
function setTime(now) {
  const found = now - Date.now();
  if (ahead !== null && Math.abs(found - ahead) > MAX_CLOCK_SKEW_MS) {
    document.dispatchEvent(new CustomEvent("fossato:time", { detail: { ahead: found } }));
  }
  ahead = found;
}

function online() {
  contact = performance.now();
  contactTime = Date.now() + (ahead || 0);
  if (!net.dataset.final) net.hidden = true;
}

function offline() {
  if (net.dataset.final) return;
  const time = new Date(contactTime).toLocaleTimeString(document.documentElement.lang, {
    hour: "2-digit",
    minute: "2-digit",
  });
  tell(words.cutOff.replace("{time}", time));
}

function tell(sentence) {
  if (net.textContent !== sentence) net.textContent = sentence;
  net.hidden = false;
}

/** Stop refreshing: the link was revoked or the session expired. */
function end() {
  over = true;
  net.dataset.final = "yes";
  tell(words.gone);
  for (const one of streams) one.source?.close();
}

async function refresh() {
  if (over) return;
  if (document.hidden) {
    stale = true;
    return;
  }
  if (busy) {
    again = true;
    return;
  }
  busy = true;
  stale = false;
  const sent = performance.now();
  try {
    const version = document.querySelector("[data-news-part][data-version]")?.dataset.version;
    const headers = version ? { "HX-Request": "true" } : {};
    const answer = await fetch(version ? `${words.part}?v=${version}` : words.part, {
      cache: "no-store",
      headers,
      signal: AbortSignal.timeout(PATIENCE),
    });
    const now = Number(answer.headers.get("Fossato-Now"));
    if (now) setTime(now + (performance.now() - sent) / 2);
    if (answer.status === 204) online();
    else if (answer.redirected || [403, 404, 410].includes(answer.status)) end();
    else if (answer.ok) {
      put(await answer.text());
      online();
    } else offline();
  } catch {
    offline();
  }
  busy = false;
  if (again) {
    again = false;
    refresh();
  }
}

// ---- the streams -------------------------------------------------------------------------------------------------
function connect(one) {
  one.source?.close();
  one.source = new EventSource(`${one.events}?da=${encodeURIComponent(one.known)}`);
  const mine = one.source;
  mine.addEventListener("news", (event) => {
    one.known = event.lastEventId;
    refresh();
  });
  mine.addEventListener("time", (event) => {
    if (ahead !== null && Math.abs(Number(event.data) - Date.now() - ahead) > MAX_CLOCK_SKEW_MS) refresh();
    else if (net.hidden) online();
  });
  mine.addEventListener("open", () => {
    root.toggleAttribute("data-live", isLive());
    if (!net.hidden) refresh();
  });
  mine.addEventListener("over", () => {
    one.over = true;
    mine.close();
  });
  mine.addEventListener("error", () => {
    root.removeAttribute("data-live");
    refresh();
    if (mine.readyState === EventSource.CLOSED)
      setTimeout(() => {
        if (one.source === mine && !over) connect(one);
      }, RECONNECT);
  });
}

const isLive = () => streams.length && streams.every((one) => one.over || one.source?.readyState === EventSource.OPEN);

function doubt() {
  if (stale || !net.hidden || performance.now() - contact > (isLive() ? STALE_AFTER_MS : POLL_INTERVAL_MS)) refresh();
}

/** Replace parts again once the click that a release makes is dispatched. */
function release() {
  setTimeout(() => {
    pressed = false;
    if (stale) refresh();
  });
}

/** Open the streams and poll. */
function start() {
  addEventListener("offline", offline);
  addEventListener("online", () => {
    refresh();
    for (const one of streams) if (!one.over && one.source?.readyState === EventSource.CLOSED) connect(one);
  });
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden && (stale || performance.now() - contact > POLL_INTERVAL_MS)) refresh();
  });
  document.addEventListener("focusout", () => {
    if (stale) setTimeout(refresh, 200);
  });

  // A link replaced between press and release is not clicked: parts are replaced after the release.
  addEventListener("pointerdown", () => (pressed = true), true);
  for (const end of ["pointerup", "pointercancel", "dragend"]) addEventListener(end, release, true);

  for (const one of document.querySelectorAll("[data-news-events]")) {
    streams.push({ events: one.dataset.newsEvents, known: one.dataset.known || "", source: null, over: false });
  }
  if (window.EventSource) streams.forEach(connect);
  setInterval(doubt, 5000);
}

if (root) start();
