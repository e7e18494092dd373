// Minus and plus buttons of a number field. Elements: [data-stepper] with data-least and data-most (optional),
// containing buttons [data-step]. Every change triggers an `input` and a `change` event of the field, for htmx.
const bound = (box, name, otherwise) => (box.dataset[name] === undefined ? otherwise : Number(box.dataset[name]));

function set(box, value) {
  const field = box.querySelector("input");
  const next = Math.min(bound(box, "most", Infinity), Math.max(bound(box, "least", -Infinity), value));
  if (String(next) === field.value) return;
  field.value = next;
  field.dispatchEvent(new Event("input", { bubbles: true }));
  field.dispatchEvent(new Event("change", { bubbles: true }));
}

const number = (field) => Number.parseInt(field.value, 10) || 0;

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-stepper] [data-step]");
  if (!button) return;
  const box = button.closest("[data-stepper]");
  set(box, number(box.querySelector("input")) + Number(button.dataset.step));
});
document.addEventListener("keydown", (event) => {
  const box = event.target.matches("[data-stepper] input") && event.target.closest("[data-stepper]");
  const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
  if (!box || !by) return;
  event.preventDefault();
  set(box, number(event.target) + by);
});
// Select the number, so that typing replaces it.
document.addEventListener("focusin", (event) => {
  if (event.target.matches("[data-stepper] input")) event.target.select();
});
