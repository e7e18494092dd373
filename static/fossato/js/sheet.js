// The referee's sheet. "Next" on the number pad goes from field to field. Each time the server has looked at what was
// typed it marks the fields that a finding speaks of ([data-field] on the finding) and leaves open the proofs that somebody
// opened; the page comes marked already, only what htmx swaps needs this. After a button has put a number right
// ([data-mended]) the focus comes to its field.
(() => {
  "use strict";
  const PROOFS = "#sheet details[data-proof]";
  const opened = new Map();

  function mark() {
    const findings = new Map();
    for (const one of document.querySelectorAll("#sheet .fo-finding[data-field]")) {
      findings.set(one.dataset.field, [...(findings.get(one.dataset.field) || []), one.id]);
    }
    for (const field of document.querySelectorAll("#sheet .fo-field :is(input:not([type=radio]), select)")) {
      const ids = findings.get(field.name);
      field.closest("[data-stepper]")?.classList.toggle("fo-bad", Boolean(ids));
      if (ids) {
        field.setAttribute("aria-invalid", "true");
        field.setAttribute("aria-describedby", ids.join(" "));
      } else {
        field.removeAttribute("aria-invalid");
        field.removeAttribute("aria-describedby");
      }
    }
  }

  function leaveOpen() {
    for (const proof of document.querySelectorAll(PROOFS)) {
      const open = opened.get(proof.dataset.proof);
      if (open !== undefined && open !== proof.open) proof.open = open;
    }
  }

  /** The number pad's "next": on to the following field, into the next seat where one ends, opened on the way. */
  function goOn(event) {
    if (event.key !== "Enter" || !event.target.matches("#sheet [data-stepper] input")) return;
    event.preventDefault();
    const fields = [...document.querySelectorAll("#sheet main [data-stepper] input, #sheet main input[type=radio]")];
    const inRare = (field) => field.closest(".sheet__more:not([open])");
    const next = fields.slice(fields.indexOf(event.target) + 1).find((field) => !inRare(field));
    if (!next) return;
    for (let at = next.closest("details"); at; at = at.parentElement.closest("details")) at.open = true;
    next.focus();
  }

  document.addEventListener("keydown", goOn);
  for (const field of document.querySelectorAll("#sheet [data-stepper] input")) field.enterKeyHint = "next";
  document.addEventListener("toggle", ({ target }) => {
    if (target.matches?.(PROOFS)) opened.set(target.dataset.proof, target.open);
  }, true);
  document.addEventListener("htmx:afterSettle", () => { mark(); leaveOpen(); });

  // A button wrote a number and the page came anew: one goes on from the field that it wrote into.
  const mended = document.getElementsByName(document.getElementById("sheet")?.dataset.mended || "")[0];
  for (let at = mended?.closest("details"); at; at = at.parentElement.closest("details")) at.open = true;
  mended?.focus();
})();
