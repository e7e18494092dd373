// Adds this browser to the devices that show the notices of an account, or takes it away. The page says what to do where
// push does not work: without https, in a browser without it, or where its owner has refused.
const box = document.querySelector("[data-push]");
const token = document.querySelector("[name=csrfmiddlewaretoken]").value;

/** Show the part of the box for one state: insecure, unsupported, denied, off, on. */
function show(state) {
  for (const part of box.querySelectorAll("[data-push-when]")) part.hidden = part.dataset.pushWhen !== state;
}

/** Return the bytes of a base64url text. */
function bytes(text) {
  const plain = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

/** Tell the server what this browser agreed to; true if it was stored. */
async function tell(what, subscription) {
  const { endpoint, keys } = subscription.toJSON();
  const body = new URLSearchParams({ what, endpoint, ...keys });
  const answer = await fetch(box.dataset.push, { method: "POST", body, headers: { "X-CSRFToken": token } });
  return answer.ok;
}

async function turnOn(registration) {
  const permission = await Notification.requestPermission();
  if (permission !== "granted") return show(permission === "denied" ? "denied" : "off");
  const applicationServerKey = bytes(box.dataset.pushKey);
  const subscription = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
  if (await tell("add", subscription)) return show("on");
  await subscription.unsubscribe();
  return show("unsupported");
}

async function turnOff(registration) {
  const subscription = await registration.pushManager.getSubscription();
  if (subscription) {
    await tell("remove", subscription);
    await subscription.unsubscribe();
  }
  show("off");
}

async function start() {
  if (!window.isSecureContext) return show("insecure");
  if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window))
    return show("unsupported");
  if (Notification.permission === "denied") return show("denied");
  const registration = await navigator.serviceWorker.register(box.dataset.worker, { scope: "/" });
  const step = (action) => () => action(registration).catch(() => show("unsupported"));
  box.querySelector("[data-push-on]").addEventListener("click", step(turnOn));
  box.querySelector("[data-push-off]").addEventListener("click", step(turnOff));
  return show((await registration.pushManager.getSubscription()) ? "on" : "off");
}

if (box) start().catch(() => show("unsupported"));
