// Confirms an irreversible action in a dialog, and closes notices. Without this script a form marked with
// data-confirm-question is sent without `confirmed`, and the server renders a confirmation page.
/** Return the current button: the live refresh may have replaced its part of the page while the dialog was open. */
const findCurrentButton = (button, action) => {
  if (button.isConnected) return button;
  const isSame = (candidate) =>
    candidate.form?.getAttribute("action") === action &&
    candidate.dataset.confirmQuestion === button.dataset.confirmQuestion &&
    candidate.name === button.name &&
    candidate.value === button.value;
  return [...document.querySelectorAll("[data-confirm-question]")].find(isSame);
};

const askQuestion = (button, action) =>
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
        findCurrentButton(button, action)?.focus();
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
  const answer = await askQuestion(button, action);
  const currentButton = findCurrentButton(button, action);
  // Do not send an action that is no longer offered; the page shows the current state.
  if (!answer || !currentButton) return;
  const field = Object.assign(document.createElement("input"), { type: "hidden", name: "confirmed", value: "1" });
  currentButton.form.append(field);
  currentButton.form.requestSubmit(currentButton);
  field.remove();
});
