// What htmx does not do at a table of the games: it tells the swapped table to screen readers, keeps the keyboard's
// place, opens the text of a card, copies a link, and plays a recorded game by itself. Without this script, and
// without htmx, links and forms load the page.
const LONG_PRESS = 400; // milliseconds
const HOVER = 700;
const STILL = 8; // pixels that a finger may move
const reduced = matchMedia("(prefers-reduced-motion: reduce)");
let keyboard = false; // whether the request that is under way came from the keyboard
let held = null; // the key of a recorded game that had the focus
let playing = false;
let delay = 1500;
let timer = 0;

const at = (selector) => document.querySelector(selector);
const step = () => at("#step");

// --- the swap ---
document.addEventListener("htmx:beforeRequest", () => {
  keyboard = Boolean(document.activeElement?.matches("#step :focus-visible"));
  held = document.activeElement?.dataset?.key;
});
document.addEventListener("htmx:afterSettle", () => {
  at("#said").textContent = step()?.dataset.said ?? "";
  prepare();
  if (!keyboard || step().contains(document.activeElement)) return;
  (at(`#step [data-key="${held}"]`) ?? at("#step button:is(.is-live, .g-move)") ?? at("#moves"))?.focus({
    preventScroll: true,
  });
});
document.addEventListener("htmx:historyRestore", prepare);
document.addEventListener("htmx:responseError", (event) => location.assign(event.detail.pathInfo.finalRequestPath));

function prepare() {
  for (const button of document.querySelectorAll("[data-copy]")) button.hidden = !navigator.clipboard;
  for (const button of document.querySelectorAll(".g-go button, [data-eyes] button")) button.hidden = true;
  const play = at("[data-play]");
  clearTimeout(timer);
  if (!play) return;
  play.hidden = at(".g-speed").hidden = false;
  at("[data-speed]").value = delay;
  const next = at('#step a[href][data-key="ArrowRight"]');
  playing = playing && Boolean(next);
  play.setAttribute("aria-pressed", playing);
  if (playing) timer = setTimeout(() => next.click(), delay);
}

document.addEventListener("change", (event) => {
  if (event.target.matches("[data-speed]")) {
    delay = Number(event.target.value);
    prepare();
  } else if (event.target.closest(".g-go, [data-eyes]")) event.target.form.requestSubmit();
});
document.addEventListener("click", (event) => {
  const copy = event.target.closest("[data-copy]");
  if (copy) navigator.clipboard.writeText(document.getElementById(copy.dataset.copy).value);
  const play = event.target.closest("[data-play]");
  if (play || (event.isTrusted && event.target.closest(".g-keys a"))) {
    playing = Boolean(play) && !playing;
    if (play) prepare();
  }
});

// --- the text of a card: long press, right click, hover, or ? ---
const sheetOf = (card) => card && document.getElementById(card.dataset.sheet ?? card.getAttribute("popovertarget"));
const cardOf = (event) => event.target.closest?.(".g-card");
let wait = 0;
let pressed = null; // the card whose text a press has opened; the press is no move then

const open = (card) => {
  const sheet = sheetOf(card);
  if (sheet?.popover && !sheet.matches(":popover-open")) sheet.showPopover();
};
document.addEventListener("pointerdown", (event) => {
  pressed = null;
  clearTimeout(wait);
  const card = cardOf(event);
  if (!card || event.pointerType === "mouse") return;
  const { clientX, clientY } = event;
  wait = setTimeout(() => {
    pressed = card;
    open(card);
  }, LONG_PRESS);
  const move = (next) => Math.hypot(next.clientX - clientX, next.clientY - clientY) > STILL && clearTimeout(wait);
  const stop = () => {
    clearTimeout(wait);
    document.removeEventListener("pointermove", move);
  };
  document.addEventListener("pointermove", move);
  document.addEventListener("pointerup", stop, { once: true });
  document.addEventListener("pointercancel", stop, { once: true });
});
// The end of the press that opened a sheet would dismiss it as a press beside it.
document.addEventListener("pointerup", () => {
  const card = pressed;
  if (card) setTimeout(() => open(card));
});
document.addEventListener(
  "click",
  (event) => {
    if (!pressed || pressed !== cardOf(event)) return;
    pressed = null;
    event.preventDefault();
    event.stopPropagation();
  },
  true,
);
document.addEventListener("contextmenu", (event) => {
  const card = cardOf(event);
  if (!sheetOf(card)) return;
  event.preventDefault();
  pressed = card;
  open(card);
});
document.addEventListener("mouseover", (event) => {
  const card = matchMedia("(hover: hover)").matches && cardOf(event);
  if (!card || card.contains(event.relatedTarget)) return;
  clearTimeout(wait);
  wait = setTimeout(() => card.isConnected && open(card), HOVER);
  card.addEventListener(
    "mouseleave",
    () => {
      clearTimeout(wait);
      if (sheetOf(card)?.matches(":popover-open")) sheetOf(card).hidePopover();
    },
    { once: true },
  );
});

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input, select, textarea")) return;
  if (event.key === "?") open(document.activeElement.closest(".g-card") ?? at(".g-card:hover"));
  const link = at(`#step a[href][data-key="${CSS.escape(event.key)}"]`);
  if (!link) return;
  event.preventDefault();
  playing = false;
  link.click();
});

playing = Boolean(at("[data-play]")) && !reduced.matches;
prepare();
