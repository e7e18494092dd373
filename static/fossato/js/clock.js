// The clock of a round: counts down to the server's deadline and lowers the water. Elements: [data-clock] with
// data-total (seconds) and, while it runs, data-deadline and data-server-now (milliseconds since 1970 by the
// server's clock); [data-clock-digits] with the same two shows only the digits. [data-clock-stop] in it, or in the
// [data-clock-around] around it, is hidden at the end; a progress bar there shows the time left. [data-clock-call] in or beside them
// is the live region.
import { isOn, ring, showButtons } from "./clock-sound.js";

const WAVE = `q5 -2 10 0${"t10 0".repeat(11)}`;
const LAST_MINUTES = 300;
const CALLS = [
  [600, "ten"],
  [300, "five"],
  [60, "one"],
  [0, "end"],
];
const RUNNING = "[data-clock][data-deadline], [data-clock-digits][data-deadline]";
const parts = new WeakMap();
// The page has the server's time at its first byte; a fragment inserted later has the current time.
const arrived = () => {
  const page = performance.getEntriesByType("navigation")[0];
  return page ? performance.timeOrigin + page.responseStart : Date.now();
};

function words(clock, left) {
  if (left <= 0) return clock.dataset.over;
  if (left > LAST_MINUTES) return "";
  if (left < 60) return clock.dataset.seconds;
  const minutes = Math.floor(left / 60);
  return minutes === 1 ? clock.dataset.minute : clock.dataset.minutes.replace("{n}", minutes);
}

// A live region is read out at every change of its text: change it only four times per round, never on load.
function call(region, before, left) {
  const passed = CALLS.filter(([at]) => before > at && left <= at).at(-1);
  if (passed) region.textContent = region.dataset[passed[1]];
}

function show(clock) {
  const facts = parts.get(clock);
  const left = Math.max(0, Math.ceil((facts.deadline - (Date.now() + facts.ahead)) / 1000));
  if (left === facts.left) return;
  const before = facts.left;
  facts.left = left;
  if (facts.call) call(facts.call, before, left);
  // A page that does not follow may not know of a pause or of added minutes.
  if (before > 0 && left === 0 && isOn() && !document.documentElement.hasAttribute("data-cut-off")) ring();
  if (left === 0) for (const stop of facts.stops) stop.hidden = true;
  facts.time.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  const total = Number(clock.dataset.total);
  const level = total > 0 ? 100 * (1 - Math.min(left, total) / total) : 100;
  if (facts.bar) facts.bar.value = left;
  if (facts.water) facts.water.setAttribute("d", `M0 ${level.toFixed(1)}${WAVE}V100H0z`);
  if (!facts.say) return;
  const say = words(clock, left);
  if (facts.say.textContent !== say) facts.say.textContent = say;
}

function start(root, readAt) {
  showButtons(root);
  for (const clock of root.querySelectorAll(RUNNING)) {
    if (parts.has(clock)) continue;
    parts.set(clock, {
      deadline: Number(clock.dataset.deadline),
      ahead: Number(clock.dataset.serverNow) - readAt,
      time: clock.matches("[data-clock-digits]") ? clock : clock.querySelector(".fo-clock__time"),
      water: clock.querySelector("svg.water path"),
      bar: clock.closest("[data-clock-around]")?.querySelector("progress"),
      say: clock.querySelector(".fo-clock__say"),
      // A clock that has run out cannot be paused.
      stops: (clock.closest("[data-clock-around]") ?? clock).querySelectorAll("[data-clock-stop]"),
      // The live board shows these announcements in large type and makes them itself.
      call: clock.closest("[data-board]")
        ? null
        : (clock.matches("[data-clock]") ? clock : clock.parentElement).querySelector("[data-clock-call]"),
    });
  }
}

const tick = () => {
  for (const clock of document.querySelectorAll(RUNNING)) if (parts.has(clock)) show(clock);
};
start(document, arrived());
tick();
setInterval(tick, 250);
document.addEventListener("htmx:load", (event) => {
  start(event.target.parentNode || document, Date.now());
  tick();
});
// Another script has read the server's time again: `ahead` is the difference from the device's time.
document.addEventListener("fossato:time", (event) => {
  for (const clock of document.querySelectorAll(RUNNING)) {
    const facts = parts.get(clock);
    if (facts) facts.ahead = event.detail.ahead;
  }
  tick();
});
