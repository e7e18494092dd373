// Marks the fields of the referee's sheet that a finding speaks of ([data-field] on the finding), each time the server
// has looked at what was typed. The page comes with its fields marked already; only what htmx swaps needs this.
(() => {
  "use strict";
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
  document.addEventListener("htmx:afterSettle", mark);
})();
