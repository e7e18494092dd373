// A game step by step without reloading the page: links, keys, the slider and moves fetch the next moment. Without
// this script every one of them is a link or a form of its own.
const KEYS = ["ArrowLeft", "ArrowRight", "PageUp", "PageDown"];
let latest = 0;

async function show(address, keep) {
  latest += 1;
  const mine = latest;
  let answer, text;
  try {
    answer = await fetch(address, { headers: { "HX-Request": "true" } });
    text = await answer.text();
  } catch {
    // The network failed. A page that waits asks again; a click can be repeated.
    again(mine);
    return;
  }
  if (!answer.ok) {
    location.assign(address);
    return;
  }
  if (mine !== latest) return;
  const held = document.activeElement?.dataset?.key ?? document.activeElement?.name;
  const part = new DOMParser().parseFromString(text, "text/html").getElementById("step");
  document.getElementById("step").replaceWith(part);
  document.title = part.dataset.title;
  if (keep) history.pushState(null, "", answer.url);
  prepare();
  again(mine);
  const focused = held && part.querySelector(`[data-key="${held}"], [name="${held}"]`);
  if (focused) focused.focus();
}

// A page that waits for the bots is requested again, unless another request has replaced it.
function again(mine) {
  if (!document.querySelector("#step[data-again]")) return;
  setTimeout(() => mine === latest && show(location.href, false), 2000);
}

function prepare() {
  document.querySelector(".fo-way__turns [aria-current]")?.scrollIntoView({ inline: "center", block: "nearest" });
  for (const button of document.querySelectorAll("[data-copy]")) button.hidden = !navigator.clipboard;
  for (const form of document.querySelectorAll("[data-eyes], [data-go]")) {
    form.querySelector("button").hidden = true;
    form.addEventListener("change", () => {
      const fields = new URLSearchParams(new FormData(form));
      show(`${location.pathname}?${fields}`, true);
    });
  }
}

document.addEventListener("click", (event) => {
  const copy = event.target.closest("[data-copy]");
  if (copy) navigator.clipboard.writeText(document.getElementById(copy.dataset.copy).value);
  const link = event.target.closest("#step .fo-moat a, #step .fo-chronicle a, #step a[data-swap]");
  if (!link || event.metaKey || event.ctrlKey || event.shiftKey || event.button) return;
  event.preventDefault();
  show(link.href, true);
});

// A move of an own game: its button holds all answers so far.
document.addEventListener("submit", (event) => {
  const form = event.target.closest("[data-moves]");
  if (!form || !event.submitter) return;
  event.preventDefault();
  const fields = new URLSearchParams(new FormData(form));
  fields.set(event.submitter.name, event.submitter.value);
  show(`${form.action}?${fields}`, true);
});

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input, select, textarea")) return;
  const link = KEYS.includes(event.key) && document.querySelector(`#step a[data-key="${event.key}"]`);
  if (!link) return;
  event.preventDefault();
  show(link.href, true);
});

window.addEventListener("popstate", () => show(location.href, false));
prepare();
again(latest);
