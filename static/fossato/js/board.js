// The live board: updates itself by server-sent events, or by polling where streams are not available; turns its
// pages; reports a lost network and continues with its last content. The time is always the server's.
const board = document.querySelector("[data-board]");
const body = board.querySelector("[data-board-body]");
const net = board.querySelector("[data-board-net]");
const call = board.querySelector("[data-board-call]");
const hold = board.querySelector("[data-board-hold]");
const leaf = board.querySelector("[data-board-leaf]");
const words = board.dataset;
const narrow = window.matchMedia("(max-width: 50rem)");

const STALE_AFTER_MS = 40000; // poll after this silence, even while a stream is open
const POLL_INTERVAL_MS = 10000; // poll interval without a stream
const ASK_OVER = 60000; // poll interval once the event is concluded
const RECONNECT = 30000; // retry delay if the server does not stream
const CALL_SECONDS = 20;
const MAX_CLOCK_SKEW_MS = 2000;

let version = words.version;
let etag = "";
let over = "over" in words;
let source = null;
let busy = false;
let again = false;
let stale = false;
let contact = performance.now();
let contactTime = Number(words.now);

// ------------------------------------------------------------ the server's time

const page = performance.getEntriesByType("navigation")[0];
let ahead = Number(words.now) - (page ? performance.timeOrigin + page.responseStart : Date.now());
const serverNow = () => Date.now() + ahead;

function setTime(now) {
  ahead = now - Date.now();
  document.dispatchEvent(new CustomEvent("fossato:time", { detail: { ahead } }));
}

// ------------------------------------------------------------ pages

let shown = "";
let held = false;
const pages = () => [...body.querySelectorAll("[data-page]")];

function show(key) {
  const all = pages();
  const at = Math.max(
    0,
    all.findIndex((one) => one.dataset.page === key),
  );
  shown = all.length ? all[at].dataset.page : "";
  const everything = narrow.matches;
  all.forEach((one, n) => {
    one.hidden = !everything && n !== at;
  });
  hold.hidden = everything || all.length < 2;
  leaf.textContent = words.leaf.replace("{n}", at + 1).replace("{all}", all.length);
}

function turn(by) {
  const all = pages();
  const at = all.findIndex((one) => one.dataset.page === shown);
  if (all.length) show(all[(at + by + all.length) % all.length].dataset.page);
}

hold.addEventListener("click", () => {
  held = !held;
  hold.setAttribute("aria-pressed", String(held));
});
document.addEventListener("keydown", (event) => {
  if (event.key === "ArrowRight" || event.key === "PageDown") turn(1);
  if (event.key === "ArrowLeft" || event.key === "PageUp") turn(-1);
});
narrow.addEventListener("change", () => show(shown));

function put(html) {
  const mode = body.querySelector("[data-board-mode]").dataset.boardMode;
  const made = document.createElement("template");
  made.innerHTML = html;
  for (const clock of made.content.querySelectorAll("[data-server-now]")) clock.dataset.serverNow = serverNow();
  body.replaceChildren(made.content);
  // clock.js starts the clocks in the inserted content.
  body.dispatchEvent(new CustomEvent("htmx:load", { bubbles: true }));
  show(body.querySelector("[data-board-mode]").dataset.boardMode === mode ? shown : "");
  announce();
}

// ------------------------------------------------------------ announcements of the last minutes

function announce() {
  const clock = body.querySelector("[data-clock][data-deadline]");
  let say = "";
  if (clock) {
    const left = Math.ceil((Number(clock.dataset.deadline) - serverNow()) / 1000);
    const near = [
      [600, words.ten],
      [300, words.five],
      [60, words.one],
    ];
    const found = near.find(([at]) => left <= at && left > at - CALL_SECONDS);
    say = left <= 0 ? words.last : found ? found[1] : "";
  }
  if (call.textContent !== say) call.textContent = say;
  call.hidden = !say;
  call.classList.toggle("board__call--last", say === words.last);
}

// ------------------------------------------------------------ the network

function online(now) {
  contact = performance.now();
  contactTime = now;
  net.hidden = true;
}

function offline() {
  const options = { hour: "2-digit", minute: "2-digit", timeZone: words.zone };
  const time = new Date(contactTime).toLocaleTimeString(document.documentElement.lang, options);
  const say = words.cutOff.replace("{time}", time);
  if (net.textContent !== say) net.textContent = say;
  net.hidden = false;
}

async function refresh() {
  if (document.hidden) {
    stale = true;
    return;
  }
  if (busy) {
    again = true;
    return;
  }
  busy = true;
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
      put(html);
      online(now);
    } else {
      offline();
    }
  } catch {
    offline();
  }
  busy = false;
  if (again) {
    again = false;
    refresh();
  }
}

function heard(now) {
  // A delayed message carries an old time: poll the server instead of trusting it.
  if (Math.abs(now - serverNow()) > MAX_CLOCK_SKEW_MS) refresh();
  else if (net.hidden) online(now);
}

function connect() {
  if (source) source.close();
  source = null;
  if (over || !window.EventSource) return;
  source = new EventSource(`${words.events}?da=${encodeURIComponent(version)}`);
  const mine = source;
  mine.addEventListener("time", (event) => heard(Number(event.data)));
  mine.addEventListener("board", (event) => {
    const news = JSON.parse(event.data);
    version = event.lastEventId;
    etag = `"${version}-${document.documentElement.lang}"`;
    put(news.html);
    heard(news.now);
  });
  mine.addEventListener("over", () => {
    over = true;
    mine.close();
  });
  mine.addEventListener("open", () => {
    if (!net.hidden) refresh();
  });
  mine.addEventListener("error", () => {
    refresh();
    if (mine.readyState === EventSource.CLOSED)
      setTimeout(() => {
        if (source === mine) connect();
      }, RECONNECT);
  });
}

function doubt() {
  const streaming = source && source.readyState === EventSource.OPEN;
  const patience = over ? ASK_OVER : streaming ? STALE_AFTER_MS : POLL_INTERVAL_MS;
  if (performance.now() - contact > patience) refresh();
}

window.addEventListener("offline", offline);
window.addEventListener("online", () => {
  refresh();
  if (!source || source.readyState === EventSource.CLOSED) connect();
});
document.addEventListener("visibilitychange", () => {
  if (document.hidden || !(stale || performance.now() - contact > POLL_INTERVAL_MS)) return;
  stale = false;
  refresh();
});

document.documentElement.classList.add("is-live");
show("");
announce();
setInterval(announce, 250);
setInterval(() => {
  if (!held && !narrow.matches) turn(1);
}, Number(words.turn) * 1000);
setInterval(doubt, 5000);
connect();
