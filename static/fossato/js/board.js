// The live board: updates itself by server-sent events, or by polling where streams are not available; turns its
// pages, with names as large as the page allows; reports a lost network and continues with its last content. The time
// is always the server's.
import { fitNames } from "./board-names.js";
import { isSkewed, POLL_INTERVAL_MS, serverNow, setTime, shareStream, TICK_MS, tellOthers } from "./live.js";

const board = document.querySelector("[data-board]");
const body = board.querySelector("[data-board-body]");
const offlineNotice = board.querySelector("[data-board-net]");
const callRegion = board.querySelector("[data-board-call]");
const pauseButton = board.querySelector("[data-board-hold]");
const pageLabel = board.querySelector("[data-board-leaf]");
const words = board.dataset;
const narrow = window.matchMedia("(max-width: 50rem)");

const STALE_AFTER_MS = 40000; // poll after this silence, even while a stream is open
const POLL_INTERVAL_OVER_MS = 60000; // poll interval once the event is concluded
const RECONNECT_DELAY_MS = 30000; // retry delay if the server does not stream
const CALL_SECONDS = 20;

let version = words.version;
let etag = "";
let isOver = "over" in words;
let source = null;
let isRefreshing = false;
let mustRefreshAgain = false;
let lastContact = performance.now();
let contactTime = Number(words.now);

// ------------------------------------------------------------ the server's time

const page = performance.getEntriesByType("navigation")[0];
setTime(Number(words.now) + (page ? Date.now() - performance.timeOrigin - page.responseStart : 0));

// ------------------------------------------------------------ pages

let shown = "";
let isPaused = false;
const pages = () => [...body.querySelectorAll("[data-page]")];

function show(key) {
  const all = pages();
  const at = Math.max(
    0,
    all.findIndex((element) => element.dataset.page === key),
  );
  shown = all.length ? all[at].dataset.page : "";
  const everything = narrow.matches;
  all.forEach((element, n) => {
    element.hidden = !everything && n !== at;
  });
  if (!everything && all.length) fitNames(all[at]);
  pauseButton.hidden = everything || all.length < 2;
  pageLabel.textContent = words.leaf.replace("{n}", at + 1).replace("{all}", all.length);
}

function turn(by) {
  const all = pages();
  const at = all.findIndex((element) => element.dataset.page === shown);
  if (all.length) show(all[(at + by + all.length) % all.length].dataset.page);
}

pauseButton.addEventListener("click", () => {
  isPaused = !isPaused;
  pauseButton.setAttribute("aria-pressed", String(isPaused));
});
document.addEventListener("keydown", (event) => {
  if (event.key === "ArrowRight" || event.key === "PageDown") turn(1);
  if (event.key === "ArrowLeft" || event.key === "PageUp") turn(-1);
});
narrow.addEventListener("change", () => show(shown));
// A page's box changes with the screen, and with the rows of the notices above it.
const pageSizes = new ResizeObserver(() => show(shown));

function watchSizes() {
  pageSizes.disconnect();
  for (const element of pages()) pageSizes.observe(element);
}

// Web fonts load after the text and are wider or narrower than what they replace.
document.fonts.ready.then(() => show(shown));
document.fonts.addEventListener("loadingdone", () => show(shown));

// ------------------------------------------------------------ light or dark

const lightButton = board.querySelector("[data-board-light]");

function setLight(isLight) {
  document.documentElement.dataset.bsTheme = isLight ? "light" : "dark";
  lightButton.setAttribute("aria-pressed", String(isLight));
}

lightButton.addEventListener("click", () => {
  const isLight = document.documentElement.dataset.bsTheme === "dark";
  localStorage.setItem("fossato-board-light", isLight ? "yes" : "");
  setLight(isLight);
});
setLight(document.documentElement.dataset.bsTheme === "light" || localStorage.getItem("fossato-board-light") === "yes");

function replaceContent(html) {
  const mode = body.querySelector("[data-board-mode]").dataset.boardMode;
  const template = document.createElement("template");
  template.innerHTML = html;
  for (const clock of template.content.querySelectorAll("[data-server-now]")) clock.dataset.serverNow = serverNow();
  body.replaceChildren(template.content);
  // clock.js starts the clocks in the inserted content.
  body.dispatchEvent(new CustomEvent("htmx:load", { bubbles: true }));
  show(body.querySelector("[data-board-mode]").dataset.boardMode === mode ? shown : "");
  watchSizes();
  announce();
}

// ------------------------------------------------------------ announcements of the last minutes

function announce() {
  const clock = body.querySelector("[data-clock][data-deadline]");
  let text = "";
  if (clock) {
    const left = Math.ceil((Number(clock.dataset.deadline) - serverNow()) / 1000);
    const near = [
      [600, words.ten],
      [300, words.five],
      [60, words.one],
    ];
    const match = near.find(([at]) => left <= at && left > at - CALL_SECONDS);
    text = left <= 0 ? words.last : match ? match[1] : "";
  }
  if (callRegion.textContent !== text) callRegion.textContent = text;
  callRegion.classList.toggle("board__call--last", text === words.last);
  callRegion.hidden = !text;
}

// ------------------------------------------------------------ the network

function online(now) {
  lastContact = performance.now();
  contactTime = now;
  offlineNotice.hidden = true;
}

function offline() {
  const options = { hour: "2-digit", minute: "2-digit", timeZone: words.zone };
  const time = new Date(contactTime).toLocaleTimeString(document.documentElement.lang, options);
  const text = words.cutOff.replace("{time}", time);
  if (offlineNotice.textContent !== text) offlineNotice.textContent = text;
  offlineNotice.hidden = false;
}

async function refresh() {
  if (document.hidden) return;
  if (isRefreshing) {
    mustRefreshAgain = true;
    return;
  }
  isRefreshing = true;
  const sent = performance.now();
  try {
    const headers = etag ? { "If-None-Match": etag } : {};
    const answer = await fetch(words.part, { cache: "no-store", headers, signal: AbortSignal.timeout(8000) });
    const now = Number(answer.headers.get("Fossato-Now")) + (performance.now() - sent) / 2;
    if (answer.status === 304) {
      setTime(now);
      online(now);
    } else if (answer.ok) {
      const html = await answer.text();
      setTime(now);
      etag = answer.headers.get("ETag") || "";
      version = answer.headers.get("Fossato-Version") || "";
      replaceContent(html);
      online(now);
    } else {
      offline();
    }
  } catch {
    offline();
  }
  isRefreshing = false;
  if (mustRefreshAgain) {
    mustRefreshAgain = false;
    refresh();
  }
}

function receiveTime(now) {
  // A delayed message carries an old time: poll the server instead of trusting it.
  if (isSkewed(now)) refresh();
  else if (offlineNotice.hidden) online(now);
}

function connect() {
  if (source) source.close();
  source = null;
  if (isOver || !window.EventSource) return;
  source = new EventSource(`${words.events}?da=${encodeURIComponent(version)}`);
  const stream = source;
  stream.addEventListener("time", (event) => receiveTime(Number(event.data)));
  stream.addEventListener("board", (event) => {
    const news = JSON.parse(event.data);
    version = event.lastEventId;
    tellOthers();
    etag = `"${version}-${document.documentElement.lang}"`;
    replaceContent(news.html);
    receiveTime(news.now);
  });
  stream.addEventListener("over", () => {
    isOver = true;
    stream.close();
  });
  stream.addEventListener("open", () => {
    if (!offlineNotice.hidden) refresh();
  });
  stream.addEventListener("error", () => {
    refresh();
    if (stream.readyState === EventSource.CLOSED)
      setTimeout(() => {
        if (source === stream) connect();
      }, RECONNECT_DELAY_MS);
  });
}

function pollIfStale() {
  const streaming = source && source.readyState === EventSource.OPEN;
  const patience = isOver ? POLL_INTERVAL_OVER_MS : streaming ? STALE_AFTER_MS : POLL_INTERVAL_MS;
  if (performance.now() - lastContact > patience) refresh();
}

window.addEventListener("offline", offline);
window.addEventListener("online", () => {
  refresh();
  if (!source || source.readyState === EventSource.CLOSED) connect();
});
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) refresh();
});

document.documentElement.classList.add("is-live");
show("");
watchSizes();
announce();
setInterval(announce, 250);
setInterval(() => {
  if (!isPaused && !narrow.matches) turn(1);
}, Number(words.turn) * 1000);
setInterval(pollIfStale, TICK_MS);
shareStream({ open: connect, close: () => source?.close(), told: refresh });
