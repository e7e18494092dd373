// Offline support for sheets and photos. Elements: #unsent (the list of unsent records; data-worker) with its
// messages in #unsent-words; form[data-offline] (a sheet: "read" with the server's values, or "posted" with values
// just entered); form[data-photo] with [data-photo-said] and [data-photo-list]. Entered values are stored at once; a
// submitted sheet stays in the queue until the server confirms that it is stored; a photo is sent after its sheet.
import { action, clock, fill, line, numbers, readable } from "./offline-list.js";
import { post, send } from "./offline-request.js";
import * as store from "./offline-store.js";
import * as photos from "./photos.js";

const box = document.getElementById("unsent");
const say = box && JSON.parse(document.getElementById("unsent-words").textContent);
const form = document.querySelector("form[data-offline]");
const photoForm = document.querySelector("form[data-photo]");
const DELIVERS = ["deliver", "deliver_and_confirm"];
const RETRY_DELAY_MS = 15000;
const SENT_KEPT = 24 * 60 * 60 * 1000;
/** Fields of one submission that are not part of the numbers. */
const OF_DELIVERY = ["key", "seen", ...DELIVERS];
// A sheet pre-filled from a log has an address different from the one it is sent to.
const here = form ? form.action.slice(location.origin.length) : location.pathname;
let queuedKey = "";
let sending = false;
let sendAgain = false;

const field = (name) => form.querySelector(`input[type=hidden][name=${name}]`);
const freshKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (n) => n.toString(16).padStart(2, "0")).join("");

function typed(submitter) {
  const data = new FormData(form);
  data.delete("csrfmiddlewaretoken");
  if (submitter) data.set(submitter.name, submitter.value);
  return [...data].filter(([, value]) => typeof value === "string");
}

// ---- drafts ------------------------------------------------------------------------------------------------------
/** Return the record of the form to store, as a draft or in the queue. */
const kept = (submitter) => ({
  path: here,
  table: form.dataset.offlineTable,
  name: form.dataset.offlineName,
  at: Date.now(),
  values: typed(submitter),
  readable: readable(form),
});
const keepDraft = () => store.put("drafts", kept());

function fillIn(values) {
  for (const [name, value] of values) {
    const inputs = [...form.elements].filter((one) => one.name === name);
    if (!inputs.length) {
      form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
    } else if (inputs[0].type === "radio" || inputs[0].type === "checkbox") {
      for (const one of inputs) one.checked = one.value === value;
    } else {
      inputs[0].value = value;
    }
  }
}

/** Return whether the page shows values just entered and is not a cached copy: its form's token is new. */
function isJustPosted() {
  if (form.dataset.offline !== "posted") return false;
  const [name, token] = [`fossato-posted:${here}`, field("csrfmiddlewaretoken").value];
  if (localStorage.getItem(name) === token) return false;
  localStorage.setItem(name, token);
  return true;
}

async function restore() {
  if (isJustPosted()) {
    await store.remove("queue", field("key").value);
    return keepDraft();
  }
  const draft = await store.get("drafts", here);
  if (!draft) return undefined;
  const mode = Object.fromEntries(draft.values).mode;
  if (mode && field("mode").value !== mode && (await reachable()))
    return post(here, [...draft.values, ["to_mode", mode]]);
  fillIn(draft.values);
  // Numbers taken over from another address get this form's key from now on.
  if (!Object.fromEntries(draft.values).key) await keepDraft();
  queuedKey = (await store.get("queue", field("key").value)) ? field("key").value : "";
  note(say.restored, say.discard, async () => {
    await store.remove("drafts", here);
    location.assign(here);
  });
  form.dispatchEvent(new Event("input", { bubbles: true }));
  return undefined;
}

const reachable = () =>
  fetch(box.dataset.worker, { method: "HEAD", cache: "no-store" }).then(
    (one) => one.ok,
    () => false,
  );

function note(words, label, act) {
  const line = Object.assign(document.createElement("p"), { className: "sheet__note", textContent: `${words} ` });
  const button = Object.assign(document.createElement("button"), {
    type: "button",
    className: "btn btn-quiet btn-sm",
    textContent: label,
  });
  button.onclick = act;
  line.append(button);
  box.before(line);
}

// ---- sending -----------------------------------------------------------------------------------------------------
async function settle(record, told) {
  if (told.state !== "stored") return store.put("queue", { ...record, state: told.state, words: told.words || "" });
  await store.remove("queue", record.key);
  const draft = await store.get("drafts", record.path);
  if (draft && Object.fromEntries(draft.values).key === record.key) await store.remove("drafts", record.path);
  return undefined;
}

async function sendAll(all) {
  if (sending) {
    sendAgain = true;
    return;
  }
  sending = true;
  try {
    for (const record of await store.all("queue")) {
      if (record.state !== "waiting" && !(all && record.state === "signin")) continue;
      const told = await send(record, say);
      // The user continued typing during the request: keep the newer record.
      const now = await store.get("queue", record.key);
      if (!now || now.at !== record.at) continue;
      await settle(record, told);
      if (told.state === "stored" && record.path === here && (!form || field("key").value === record.key)) {
        location.assign(told.url);
        return;
      }
    }
    await sendPhotos(all);
  } finally {
    sending = false;
    await list();
    // Sending was requested again while the last attempt was still failing.
    if (sendAgain) {
      sendAgain = false;
      sendAll(true);
    }
  }
}

async function sendPhotos(all) {
  const isUnderWay = (one) => one.state === "waiting" || one.state === "signin";
  const before = new Set((await store.all("queue")).filter(isUnderWay).map((one) => one.path));
  for (const one of await store.all("photos")) {
    if (one.state !== "waiting" && !(all && one.state === "signin")) continue;
    if (before.has(one.sheet)) continue;
    const told = await send(one, say);
    if (told.state !== "stored") await store.put("photos", { ...one, state: told.state, words: told.words || "" });
    else await store.put("photos", { ...one, state: "sent", words: "", bytes: null, sent: Date.now() });
  }
}

async function deliver(event) {
  const button = event.submitter;
  if (!button || !DELIVERS.includes(button.name) || form.dataset.plain) return;
  event.preventDefault();
  const record = { ...kept(button), key: field("key").value, state: "waiting", words: "" };
  try {
    await store.put("queue", record);
  } catch {
    return plainly(button);
  }
  for (const old of [form.dataset.offlineOld, field("key").dataset.replaces]) if (old) await store.remove("queue", old);
  queuedKey = record.key;
  button.disabled = true;
  const told = await send(record, say);
  await settle(record, told);
  if (told.state === "stored") return location.assign(told.url);
  button.disabled = false;
  if (told.state !== "waiting") return plainly(button);
  await list();
  return box.scrollIntoView({ block: "start" });
}

/** Submit the form normally, so that the server's page shows the problem; the key prevents a duplicate. */
function plainly(button) {
  form.dataset.plain = "yes";
  form.requestSubmit(button);
}

// ---- photos ------------------------------------------------------------------------------------------------------
let small = null;

function saidOfPhoto(words, isBad) {
  const place = photoForm.querySelector("[data-photo-said]");
  place.textContent = words;
  place.classList.toggle("fo-field__error", Boolean(isBad));
}

function choosePhoto({ target }) {
  const [file] = target.files;
  saidOfPhoto("");
  small = file ? photos.shrink(file, say) : null;
  small?.catch((refused) => {
    small = null;
    target.value = "";
    saidOfPhoto(refused.message, true);
  });
}

async function keepPhoto(event) {
  if (photoForm.dataset.plain) return;
  event.preventDefault();
  const bytes = await Promise.resolve(small).catch(() => null);
  if (!bytes) return;
  const record = await photos.record(photoForm, bytes);
  try {
    const known = await store.get("photos", record.key);
    if (known?.state !== "sent") await store.put("photos", record);
  } catch {
    photoForm.dataset.plain = "yes";
    photos.place(photoForm.elements.photo, bytes);
    photoForm.requestSubmit();
    return;
  }
  small = null;
  photoForm.reset();
  await list();
  await sendAll(true);
}

/** Show the state of each photo of this table beside the form. */
function listPhotos(all) {
  if (!photoForm) return;
  const mine = all.filter((one) => one.path === photoForm.action.slice(location.origin.length));
  const items = mine.map((one) => {
    const words =
      one.state === "sent"
        ? fill(say.photoSent, { time: clock(one.sent) })
        : fill(say.photoKept, { time: clock(one.at) });
    return Object.assign(document.createElement("li"), { textContent: words });
  });
  const place = photoForm.querySelector("[data-photo-list]");
  if (place.textContent !== items.map((one) => one.textContent).join("")) place.replaceChildren(...items);
}

// ---- the list of unsent records ----------------------------------------------------------------------------------
const question = (name) => ({ question: fill(say.throwQuestion, { name }), detail: say.throwDetail });
const typedAt = (one) => fill(say.at, { time: clock(one.at) });
/** Return whether a record of this table was entered at another address: an older link, or before signing in. */
const isOfThisTable = (one) => form && one.table === form.dataset.offlineTable && one.path !== here;

function thrower(name, one, key) {
  return action(
    say.throw,
    async () => {
      await store.remove(name, key);
      await list();
    },
    question(one.name),
  );
}

async function useHere(name, one, key) {
  const values = one.values.filter(([field]) => !OF_DELIVERY.includes(field));
  await store.put("drafts", { ...kept(), values, readable: one.readable });
  // The numbers are now in both records: continue with this one only.
  await store.remove(name, key);
  await store.remove("drafts", one.path);
  location.assign(here);
}

function queueLine(one) {
  const words = { waiting: say.waiting, conflict: one.words, refused: one.words, signin: say.signin, gone: say.gone }[
    one.state
  ];
  const actions = [];
  if (one.state === "waiting" || one.state === "signin") actions.push(action(say.again, () => sendAll(true)));
  else if (one.state !== "gone")
    actions.push(action(one.state === "conflict" ? say.both : say.open, () => post(one.path, one.values)));
  else if (isOfThisTable(one)) actions.push(action(say.useHere, () => useHere("queue", one, one.key)));
  actions.push(thrower("queue", one, one.key));
  if (one.readable) actions.push(numbers(one.readable, say, one.state === "gone"));
  return line({ name: one.name, typed: typedAt(one), words, state: one.state, actions });
}

function draftLine(one) {
  const open = isOfThisTable(one)
    ? action(say.useHere, () => useHere("drafts", one, one.path))
    : action(say.open, () => location.assign(`${one.path}?scrivi`));
  const actions = [open, thrower("drafts", one, one.path)];
  if (one.readable) actions.push(numbers(one.readable, say, false));
  return line({ name: one.name, typed: typedAt(one), words: say.draft, state: "draft", actions });
}

async function photoLine(one) {
  const words = { waiting: say.waiting, signin: say.signin, gone: say.photoGone }[one.state] || one.words;
  const again = action(say.again, async () => {
    await store.put("photos", { ...one, state: "waiting" });
    await sendAll(true);
  });
  const name = fill(say.photoOf, { name: one.name });
  const item = line({
    name,
    typed: typedAt(one),
    words,
    state: one.state,
    actions: [again, thrower("photos", { name }, one.key)],
  });
  item.dataset.photo = "";
  item.prepend(await photos.show(one));
  return item;
}

async function list() {
  const [queue, drafts, pictures] = [await store.all("queue"), await store.all("drafts"), await store.all("photos")];
  const shown = document.querySelector("[data-offline-old]");
  const items = queue.filter((one) => one.key !== shown?.dataset.offlineOld).map(queueLine);
  const queued = new Set(queue.map((one) => one.path));
  for (const one of drafts) if (!queued.has(one.path) && !(one.path === here && form)) items.push(draftLine(one));
  for (const one of pictures) if (one.state !== "sent") items.push(await photoLine(one));
  listPhotos(pictures);
  box.querySelector("ul").replaceChildren(...items);
  box.hidden = !items.length;
  box.dataset.count = items.length;
}

// ---- starting ----------------------------------------------------------------------------------------------------
async function start() {
  if (form) {
    await restore();
    form.addEventListener("input", () => {
      if (queuedKey && field("key").value === queuedKey) {
        field("key").dataset.replaces = queuedKey;
        field("key").value = freshKey();
      }
      keepDraft();
    });
    form.addEventListener("submit", deliver);
    document.body.dataset.offlineReady = "yes";
  }
  if (photoForm) {
    photoForm.addEventListener("change", choosePhoto);
    photoForm.addEventListener("submit", keepPhoto);
  }
  for (const one of await store.all("photos")) {
    if (one.state === "sent" && Date.now() - one.sent > SENT_KEPT) await store.remove("photos", one.key);
  }
  for (const drop of document.querySelectorAll("[data-offline-drop]")) {
    drop.addEventListener("click", async (event) => {
      event.preventDefault();
      await store.remove("queue", drop.dataset.offlineDrop);
      await store.remove("drafts", here);
      location.assign(drop.href);
    });
  }
  await list();
  await sendAll(true);
}

function watch() {
  addEventListener("online", () => sendAll(true));
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && sendAll(true));
  setInterval(() => sendAll(false), RETRY_DELAY_MS);
  if ("serviceWorker" in navigator) {
    const { serviceWorker } = navigator;
    serviceWorker.register(box.dataset.worker, { scope: "/" });
    serviceWorker.ready.then((one) => serviceWorker.controller || one.active.postMessage("take-over"));
  }
}

if (box && window.indexedDB) {
  watch();
  start();
}
