// Passkeys: offered only where the browser has them and the page is served over https (or from this machine), because
// elsewhere the browser refuses; the page says so, and when an attempt fails.
(() => {
  const usable =
    window.isSecureContext &&
    typeof window.PublicKeyCredential === "function" &&
    !/^[\d.]+$|^\[/.test(location.hostname);
  for (const part of document.querySelectorAll("[data-passkey-part]")) part.hidden = !usable;
  for (const part of document.querySelectorAll("[data-passkey-missing]")) part.hidden = usable;
  if (usable) {
    for (const second of document.querySelectorAll("[data-passkey-second]")) {
      second.classList.replace("btn-primary", "btn-quiet");
    }
  }
  document.addEventListener("allauth.error", (event) => {
    const message = document.getElementById("passkey-error");
    if (!message) return;
    event.preventDefault();
    message.hidden = false;
  });
})();
