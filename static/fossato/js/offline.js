// Offline support for sheets and photos. Elements: #unsent (the list of unsent records; data-worker) with its
// messages in #unsent-words; form[data-offline] (a sheet: "read" with the server's values, or "posted" with values
// just entered); form[data-photo] with [data-photo-said] and [data-photo-list]. Entered values are stored at once; a
// submitted sheet stays in the queue until the server confirms that it is stored; a photo is sent after its sheet.
import { action, clock, fill, line, numbers, readable } from "./offline-list.js";
import { post, send } from "./offline-request.js";
import * as store from "./offline-store.js";
import * as photos from "./photos.js";

const unsentBox = document.getElementById("unsent");
const texts = unsentBox && JSON.parse(document.getElementById("unsent-words").textContent);
const form = document.querySelector("form[data-offline]");
const photoForm = document.querySelector("form[data-photo]");
const DELIVERY_BUTTONS = ["deliver", "deliver_and_confirm"];
const RETRY_DELAY_MS = 15000;
const SENT_RETENTION_MS = 24 * 60 * 60 * 1000;
/** Fields of one submission that are not part of the numbers. */
const DELIVERY_FIELDS = ["key", "seen", ...DELIVERY_BUTTONS];
// The address that a sheet is sent to; that of its page may have a query.
const here = form ? form.action.slice(location.origin.length) : location.pathname;
let queuedKey = "";
let sending = false;
let sendAgain = false;

const field = (name) => form.querySelector(`input[type=hidden][name=${name}]`);
const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (n) => n.toString(16).padStart(2, "0")).join("");

function formValues(submitter) {
  const data = new FormData(form);
  data.delete("csrfmiddlewaretoken");
  if (submitter) data.set(submitter.name, submitter.value);
  return [...data].filter(([, value]) => typeof value === "string");
}

// ---- drafts ------------------------------------------------------------------------------------------------------
/** Return the record of the form to store, as a draft or in the queue. */
const buildRecord = (submitter) => ({
  path: here,
  table: form.dataset.offlineTable,
  name: form.dataset.offlineName,
  at: Date.now(),
  values: formValues(submitter),
  readable: readable(form),
});
const storeDraft = () => store.put("drafts", buildRecord());

function fillIn(values) {
  for (const [name, value] of values) {
    const inputs = [...form.elements].filter((input) => input.name === name);
    // The fields of a player who dropped out are locked and stay empty.
    if (inputs.some((input) => input.matches(":disabled"))) continue;
    if (!inputs.length) {
      form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
    } else if (inputs[0].type === "radio" || inputs[0].type === "checkbox") {
      for (const input of inputs) input.checked = input.value === value;
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
    return storeDraft();
  }
  const draft = await store.get("drafts", here);
  if (!draft) return undefined;
  const mode = Object.fromEntries(draft.values).mode;
  if (mode && field("mode").value !== mode && (await reachable()))
    return post(here, [...draft.values, ["to_mode", mode]]);
  fillIn(draft.values);
  // Numbers taken over from another address get this form's key from now on.
  if (!Object.fromEntries(draft.values).key) await storeDraft();
  queuedKey = (await store.get("queue", field("key").value)) ? field("key").value : "";
  note(texts.restored, texts.discard, async () => {
    await store.remove("drafts", here);
    location.assign(here);
  });
  form.dispatchEvent(new Event("input", { bubbles: true }));
  return undefined;
}

const reachable = () =>
  fetch(unsentBox.dataset.worker, { method: "HEAD", cache: "no-store" }).then(
    (response) => response.ok,
    () => false,
  );

function note(words, label, onClick) {
  const line = Object.assign(document.createElement("p"), { className: "sheet__note", textContent: `${words} ` });
  const button = Object.assign(document.createElement("button"), {
    type: "button",
    className: "btn btn-quiet btn-sm",
    textContent: label,
  });
  button.onclick = onClick;
  line.append(button);
  unsentBox.before(line);
}

// ---- sending -----------------------------------------------------------------------------------------------------
async function applyAnswer(record, answer) {
  if (answer.state !== "stored")
    return store.put("queue", { ...record, state: answer.state, words: answer.words || "" });
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
      const answer = await send(record, texts);
      // The user continued typing during the request: keep the newer record.
      const current = await store.get("queue", record.key);
      if (!current || current.at !== record.at) continue;
      await applyAnswer(record, answer);
      if (answer.state === "stored" && record.path === here && (!form || field("key").value === record.key)) {
        location.assign(answer.url);
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
  const isPending = (record) => record.state === "waiting" || record.state === "signin";
  const before = new Set((await store.all("queue")).filter(isPending).map((record) => record.path));
  for (const photo of await store.all("photos")) {
    if (photo.state !== "waiting" && !(all && photo.state === "signin")) continue;
    if (before.has(photo.sheet)) continue;
    const answer = await send(photo, texts);
    if (answer.state !== "stored")
      await store.put("photos", { ...photo, state: answer.state, words: answer.words || "" });
    else await store.put("photos", { ...photo, state: "sent", words: "", bytes: null, sent: Date.now() });
  }
}

async function deliver(event) {
  const button = event.submitter;
  if (!button || !DELIVERY_BUTTONS.includes(button.name) || form.dataset.plain) return;
  event.preventDefault();
  const record = { ...buildRecord(button), key: field("key").value, state: "waiting", words: "" };
  try {
    await store.put("queue", record);
  } catch {
    return submitNormally(button);
  }
  for (const old of [form.dataset.offlineOld, field("key").dataset.replaces]) if (old) await store.remove("queue", old);
  queuedKey = record.key;
  button.disabled = true;
  const answer = await send(record, texts);
  await applyAnswer(record, answer);
  if (answer.state === "stored") return location.assign(answer.url);
  button.disabled = false;
  if (answer.state !== "waiting") return submitNormally(button);
  await list();
  return unsentBox.scrollIntoView({ block: "start" });
}

/**
 * Offer to confirm at once while the server cannot check the numbers: the wish is sent with the sheet, and the server
 * follows it only if nothing is left to check.
 */
function offerConfirmation() {
  const button = form.querySelector("[data-offline-confirm]");
  if (!button) return;
  button.name = "deliver_and_confirm";
  button.value = "1";
  button.textContent = button.dataset.offlineConfirm;
}

/** Submit the form normally, so that the server's page shows the problem; the key prevents a duplicate. */
function submitNormally(button) {
  form.dataset.plain = "yes";
  form.requestSubmit(button);
}

// ---- photos ------------------------------------------------------------------------------------------------------
let reducedPhoto = null;

function showPhotoStatus(words, isBad) {
  const place = photoForm.querySelector("[data-photo-said]");
  place.textContent = words;
  place.classList.toggle("fo-field__error", Boolean(isBad));
}

function choosePhoto({ target }) {
  const [file] = target.files;
  showPhotoStatus("");
  reducedPhoto = file ? photos.shrink(file, texts) : null;
  reducedPhoto?.catch((refused) => {
    reducedPhoto = null;
    target.value = "";
    showPhotoStatus(refused.message, true);
  });
}

async function storePhoto(event) {
  if (photoForm.dataset.plain) return;
  event.preventDefault();
  const bytes = await Promise.resolve(reducedPhoto).catch(() => null);
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
  reducedPhoto = null;
  photoForm.reset();
  await list();
  await sendAll(true);
}

/** Show the state of each photo of this table beside the form. */
function listPhotos(all) {
  if (!photoForm) return;
  const ownPhotos = all.filter((photo) => photo.path === photoForm.action.slice(location.origin.length));
  const items = ownPhotos.map((photo) => {
    const words =
      photo.state === "sent"
        ? fill(texts.photoSent, { time: clock(photo.sent) })
        : fill(texts.photoKept, { time: clock(photo.at) });
    return Object.assign(document.createElement("li"), { textContent: words });
  });
  const place = photoForm.querySelector("[data-photo-list]");
  if (place.textContent !== items.map((item) => item.textContent).join("")) place.replaceChildren(...items);
}

// ---- the list of unsent records ----------------------------------------------------------------------------------
const question = (name) => ({ question: fill(texts.throwQuestion, { name }), detail: texts.throwDetail });
const typedAt = (record) => fill(texts.at, { time: clock(record.at) });
/** Return whether a record of this table was entered at another address: an older link, or before signing in. */
const isOfThisTable = (record) => form && record.table === form.dataset.offlineTable && record.path !== here;

function discardAction(name, record, key) {
  return action(
    texts.throw,
    async () => {
      await store.remove(name, key);
      await list();
    },
    question(record.name),
  );
}

async function useHere(name, record, key) {
  const values = record.values.filter(([field]) => !DELIVERY_FIELDS.includes(field));
  await store.put("drafts", { ...buildRecord(), values, readable: record.readable });
  // The numbers are now in both records: continue with this one only.
  await store.remove(name, key);
  await store.remove("drafts", record.path);
  location.assign(here);
}

function queueLine(record) {
  const words = {
    waiting: record.words || texts.waiting,
    conflict: record.words,
    refused: record.words,
    signin: texts.signin,
    gone: texts.gone,
  }[record.state];
  const actions = [];
  if (record.state === "waiting" || record.state === "signin") actions.push(action(texts.again, () => sendAll(true)));
  else if (record.state !== "gone")
    actions.push(action(record.state === "conflict" ? texts.both : texts.open, () => post(record.path, record.values)));
  else if (isOfThisTable(record)) actions.push(action(texts.useHere, () => useHere("queue", record, record.key)));
  actions.push(discardAction("queue", record, record.key));
  if (record.readable) actions.push(numbers(record.readable, texts, record.state === "gone"));
  return line({ name: record.name, typed: typedAt(record), words, state: record.state, actions });
}

function draftLine(record) {
  const open = isOfThisTable(record)
    ? action(texts.useHere, () => useHere("drafts", record, record.path))
    : action(texts.open, () => location.assign(`${record.path}?scrivi`));
  const actions = [open, discardAction("drafts", record, record.path)];
  if (record.readable) actions.push(numbers(record.readable, texts, false));
  return line({ name: record.name, typed: typedAt(record), words: texts.draft, state: "draft", actions });
}

async function photoLine(photo) {
  const words =
    { waiting: photo.words || texts.waiting, signin: texts.signin, gone: texts.photoGone }[photo.state] || photo.words;
  const again = action(texts.again, async () => {
    await store.put("photos", { ...photo, state: "waiting" });
    await sendAll(true);
  });
  const name = fill(texts.photoOf, { name: photo.name });
  const item = line({
    name,
    typed: typedAt(photo),
    words,
    state: photo.state,
    actions: [again, discardAction("photos", { name }, photo.key)],
  });
  item.dataset.photo = "";
  item.prepend(await photos.show(photo));
  return item;
}

async function list() {
  const [queue, drafts, pictures] = [await store.all("queue"), await store.all("drafts"), await store.all("photos")];
  const shown = document.querySelector("[data-offline-old]");
  const items = queue.filter((record) => record.key !== shown?.dataset.offlineOld).map(queueLine);
  const queued = new Set(queue.map((record) => record.path));
  for (const record of drafts)
    if (!queued.has(record.path) && !(record.path === here && form)) items.push(draftLine(record));
  for (const photo of pictures) if (photo.state !== "sent") items.push(await photoLine(photo));
  listPhotos(pictures);
  unsentBox.querySelector("ul").replaceChildren(...items);
  unsentBox.hidden = !items.length;
  unsentBox.dataset.count = items.length;
}

// ---- starting ----------------------------------------------------------------------------------------------------
async function start() {
  if (form) {
    await restore();
    form.addEventListener("input", () => {
      if (queuedKey && field("key").value === queuedKey) {
        field("key").dataset.replaces = queuedKey;
        field("key").value = newKey();
      }
      storeDraft();
    });
    form.addEventListener("submit", deliver);
    form.addEventListener("htmx:sendError", offerConfirmation);
    if (!navigator.onLine) offerConfirmation();
    document.body.dataset.offlineReady = "yes";
  }
  if (photoForm) {
    photoForm.addEventListener("change", choosePhoto);
    photoForm.addEventListener("submit", storePhoto);
  }
  for (const photo of await store.all("photos")) {
    if (photo.state === "sent" && Date.now() - photo.sent > SENT_RETENTION_MS) await store.remove("photos", photo.key);
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
    serviceWorker.register(unsentBox.dataset.worker, { scope: "/" });
    serviceWorker.ready.then(
      (registration) => serviceWorker.controller || registration.active.postMessage("take-over"),
    );
  }
}

if (unsentBox && window.indexedDB) {
  watch();
  start();
}
