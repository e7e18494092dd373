// Closes an open menu (details.fo-menu) or sentence (details.fo-mark) with Escape, and with a click or the focus elsewhere. Without this script
// its button opens and closes it.
const openMenus = () => document.querySelectorAll("details:is(.fo-menu, .fo-mark)[open]");

const closeOthers = (target) => {
  for (const menu of openMenus()) if (!menu.contains(target)) menu.open = false;
};

document.addEventListener("click", (event) => closeOthers(event.target));
document.addEventListener("focusin", (event) => closeOthers(event.target));
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const menu of openMenus()) {
    const isInside = menu.contains(document.activeElement);
    menu.open = false;
    if (isInside) menu.querySelector("summary").focus();
  }
});
