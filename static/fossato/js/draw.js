// Recomputes a draw in the visitor's browser and shows every step. Element: [data-draw-check], see
// templates/components/draw_check.html.
import { agrees, recompute } from "./draw-generator.js";

function row(body, cells, heading) {
  const line = body.insertRow();
  cells.forEach((text, index) => {
    const cell = heading === index ? line.appendChild(document.createElement("th")) : line.insertCell();
    if (heading === index) cell.scope = "row";
    cell.textContent = text;
  });
  return line;
}

function show(box) {
  const record = JSON.parse(box.querySelector("script[type='application/json']").textContent);
  const texts = box.dataset;
  const name = (code) => record.labels?.[code] || code;
  const recomputed = recompute(record);
  const outcome = box.querySelector("[data-draw-outcome] tbody");
  const rowCount = Math.max(record.outcome.length, recomputed.outcome.length);
  for (let index = 0; index < rowCount; index++) {
    const [recorded, derived] = [record.outcome[index], recomputed.outcome[index]];
    const line = row(outcome, [
      index + 1,
      name(recorded ?? "–"),
      name(derived ?? "–"),
      recorded === derived ? texts.same : texts.differs,
    ]);
    line.cells[0].className = "pos";
    line.cells[3].firstChild.replaceWith(mark(recorded === derived, texts));
  }
  const steps = box.querySelector("[data-draw-steps] tbody");
  recomputed.steps.forEach((step, index) => {
    const numbers = [...step.thrown, step.number].map((n) => n.toString(16).padStart(8, "0")).join(", ");
    const line = row(steps, [index + 1, numbers, `0–${step.among - 1}`, step.picked, name(step.kept)]);
    line.cells[0].className = "pos";
    line.cells[1].className = "fo-code wide";
    line.cells[2].className = line.cells[3].className = "n";
  });
  for (const line of box.querySelectorAll("[data-draw-bound] [data-check]")) {
    const holds = recomputed.checks[line.dataset.check];
    line.querySelector("dd").append(" ", mark(holds, { same: texts.holds, differs: texts.broken }));
  }
  const isValid = agrees(record, recomputed);
  const verdict = box.querySelector("[data-draw-verdict]");
  verdict.className = `fo-verdict fo-verdict--${isValid ? "ok" : "bad"}`;
  verdict.textContent = isValid ? texts.good : texts.bad;
  box.querySelector("[data-draw-shown]").hidden = false;
  box.dataset.agrees = isValid;
}

function mark(isValid, texts) {
  const tag = document.createElement("span");
  tag.className = `fo-tag fo-tag--${isValid ? "done" : "help"}`;
  tag.textContent = isValid ? `✓ ${texts.same}` : `✗ ${texts.differs}`;
  return tag;
}

for (const box of document.querySelectorAll("[data-draw-check]")) show(box);
