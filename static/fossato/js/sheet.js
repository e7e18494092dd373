// The referee's sheet. "Next" on the number pad goes from field to field; a seat that is done folds when another one is
// opened. After each validation by the server the
// fields of the findings are marked ([data-field] on the finding) and opened proofs stay open; the page is rendered
// with its marks, so only content swapped by htmx needs this. After a button has corrected a number ([data-mended])
// its field gets the focus.
const PROOFS = "#sheet details[data-proof]";
const opened = new Map();

function markFields() {
  const findings = new Map();
  for (const finding of document.querySelectorAll("#sheet .fo-finding[data-field]")) {
    findings.set(finding.dataset.field, [...(findings.get(finding.dataset.field) || []), finding.id]);
  }
  for (const field of document.querySelectorAll(
    "#sheet :is(.fo-stepper-field, .sheet__four) :is(input:not([type=radio]), select)",
  )) {
    const ids = findings.get(field.name);
    field.closest("[data-stepper]")?.classList.toggle("fo-invalid", Boolean(ids));
    if (ids) {
      field.setAttribute("aria-invalid", "true");
      field.setAttribute("aria-describedby", ids.join(" "));
    } else {
      field.removeAttribute("aria-invalid");
      field.removeAttribute("aria-describedby");
    }
  }
}

function restoreProofs() {
  for (const proof of document.querySelectorAll(PROOFS)) {
    const open = opened.get(proof.dataset.proof);
    if (open !== undefined && open !== proof.open) proof.open = open;
  }
}

// The seat that "next" left before the server had said whether it is done.
let leftSeat = null;

/** Fold seats whose numbers are complete and without findings; the element in use stays where it is on the screen. */
function foldDoneSeats(seats, used = document.activeElement) {
  const before = used.getBoundingClientRect().top;
  for (const seat of seats) {
    if (seat.open && !seat.contains(used) && seat.querySelector("summary .fo-tag--done")) seat.open = false;
  }
  if (used !== document.body) window.scrollBy(0, used.getBoundingClientRect().top - before);
}

const allSeats = () => document.querySelectorAll("#sheet .sheet__seat > details");

/** Handle "next" of the number pad: go to the following field, or open the next seat and go to its first field. */
function focusNext(event) {
  if (event.key !== "Enter" || !event.target.matches("#sheet [data-stepper] input")) return;
  event.preventDefault();
  const fields = [...document.querySelectorAll("#sheet main [data-stepper] input, #sheet main input[type=radio]")];
  const inRare = (field) => field.closest(".sheet__more:not([open])");
  const next = fields.slice(fields.indexOf(event.target) + 1).find((field) => !inRare(field));
  if (!next) return;
  for (let details = next.closest("details"); details; details = details.parentElement.closest("details"))
    details.open = true;
  const seat = event.target.closest("#sheet .sheet__seat > details");
  next.focus();
  if (!seat || seat.contains(next)) return;
  leftSeat = seat;
  foldDoneSeats(allSeats());
}

/** Handle a tap on a seat's line: the done seats fold. */
function openSeat(event) {
  const details = event.target.closest("#sheet .sheet__seat > details > summary")?.parentElement;
  if (details && !details.open) foldDoneSeats(allSeats(), details);
}

document.addEventListener("keydown", focusNext);
document.addEventListener("click", openSeat);
for (const field of document.querySelectorAll("#sheet [data-stepper] input")) field.enterKeyHint = "next";
document.addEventListener(
  "toggle",
  ({ target }) => {
    if (target.matches?.(PROOFS)) opened.set(target.dataset.proof, target.open);
  },
  true,
);
document.addEventListener("htmx:afterSettle", () => {
  markFields();
  restoreProofs();
  if (leftSeat) foldDoneSeats([leftSeat]);
});

// A button set a number and the page was reloaded: focus the field that it set.
const correctedField = document.getElementsByName(document.getElementById("sheet")?.dataset.mended || "")[0];
for (let details = correctedField?.closest("details"); details; details = details.parentElement.closest("details"))
  details.open = true;
correctedField?.focus();
