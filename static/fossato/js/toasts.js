// Notices go by themselves after 8 seconds, unless they are pointed at, hold the focus or tell an error; and the line at
// the foot of a working page tells whether the network is there.
const SHOWN_MS = 8000;
const RETRY_MS = 1000;

function expire(toast) {
  if (!toast.isConnected) return;
  if (toast.matches(":hover, :focus-within")) setTimeout(expire, RETRY_MS, toast);
  else toast.remove();
}

function startTimers(root) {
  for (const toast of root.querySelectorAll(".fo-toast:not(.fo-toast--error, [data-timed])")) {
    toast.dataset.timed = "";
    setTimeout(expire, SHOWN_MS, toast);
  }
}

startTimers(document);
document.addEventListener("htmx:load", (event) => startTimers(event.target.parentElement || event.target));

const connection = document.querySelector("[data-connection]");

function showConnection() {
  const words = connection.querySelector("span");
  connection.dataset.online ||= words.textContent;
  connection.classList.toggle("is-offline", !navigator.onLine);
  words.textContent = navigator.onLine ? connection.dataset.online : connection.dataset.offline;
}

if (connection) {
  for (const name of ["online", "offline"]) addEventListener(name, showConnection);
  if (!navigator.onLine) showConnection();
}
