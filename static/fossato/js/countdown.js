// Counts down to the moment of every [data-countdown] (milliseconds since 1970, by the server's clock), as m:ss.
const TICK_MS = 250;

function tick() {
  for (const element of document.querySelectorAll("[data-countdown]")) {
    const left = Math.max(0, Math.ceil((Number(element.dataset.countdown) - Date.now()) / 1000));
    const text = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    if (element.textContent !== text) element.textContent = text;
  }
}

setInterval(tick, TICK_MS);
