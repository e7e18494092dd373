// Asks before a step that cannot be taken back, and lets a notice be closed. Without this script a form marked with
// data-confirm-question arrives without `confirmed`, and the server asks on a page.
(() => {
  "use strict";
  const ask = (button) =>
    new Promise((resolve) => {
      const dialog = document.getElementById("fo-confirm");
      const question = dialog.querySelector("#fo-confirm-q");
      const detail = dialog.querySelector("#fo-confirm-d");
      const yes = dialog.querySelector("[value=yes]");
      const no = dialog.querySelector("[value=no]");
      question.textContent = button.dataset.confirmQuestion;
      detail.textContent = button.dataset.confirmDetail || "";
      yes.textContent = button.dataset.confirmLabel || button.textContent.trim();
      yes.className = button.classList.contains("btn-danger") ? "btn btn-danger" : "btn btn-primary";
      let answer = false;
      yes.onclick = () => { answer = true; dialog.close(); };
      no.onclick = () => dialog.close();
      dialog.addEventListener("close", () => { button.focus(); resolve(answer); }, { once: true });
      dialog.showModal();
      no.focus();
    });

  document.addEventListener("click", async (event) => {
    const dismiss = event.target.closest("[data-dismiss]");
    if (dismiss) {
      dismiss.closest(".fo-toast").remove();
      return;
    }
    const button = event.target.closest("[data-confirm-question]");
    const form = button && button.form;
    if (!form || form.querySelector("input[name=confirmed]")) return;
    event.preventDefault();
    if (!(await ask(button))) return;
    const field = Object.assign(document.createElement("input"), { type: "hidden", name: "confirmed", value: "1" });
    form.append(field);
    form.requestSubmit(button);
    field.remove();
  });
})();
