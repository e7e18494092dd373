// Draws a step of the day again in the visitor's browser. Element: [data-draw-again], see web/public/draw_step.html; its
// JSON holds the records of the draws.
import { agrees, recompute } from "./draw-generator.js";

for (const box of document.querySelectorAll("[data-draw-again]")) {
  const records = JSON.parse(box.querySelector("script[type='application/json']").textContent);
  const verdict = box.querySelector("[role='status']");
  const button = box.querySelector("button");
  button.hidden = false;
  button.addEventListener("click", () => {
    const isSame = records.every((record) => agrees(record, recompute(record)));
    verdict.className = `fo-verdict fo-verdict--${isSame ? "ok" : "bad"}`;
    verdict.textContent = isSame ? box.dataset.good : box.dataset.bad;
    box.dataset.agrees = isSame;
  });
}
