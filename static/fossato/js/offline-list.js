// Renders the list "Not sent yet".
/** Return a time of day in the language of the page. */
export const clock = (at) =>
  new Date(at).toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit" });
/** Return a text with its {placeholders} replaced. */
export const fill = (words, facts) => words.replace(/\{(\w+)\}/g, (_all, name) => facts[name]);
const createElement = (tag, facts) => Object.assign(document.createElement(tag), facts);

/** Return a button in a form; `confirmation` holds the question to confirm, if any. */
export function action(label, onSubmit, confirmation) {
  const button = createElement("button", { className: "btn btn-quiet btn-sm", textContent: label });
  const form = createElement("form", { className: "fo-unsent__action" });
  if (confirmation)
    Object.assign(button.dataset, {
      confirmQuestion: confirmation.question,
      confirmDetail: confirmation.detail,
      confirmLabel: label,
    });
  form.onsubmit = (event) => {
    event.preventDefault();
    onSubmit();
  };
  form.append(button);
  return form;
}

/** Return one line of the list. */
export function line({ name, typed, words, state, actions }) {
  const item = document.createElement("li");
  item.dataset.state = state;
  const text = document.createElement("p");
  text.append(createElement("b", { textContent: name }), ` ${typed}. ${words}`);
  item.append(text, ...actions);
  return item;
}

async function copy(area) {
  area.select();
  try {
    await navigator.clipboard.writeText(area.value);
  } catch {
    document.execCommand("copy");
  }
}

/** Return the entered values, to be read and copied. */
export function numbers(text, texts, open) {
  const details = createElement("details", { className: "fo-unsent__numbers", open });
  const area = createElement("textarea", {
    className: "form-control",
    readOnly: true,
    value: text,
    rows: Math.min(12, text.split("\n").length + 1),
  });
  area.setAttribute("aria-label", texts.numbers);
  const button = createElement("button", {
    type: "button",
    className: "btn btn-quiet btn-sm",
    textContent: texts.copy,
  });
  button.onclick = () => copy(area);
  details.append(createElement("summary", { textContent: texts.numbers }), area, button);
  return details;
}

const textOf = (element) => (element ? element.textContent.replace(/\s+/g, " ").trim() : "");

/** Return the owner of a field: its seat, or the part of a round. */
function ownerOf(field) {
  const parts = [
    field.closest("details")?.querySelector("summary b"),
    field.closest(".sheet__of, .sheet__tie fieldset")?.querySelector("legend"),
  ];
  return parts.map(textOf).filter(Boolean).join(", ");
}

/** Return a form's fields as text. */
export function readable(form) {
  const owners = new Map();
  for (const field of form.elements) {
    const isChoice = field.type === "radio" || field.type === "checkbox";
    if (!field.name || !field.labels?.length || field.type === "file" || !field.value || (isChoice && !field.checked))
      continue;
    const label = textOf(field.labels[0]);
    const value = field.tagName === "SELECT" ? textOf(field.selectedOptions[0]) : field.value;
    const legend = textOf(field.closest("fieldset")?.querySelector("legend"));
    const owner = isChoice ? "" : ownerOf(field);
    owners.set(owner, [...(owners.get(owner) || []), isChoice ? `${legend}: ${label}` : `${label} ${value}`]);
  }
  return [...owners].map(([owner, all]) => (owner ? `${owner}: ${all.join(", ")}` : all.join("\n"))).join("\n");
}
