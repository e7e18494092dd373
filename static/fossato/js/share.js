// Buttons that share an address by the phone's own menu, or copy it: [data-share] (with data-title), [data-copy-text];
// data-done: what the button says once it is copied.
const SAID_MS = 3000;

async function copy(button, text) {
  await navigator.clipboard.writeText(text);
  const words = button.querySelector("span");
  const before = words.textContent;
  words.textContent = button.dataset.done;
  setTimeout(() => {
    words.textContent = before;
  }, SAID_MS);
}

for (const button of document.querySelectorAll("[data-copy-text]"))
  button.addEventListener("click", () => copy(button, button.dataset.copyText));

for (const button of document.querySelectorAll("[data-share]"))
  button.addEventListener("click", async () => {
    const url = button.dataset.share;
    if (!navigator.share) {
      await copy(button, url);
      return;
    }
    try {
      await navigator.share({ title: button.dataset.title, url });
    } catch {
      // The menu was closed without a choice.
    }
  });
