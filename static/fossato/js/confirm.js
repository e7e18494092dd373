// Confirms an irreversible action in a dialog, and closes notices. Without this script a form marked with
// data-confirm-question is sent without `confirmed`, and the server renders a confirmation page.
/** Return the current button: the live refresh may have replaced its part of the page while the dialog was open. */
const standing = (button, action) => {
  if (button.isConnected) return button;
  const same = (one) =>
    one.form?.getAttribute("action") === action &&
    one.dataset.confirmQuestion === button.dataset.confirmQuestion &&
    one.name === button.name &&
    one.value === button.value;
  return [...document.querySelectorAll("[data-confirm-question]")].find(same);
};

const ask = (button, action) =>
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
    yes.onclick = () => {
      answer = true;
      dialog.close();
    };
    no.onclick = () => dialog.close();
    dialog.addEventListener(
      "close",
      () => {
        standing(button, action)?.focus();
        resolve(answer);
      },
      { once: true },
    );
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
  const form = button?.form;
  if (!form || form.querySelector("input[name=confirmed]")) return;
  event.preventDefault();
  const action = form.getAttribute("action");
  const answer = await ask(button, action);
  const there = standing(button, action);
  // Do not send an action that is no longer offered; the page shows the current state.
  if (!answer || !there) return;
  const field = Object.assign(document.createElement("input"), { type: "hidden", name: "confirmed", value: "1" });
  there.form.append(field);
  there.form.requestSubmit(there);
  field.remove();
});
