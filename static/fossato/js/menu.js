// Closes an open menu (details.fo-menu) or sentence (details.fo-decider) with Escape, and with a click or the focus elsewhere. Without this script
// its button opens and closes it.
const openMenus = () => document.querySelectorAll("details:is(.fo-menu, .fo-decider)[open]");

const closeOthers = (target) => {
  for (const menu of openMenus()) if (!menu.contains(target)) menu.open = false;
};

document.addEventListener("click", (event) => closeOthers(event.target));
document.addEventListener("focusin", (event) => closeOthers(event.target));
// The reason of a field (.fo-reason) is shown by the style sheet; Escape hides it until it is left.
const reopen = (event) => {
  const why = event.target.closest?.(".fo-reason.is-closed");
  if (why && !why.contains(event.relatedTarget)) why.classList.remove("is-closed");
};
document.addEventListener("mouseout", reopen);
document.addEventListener("focusout", reopen);

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const why of document.querySelectorAll(".fo-reason:is(:hover, :focus-within)")) why.classList.add("is-closed");
  for (const menu of openMenus()) {
    const isInside = menu.contains(document.activeElement);
    menu.open = false;
    if (isInside) menu.querySelector("summary").focus();
  }
});
