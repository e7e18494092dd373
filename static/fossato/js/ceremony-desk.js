// On the desk's page of a draw: takes the next step when the time of the stage is over. Elements: [data-ceremony-desk],
// the form; [data-countdown], see countdown.js. The page's part is replaced by news.js.
import "./countdown.js";

const RETRY_MS = 2000;

async function advance() {
  const form = document.querySelector("[data-ceremony-desk]");
  const due = document.querySelector("[data-countdown]");
  if (!form || Number(due.dataset.countdown) > Date.now()) return;
  try {
    await fetch(location.href, { method: "POST", body: new FormData(form), redirect: "manual" });
  } catch {
    // Without a network the next turn tries again.
  }
}

setInterval(advance, RETRY_MS);
