// An action that takes longer than 300 ms shows that it is running: the pressed button of a sent form gets aria-busy (its
// look comes from buttons.css, after 300 ms), and a second press sends nothing. htmx marks its own requests itself.
// A form whose answer is a file leaves its page open, so the button is free again after a while; a form[data-long] is
// answered by a page after many seconds, and shows its progress bar (.fo-busy) until then.
const FILE_SECONDS = 4;

function release(button) {
  button.removeAttribute("aria-busy");
}

document.addEventListener("submit", (event) => {
  const button = event.submitter;
  const isSentByScript = event.defaultPrevented || event.target.matches("[hx-post], [hx-get]");
  if (!button || isSentByScript || event.target.target === "_blank" || button.formTarget === "_blank") return;
  if (button.getAttribute("aria-busy") === "true") {
    event.preventDefault();
    return;
  }
  button.setAttribute("aria-busy", "true");
  if (!event.target.hasAttribute("data-long")) setTimeout(release, FILE_SECONDS * 1000, button);
});

// The browser's "back" shows the page as it was left.
window.addEventListener("pageshow", () => {
  for (const button of document.querySelectorAll("button[aria-busy='true']")) release(button);
});
