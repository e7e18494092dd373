// The desk's page of an open draw asks every second whether it is over, or whether a word can be typed now. Element:
// [data-draw-wait] with the address that answers {waits, late}.
const EVERY_MS = 1000;

const page = document.querySelector("[data-draw-wait]");

async function ask() {
  try {
    const answer = await fetch(page.dataset.drawWait, { headers: { Accept: "application/json" } });
    const { waits, late } = await answer.json();
    // Somebody may be typing the word: then only the end of the draw changes the page.
    if (!waits || late !== Boolean(page.dataset.late)) {
      location.reload();
      return;
    }
  } catch {
    // The network is away: the next question may be answered.
  }
  setTimeout(ask, EVERY_MS);
}

if (page) setTimeout(ask, EVERY_MS);
