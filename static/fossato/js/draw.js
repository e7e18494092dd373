// Recomputes a draw in the visitor's browser and shows every step. Element: [data-draw-check], see
// templates/components/draw_check.html.
import { agrees, recompute } from "./draw-generator.js";

function row(body, cells, heading) {
  const line = body.insertRow();
  cells.forEach((text, at) => {
    const cell = heading === at ? line.appendChild(document.createElement("th")) : line.insertCell();
    if (heading === at) cell.scope = "row";
    cell.textContent = text;
  });
  return line;
}

function show(box) {
  const record = JSON.parse(box.querySelector("script[type='application/json']").textContent);
  const say = box.dataset;
  const name = (code) => record.labels?.[code] || code;
  const again = recompute(record);
  const outcome = box.querySelector("[data-draw-outcome] tbody");
  const wide = Math.max(record.outcome.length, again.outcome.length);
  for (let at = 0; at < wide; at++) {
    const [there, here] = [record.outcome[at], again.outcome[at]];
    const line = row(outcome, [at + 1, name(there ?? "–"), name(here ?? "–"), there === here ? say.same : say.differs]);
    line.cells[0].className = "pos";
    line.cells[3].firstChild.replaceWith(mark(there === here, say));
  }
  const steps = box.querySelector("[data-draw-steps] tbody");
  again.steps.forEach((step, at) => {
    const numbers = [...step.thrown, step.number].map((n) => n.toString(16).padStart(8, "0")).join(", ");
    const line = row(steps, [at + 1, numbers, `0–${step.among - 1}`, step.picked, name(step.kept)]);
    line.cells[0].className = "pos";
    line.cells[1].className = "fo-code wide";
    line.cells[2].className = line.cells[3].className = "n";
  });
  const commitment = box.querySelector("[data-draw-commitment]");
  commitment.replaceChildren(mark(record.commitment === again.commitment, say));
  const good = agrees(record, again);
  const verdict = box.querySelector("[data-draw-verdict]");
  verdict.className = `fo-verdict fo-verdict--${good ? "ok" : "bad"}`;
  verdict.textContent = good ? say.good : say.bad;
  box.querySelector("[data-draw-shown]").hidden = false;
  box.dataset.agrees = good;
}

function mark(good, say) {
  const tag = document.createElement("span");
  tag.className = `fo-tag fo-tag--${good ? "done" : "help"}`;
  tag.textContent = good ? `✓ ${say.same}` : `✗ ${say.differs}`;
  return tag;
}

for (const box of document.querySelectorAll("[data-draw-check]")) show(box);
