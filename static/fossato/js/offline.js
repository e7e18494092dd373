// Sheets survive a missing network. Elements: #unsent (the list of what has not been sent; data-worker) with the words
// in #unsent-words; form[data-offline] (a sheet: "read" as the server has it, or "posted" with what was just typed).
// What is typed is kept at once; what is delivered stands in the queue until the server says that it is stored.
(() => {
  "use strict";
  const box = document.getElementById("unsent");
  if (!box || !window.indexedDB) return;
  const store = window.FossatoStore;
  const say = JSON.parse(document.getElementById("unsent-words").textContent);
  const form = document.querySelector("form[data-offline]");
  const DELIVERS = ["deliver", "deliver_and_confirm"];
  const PATIENCE = 20000;
  const AGAIN = 15000;
  // A sheet filled in from a log stands at another address than the one that it is sent to.
  const here = form ? form.action.slice(location.origin.length) : location.pathname;
  let queuedKey = "";
  let sending = false;

  const cookie = (name) => (document.cookie.match(new RegExp(`(?:^|; )${name}=([^;]*)`)) || [])[1] || "";
  const field = (name) => form.querySelector(`input[type=hidden][name=${name}]`);
  const freshKey = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (n) => n.toString(16).padStart(2, "0")).join("");
  const fill = (words, facts) => words.replace(/\{(\w+)\}/g, (_all, name) => facts[name]);

  function typed(submitter) {
    const data = new FormData(form);
    data.delete("csrfmiddlewaretoken");
    if (submitter) data.set(submitter.name, submitter.value);
    return [...data].filter(([, value]) => typeof value === "string");
  }

  // ---- drafts -------------------------------------------------------------------------------------------------------
  const keepDraft = () =>
    store.put("drafts", { path: form.action.slice(location.origin.length), name: form.dataset.offlineName, at: Date.now(), values: typed() });

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

  function post(path, values) {
    const sheet = Object.assign(document.createElement("form"), { method: "post", action: path, hidden: true });
    for (const [name, value] of [...values, ["csrfmiddlewaretoken", cookie("csrftoken")]]) {
      sheet.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
    }
    document.body.append(sheet);
    sheet.submit();
  }

  /** Whether the page shows what was typed a moment ago, and is no copy of such a page: its form's token is new. */
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
    if (mode && field("mode").value !== mode && (await reachable())) return post(here, [...draft.values, ["to_mode", mode]]);
    fillIn(draft.values);
    queuedKey = (await store.get("queue", field("key").value)) ? field("key").value : "";
    note(say.restored, say.discard, async () => { await store.remove("drafts", here); location.assign(here); });
    form.dispatchEvent(new Event("input", { bubbles: true }));
    return undefined;
  }

  const reachable = () => fetch(box.dataset.worker, { method: "HEAD", cache: "no-store" }).then((one) => one.ok, () => false);

  function note(words, label, act) {
    const line = Object.assign(document.createElement("p"), { className: "sheet__note", textContent: `${words} ` });
    const button = Object.assign(document.createElement("button"), { type: "button", className: "btn btn-quiet btn-sm", textContent: label });
    button.onclick = act;
    line.append(button);
    box.before(line);
  }

  // ---- sending ------------------------------------------------------------------------------------------------------
  function ask(record) {
    return fetch(record.path, {
      method: "POST",
      body: new URLSearchParams(record.values),
      headers: { Accept: "application/json", "X-CSRFToken": cookie("csrftoken") },
      redirect: "manual",
      signal: AbortSignal.timeout(PATIENCE),
    });
  }

  /** What the server says of a record: {state, words, url}; "waiting" where it could not be reached. */
  async function send(record) {
    try {
      let answer = await ask(record);
      if (answer.status === 403) {
        await fetch(record.path, { cache: "no-store" });
        answer = await ask(record);
      }
      if (answer.type === "opaqueredirect" || answer.status === 403) return { state: "signin", words: say.signin };
      if (answer.status >= 500 || answer.status === 429) return { state: "waiting" };
      if (answer.status === 404 || answer.status === 410) return { state: "gone", words: say.gone };
      return await answer.json();
    } catch (_gone) {
      return { state: "waiting" };
    }
  }

  async function settle(record, told) {
    if (told.state !== "stored") return store.put("queue", { ...record, state: told.state, words: told.words || "" });
    await store.remove("queue", record.key);
    const draft = await store.get("drafts", record.path);
    if (draft && Object.fromEntries(draft.values).key === record.key) await store.remove("drafts", record.path);
    return undefined;
  }

  async function sendAll(all) {
    if (sending) return;
    sending = true;
    try {
      for (const record of await store.all("queue")) {
        if (record.state !== "waiting" && !(all && record.state === "signin")) continue;
        const told = await send(record);
        // Typed on while it was under way: the newer record stands.
        const now = await store.get("queue", record.key);
        if (!now || now.at !== record.at) continue;
        await settle(record, told);
        if (told.state === "stored" && record.path === here && (!form || field("key").value === record.key)) {
          location.assign(told.url);
          return;
        }
      }
    } finally {
      sending = false;
      await list();
    }
  }

  async function deliver(event) {
    const button = event.submitter;
    if (!button || !DELIVERS.includes(button.name) || form.dataset.plain) return;
    event.preventDefault();
    const record = { key: field("key").value, path: here, name: form.dataset.offlineName, at: Date.now(), values: typed(button), state: "waiting", words: "" };
    try {
      await store.put("queue", record);
    } catch (_full) {
      return plainly(button);
    }
    for (const old of [form.dataset.offlineOld, field("key").dataset.replaces]) if (old) await store.remove("queue", old);
    queuedKey = record.key;
    button.disabled = true;
    const told = await send(record);
    await settle(record, told);
    if (told.state === "stored") return location.assign(told.url);
    button.disabled = false;
    if (told.state !== "waiting") return plainly(button);
    await list();
    return box.scrollIntoView({ block: "start" });
  }

  /** The server's own page says what is wrong: sent the ordinary way, which stores nothing twice. */
  function plainly(button) {
    form.dataset.plain = "yes";
    form.requestSubmit(button);
  }

  // ---- the list of what has not been sent ---------------------------------------------------------------------------
  const clock = (at) => new Date(at).toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit" });

  function action(label, act, question) {
    const button = Object.assign(document.createElement("button"), { className: "btn btn-quiet btn-sm", textContent: label });
    const shell = document.createElement("form");
    shell.className = "fo-unsent__act";
    if (question) Object.assign(button.dataset, { confirmQuestion: question, confirmDetail: say.throwDetail, confirmLabel: label });
    shell.onsubmit = (event) => { event.preventDefault(); act(); };
    shell.append(button);
    return shell;
  }

  function line(name, at, words, state, actions) {
    const item = document.createElement("li");
    item.dataset.state = state;
    const text = document.createElement("p");
    text.append(Object.assign(document.createElement("b"), { textContent: name }), ` ${fill(say.at, { time: clock(at) })}. ${words}`);
    item.append(text, ...actions);
    return item;
  }

  async function list() {
    const [queue, drafts] = [await store.all("queue"), await store.all("drafts")];
    const shown = document.querySelector("[data-offline-old]");
    const items = queue.filter((one) => one.key !== shown?.dataset.offlineOld).map((one) => {
      const discard = action(say.throw, async () => { await store.remove("queue", one.key); await list(); }, fill(say.throwQuestion, { name: one.name }));
      const look = action(one.state === "conflict" ? say.both : say.open, () => post(one.path, one.values));
      const again = action(say.again, () => sendAll(true));
      const words = { waiting: say.waiting, conflict: one.words, refused: one.words, signin: say.signin, gone: say.gone }[one.state];
      return line(one.name, one.at, words, one.state, one.state === "waiting" || one.state === "signin" ? [again, discard] : [look, discard]);
    });
    const queued = new Set(queue.map((one) => one.path));
    for (const one of drafts) {
      if (queued.has(one.path) || (one.path === here && form)) continue;
      const open = action(say.open, () => location.assign(`${one.path}?scrivi`));
      const discard = action(say.throw, async () => { await store.remove("drafts", one.path); await list(); }, fill(say.throwQuestion, { name: one.name }));
      items.push(line(one.name, one.at, say.draft, "draft", [open, discard]));
    }
    box.querySelector("ul").replaceChildren(...items);
    box.hidden = !items.length;
    box.dataset.count = items.length;
  }

  // ---- starting -----------------------------------------------------------------------------------------------------
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

  addEventListener("online", () => sendAll(true));
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && sendAll(true));
  setInterval(() => sendAll(false), AGAIN);
  if ("serviceWorker" in navigator) navigator.serviceWorker.register(box.dataset.worker, { scope: "/" });
  start();
})();
