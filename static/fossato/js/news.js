// Live refresh of personal pages (participant, desk, referee) by server-sent events, with polling as a fallback.
// Elements: [data-news] (once; data-part: the address of the page's parts, and the messages below; data-cached if a proxy
// keeps them; data-live while all streams are open), [data-news-events] (a stream; data-known: the digest of the page's content),
// [data-news-part] with an id (a part to replace; data-version if the server knows it), [data-news-words] in a part
// (a script of messages by key, each announced once per change), [data-news-said] (the live region), [data-news-net]
// (the notice that the server is unavailable). A stream only signals that the page is stale; the browser has one for all
// its pages (live.js), and a page without it asks every few seconds. What is not live says so, and shows no running clock.
import { isSkewed, POLL_INTERVAL_MS, serverNow, setTime, shareStream, TICK_MS, tellOthers } from "./live.js";

const root = document.querySelector("[data-news]");
const liveRegion = document.querySelector("[data-news-said]");
const offlineNotice = document.querySelector("[data-news-net]");
const words = root?.dataset;

const STALE_AFTER_MS = 40000; // poll after this silence, even while a stream is open
const STALE_MS = 2 * POLL_INTERVAL_MS; // a page without a stream that was not answered for this long is not live
const RECONNECT_DELAY_MS = 30000; // retry delay if the server does not stream
const CACHED_MS = 2500; // how long a proxy may keep a page of everybody, and a little more
const REQUEST_TIMEOUT_MS = 8000;
const MAX_NOTICES = 3; // notices shown at a time
/** Values that differ between two renderings of an unchanged part. */
const RUNNING = /(?:name="csrfmiddlewaretoken" value|data-server-now| d)="[^"]*"|<progress[^>]*>|>\d+:\d\d</g;

const streams = [];
const contentById = new Map();
let isRefreshing = false;
let mustRefreshAgain = false;
let isStale = false;
let isPressed = false;
/** Number of requests of forms that began or ended: an answer read between the two is older than what such a request shows. */
let formRequests = 0;
let isOver = false;
let lastContact = performance.now();
let contactTime = Date.now();

// ---- announcements -----------------------------------------------------------------------------------------------
const sentences = () => {
  const all = {};
  for (const script of document.querySelectorAll("[data-news-words] > script"))
    Object.assign(all, JSON.parse(script.textContent));
  return all;
};

function showAnnouncement(key, sentence) {
  for (const old of liveRegion.querySelectorAll(`[data-key="${key}"]`)) old.remove();
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
  liveRegion.append(item);
  // toasts.js lets it go after a while.
  item.dispatchEvent(new CustomEvent("htmx:load", { bubbles: true }));
  while (liveRegion.children.length > MAX_NOTICES) liveRegion.firstElementChild.remove();
}

function announceChanges(before, after) {
  for (const [key, sentence] of Object.entries(after))
    if (sentence && before[key] !== sentence) showAnnouncement(key, sentence);
}

// ---- replacing parts ---------------------------------------------------------------------------------------------
/** Return whether the user is typing in a part, which is then replaced later. */
const isTypedIn = (part) =>
  [...part.querySelectorAll("input:not([type=hidden]), textarea")].some(
    (input) => input === document.activeElement || input.value !== input.defaultValue,
  );

/** Return whether a request of a form in a part is under way: its answer replaces the part. */
const isAwaited = (part) => part.querySelector(".htmx-request") !== null;

/** Return the element of a new part that corresponds to the focused one: the same link, button or field. */
function findCounterpart(part, focused) {
  const isSame = (element) =>
    element.tagName === focused.tagName &&
    element.textContent === focused.textContent &&
    element.getAttribute("href") === focused.getAttribute("href") &&
    element.name === focused.name;
  const named = focused.id && part.querySelector(`#${CSS.escape(focused.id)}`);
  return named || [...part.querySelectorAll("a, button, summary, [tabindex]")].find(isSame);
}

function replacePart(part, newPart) {
  const focused = part.contains(document.activeElement) && document.activeElement;
  const opened = [...part.querySelectorAll("details")].map((element) => element.open);
  const fresh = document.importNode(newPart, true);
  [...fresh.querySelectorAll("details")].forEach((element, n) => {
    if (opened[n] !== undefined) element.open = opened[n];
  });
  part.replaceWith(fresh);
  window.htmx?.process(fresh);
  // clock.js starts the clocks in the inserted content.
  fresh.dispatchEvent(new CustomEvent("htmx:load", { bubbles: true }));
  if (focused) findCounterpart(fresh, focused)?.focus({ preventScroll: true });
}

function replaceParts(html) {
  const newDocument = new DOMParser().parseFromString(html, "text/html");
  const before = sentences();
  for (const part of document.querySelectorAll("[data-news-part]")) {
    const fresh = newDocument.getElementById(part.id);
    const content = fresh?.outerHTML.replaceAll(RUNNING, "");
    if (!fresh || contentById.get(part.id) === content) continue;
    if (isPressed || isTypedIn(part) || isAwaited(part)) {
      isStale = true;
      continue;
    }
    contentById.set(part.id, content);
    replacePart(part, fresh);
  }
  announceChanges(before, sentences());
}

// ---- polling -----------------------------------------------------------------------------------------------------
function online() {
  lastContact = performance.now();
  contactTime = serverNow();
  if (offlineNotice.dataset.final) return;
  offlineNotice.hidden = true;
  showLive();
}

/** Tell style sheet and clock whether the page follows: its stream is open, or the server answered just now. */
function showLive() {
  const isAnswered = isLive() || performance.now() - lastContact < STALE_MS;
  root.toggleAttribute("data-live", Boolean(isLive()));
  document.documentElement.toggleAttribute("data-cut-off", document.hidden || !offlineNotice.hidden || !isAnswered);
}

function offline() {
  if (offlineNotice.dataset.final) return;
  const time = new Date(contactTime).toLocaleTimeString(document.documentElement.lang, {
    hour: "2-digit",
    minute: "2-digit",
  });
  showNotice(words.cutOff.replace("{time}", time));
}

function showNotice(sentence) {
  if (offlineNotice.textContent !== sentence) offlineNotice.textContent = sentence;
  offlineNotice.hidden = false;
  showLive();
}

/** Stop refreshing: the link was revoked or the session expired. */
function end() {
  isOver = true;
  offlineNotice.dataset.final = "yes";
  showNotice(words.gone);
  for (const stream of streams) stream.source?.close();
}

async function refresh() {
  if (isOver) return;
  if (document.hidden) {
    isStale = true;
    return;
  }
  if (isRefreshing) {
    mustRefreshAgain = true;
    return;
  }
  isRefreshing = true;
  isStale = false;
  const sent = performance.now();
  const formRequestsBefore = formRequests;
  try {
    const version = document.querySelector("[data-news-part][data-version]")?.dataset.version;
    // The header keeps the notices of a form under way for the page that it leads to.
    const headers = { "Fossato-Refresh": "1", ...(version && { "HX-Request": "true" }) };
    const answer = await fetch(version ? `${words.part}?v=${version}` : words.part, {
      cache: "no-store",
      headers,
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    });
    const now = Number(answer.headers.get("Fossato-Now"));
    if (now) setTime(now + (performance.now() - sent) / 2);
    if (answer.status === 204) online();
    else if (answer.redirected || [403, 404, 410].includes(answer.status)) end();
    else if (answer.ok) {
      const html = await answer.text();
      if (formRequests === formRequestsBefore) replaceParts(html);
      else mustRefreshAgain = true;
      online();
    } else offline();
  } catch {
    offline();
  }
  isRefreshing = false;
  if (mustRefreshAgain) {
    mustRefreshAgain = false;
    refresh();
  }
}

// ---- the streams -------------------------------------------------------------------------------------------------
function connect(stream) {
  if (!window.EventSource) return;
  stream.source?.close();
  stream.source = new EventSource(`${stream.events}?da=${encodeURIComponent(stream.known)}`);
  const source = stream.source;
  source.addEventListener("news", (event) => {
    stream.known = event.lastEventId;
    tellOthers();
    refresh();
    // A page of everybody may come from the proxy as it was before the news.
    if (words.cached !== undefined) setTimeout(refresh, CACHED_MS);
  });
  source.addEventListener("time", (event) => {
    if (isSkewed(Number(event.data))) refresh();
    else if (offlineNotice.hidden) online();
  });
  source.addEventListener("open", () => {
    showLive();
    if (!offlineNotice.hidden) refresh();
  });
  source.addEventListener("over", () => {
    stream.over = true;
    source.close();
  });
  source.addEventListener("error", () => {
    showLive();
    refresh();
    if (source.readyState === EventSource.CLOSED)
      setTimeout(() => {
        if (stream.source === source && !isOver) connect(stream);
      }, RECONNECT_DELAY_MS);
  });
}

const isLive = () =>
  streams.length && streams.every((stream) => stream.over || stream.source?.readyState === EventSource.OPEN);

function pollIfStale() {
  if (
    isStale ||
    !offlineNotice.hidden ||
    performance.now() - lastContact > (isLive() ? STALE_AFTER_MS : POLL_INTERVAL_MS)
  )
    refresh();
  showLive();
}

/** Replace parts again once the click that a release makes is dispatched. */
function release() {
  setTimeout(() => {
    isPressed = false;
    if (isStale) refresh();
  });
}

/** Open the streams and poll. */
function start() {
  addEventListener("offline", offline);
  addEventListener("online", () => {
    refresh();
    for (const stream of streams) if (!stream.over && stream.source?.readyState === EventSource.CLOSED) connect(stream);
  });
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) refresh();
  });
  document.addEventListener("focusout", () => {
    if (isStale) setTimeout(refresh, 200);
  });

  for (const step of ["htmx:beforeRequest", "htmx:afterRequest"])
    document.addEventListener(step, () => {
      formRequests += 1;
    });
  // What htmx inserted is not what this script inserted last.
  document.addEventListener("htmx:afterSwap", () => {
    contentById.clear();
    if (isStale) refresh();
  });

  // A link replaced between press and release is not clicked: parts are replaced after the release.
  addEventListener("pointerdown", () => (isPressed = true), true);
  for (const end of ["pointerup", "pointercancel", "dragend"]) addEventListener(end, release, true);

  for (const element of document.querySelectorAll("[data-news-events]")) {
    streams.push({ events: element.dataset.newsEvents, known: element.dataset.known || "", source: null, over: false });
  }
  shareStream({
    open: () => streams.filter((stream) => !stream.over).forEach(connect),
    close: () => {
      for (const stream of streams) stream.source?.close();
      showLive();
    },
    told: refresh,
  });
  setInterval(pollIfStale, TICK_MS);
}

if (root) start();
