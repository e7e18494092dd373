// The part of a participant's phone in a draw (docs/draws.md): it commits to a nonce, checks the fixed list, and reveals
// the nonce. Elements: [data-ceremony] with the address and the sentences; [data-ceremony-open] in the page's part while
// a draw is open. Works over plain http: randomness is there, SHA-256 is our own.
import { listRoot, sha256 } from "./draw-generator.js";

const POLL_MS = 2000;
const box = document.querySelector("[data-ceremony]");
const say = box?.querySelector("[data-ceremony-say]");
const before = box?.querySelector("[data-ceremony-before]");
const code = box?.querySelector("[data-ceremony-code]");
const countdown = box?.querySelector("[data-ceremony-left]");
const receiptList = box?.querySelector("[data-ceremony-receipts]");
/** By attempt the nonce, and the root for which it was revealed; kept in the browser too, for a page loaded again. */
const secrets = new Map();
let isTaking = false;
let wasOpen = false;

const storageKey = (attempt) => `fossato-part-${attempt}`;

function remember(attempt, secret) {
  secrets.set(attempt, secret);
  try {
    localStorage.setItem(storageKey(attempt), JSON.stringify(secret));
  } catch {
    // No storage: the nonce lives as long as the page.
  }
}

function secretOf(attempt) {
  if (secrets.has(attempt)) return secrets.get(attempt);
  try {
    return JSON.parse(localStorage.getItem(storageKey(attempt)));
  } catch {
    return null;
  }
}

/** Return the nonce to commit to: never one that was revealed before. */
function nonceToCommit(attempt) {
  const earlier = secretOf(attempt);
  if (earlier && !earlier.root) return earlier.nonce;
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  const nonce = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  remember(attempt, { nonce, root: "" });
  return nonce;
}

async function ask(fields) {
  const options = { headers: { Accept: "application/json" } };
  if (fields) {
    options.method = "POST";
    options.body = new FormData();
    options.body.set("csrfmiddlewaretoken", box.querySelector("[name=csrfmiddlewaretoken]").value);
    for (const [name, value] of Object.entries(fields)) options.body.set(name, value);
  }
  return (await fetch(box.dataset.ceremony, options)).json();
}

const receiptsKey = (attempt) => `fossato-receipts-${attempt}`;
/** By attempt and kind the server's receipts: all stay, one refutes what another does not. */
const receipts = new Map();

function receiptsOf(attempt) {
  if (receipts.has(attempt)) return receipts.get(attempt);
  try {
    return JSON.parse(localStorage.getItem(receiptsKey(attempt))) ?? {};
  } catch {
    return {};
  }
}

/** Keep a receipt, in the browser too, and offer every receipt of the attempt. */
function keep(state) {
  const { receipt, attempt } = state;
  const kept = receiptsOf(attempt);
  if (receipt) {
    kept[receipt.receipt] = receipt;
    receipts.set(attempt, kept);
    try {
      localStorage.setItem(receiptsKey(attempt), JSON.stringify(kept));
    } catch {
      // No storage: the receipts live as long as the page.
    }
  }
  const shown = `${attempt} ${Object.keys(kept)}`;
  if (receiptList.dataset.shown === shown) return;
  receiptList.dataset.shown = shown;
  for (const link of receiptList.querySelectorAll("a")) URL.revokeObjectURL(link.href);
  receiptList.replaceChildren(
    ...Object.entries(kept).map(([kind, signed]) => {
      const link = document.createElement("a");
      link.href = URL.createObjectURL(new Blob([JSON.stringify(signed)], { type: "application/json" }));
      link.download = `${kind}-${attempt}.json`;
      link.dataset.ceremonyReceipt = kind;
      link.textContent = receiptList.dataset[kind];
      const item = document.createElement("li");
      item.append(link);
      return item;
    }),
  );
  receiptList.hidden = !receiptList.childElementCount;
}

function show(sentence, state) {
  box.hidden = false;
  box.dataset.stage = state.stage;
  say.textContent = box.dataset[sentence];
  before.textContent = state.before;
  code.textContent = state.list ? `${state.list.root.slice(0, 4)} ${state.list.root.slice(4, 8)}`.toUpperCase() : "";
  countdown.textContent = state.left > 0 ? `${Math.ceil(state.left / 1000)} s` : "";
}

/** Return whether the list is the one of its root, holds this phone's commitment, and is the only one shown to it. */
const isListRight = (state, secret, commitment) =>
  (!secret.root || secret.root === state.list.root) &&
  listRoot(state.list, state.word, state.parts) === state.list.root &&
  state.parts.some((part) => part.by === state.me && part.commitment === commitment);

async function collecting(state) {
  if (state.left <= 0) {
    await ask({ advance: "1" });
    return;
  }
  const now = state.may ? await ask({ commitment: sha256(nonceToCommit(state.attempt)) }) : state;
  keep(now);
  show(now.commitment ? "collecting" : "out", now);
}

async function revealing(state) {
  keep(state);
  const secret = secretOf(state.attempt);
  const commitment = secret ? sha256(secret.nonce) : "";
  if (state.revealed) show("revealed", state);
  else if (!state.commitment || state.commitment !== commitment) show("out", state);
  else if (isListRight(state, secret, commitment)) {
    remember(state.attempt, { nonce: secret.nonce, root: state.list.root });
    show("revealing", state);
    keep(await ask({ nonce: secret.nonce }));
  } else show("bad", state);
  if (state.left <= 0) await ask({ advance: "1" });
}

async function take() {
  const isOpen = Boolean(document.querySelector("[data-ceremony-open]"));
  if (isTaking || !(isOpen || wasOpen)) return;
  isTaking = true;
  try {
    const state = await ask();
    wasOpen = state.stage === "collecting" || state.stage === "revealing";
    if (state.stage === "collecting") await collecting(state);
    else if (state.stage === "revealing") await revealing(state);
    else if (state.stage !== "none") {
      keep(state);
      show(state.stage, state);
    }
  } catch {
    // Without a network the next turn tries again.
  }
  isTaking = false;
}

if (box) {
  take();
  setInterval(take, POLL_MS);
}
