// The referee's sheet, each time the server has looked at what was typed: marks the fields that a finding speaks of
// ([data-field] on the finding) and leaves open the proofs that somebody opened. The page comes marked already; only
// what htmx swaps needs this. After a button has put a number right ([data-mended]) the focus comes to its field.
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

  document.addEventListener("toggle", ({ target }) => {
    if (target.matches?.(PROOFS)) opened.set(target.dataset.proof, target.open);
  }, true);
  document.addEventListener("htmx:afterSettle", () => { mark(); leaveOpen(); });

  // A button wrote a number and the page came anew: one goes on from the field that it wrote into.
  const mended = document.getElementsByName(document.getElementById("sheet")?.dataset.mended || "")[0];
  for (let at = mended?.closest("details"); at; at = at.parentElement.closest("details")) at.open = true;
  mended?.focus();
})();
