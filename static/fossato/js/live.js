// What the live pages of a browser share: one clock, the server's, and one stream. A browser gives a server six
// connections (HTTP/1.1), and a stream keeps one: of all visible pages of the site one holds it and tells the others that
// something changed; they ask with their own permission, and every five seconds in any case. A hidden page lets go.
const NAME = "fossato-stream";
export const POLL_INTERVAL_MS = 5000;
export const TICK_MS = 1000;
const MAX_CLOCK_SKEW_MS = 2000;

const channel = window.BroadcastChannel ? new BroadcastChannel(NAME) : null;
/** The difference of the server's time from the device's; null until the server was heard. */
let ahead = null;

export const serverNow = () => Date.now() + (ahead ?? 0);

/** Take the server's time; the clocks of the page follow if it is not what they count from. */
export function setTime(now) {
  const offset = now - Date.now();
  const isSkewed = ahead !== null && Math.abs(offset - ahead) > MAX_CLOCK_SKEW_MS;
  ahead = offset;
  if (isSkewed) document.dispatchEvent(new CustomEvent("fossato:time", { detail: { ahead } }));
}

/** Return whether a time that a stream brings is not the one counted with: a delayed message carries an old one. */
export const isSkewed = (now) => ahead !== null && Math.abs(now - serverNow()) > MAX_CLOCK_SKEW_MS;

/** Tell the other pages of the browser that something changed. */
export const tellOthers = () => channel?.postMessage("news");

/**
 * Hold the browser's stream while this page is visible and nobody else holds it.
 *
 * open: opens the streams of the page; close: closes them; told: another page heard that something changed.
 */
export function shareStream({ open, close, told }) {
  channel?.addEventListener("message", told);
  // Without locks (a page that is not secure: a laptop in a hall) each visible page has a stream of its own.
  let waiting = null;
  let letGo = null;

  async function hold() {
    if (!navigator.locks) return open();
    if (waiting) return;
    const controller = new AbortController();
    waiting = controller;
    try {
      await navigator.locks.request(NAME, { signal: controller.signal }, () => {
        open();
        return new Promise((resolve) => {
          letGo = resolve;
        });
      });
    } catch {
      // The page was hidden while it waited.
    }
  }

  function release() {
    close();
    letGo?.();
    waiting?.abort();
    waiting = null;
    letGo = null;
  }

  document.addEventListener("visibilitychange", () => (document.hidden ? release() : hold()));
  if (!document.hidden) hold();
}
