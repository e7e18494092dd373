// Names on the live board: one size for all names of a page, as large as the page allows. Elements: [data-board-name]
// holds a name; [data-short] in it holds the given names, which become initials where a column is too narrow at a size
// that the back of the hall can read (docs/look.md). A surname is never shortened: one that is still too long goes on in
// the next line, and the others keep their size. Sizes are in rem, 1/60 of the width.
const READABLE = 1.8;
const FROM_THE_BACK = 1.55;
const LARGEST = 3.2;
const SMALLEST = 0.875;
const STEP = 0.05;

const isCut = (element) => element.scrollWidth > element.clientWidth + 1;

function fits(page, names) {
  const boxes = [page, ...page.querySelectorAll(".fo-tile")];
  return boxes.every((box) => box.scrollHeight <= box.clientHeight + 1 && !isCut(box)) && !names.some(isCut);
}

/** Set the largest size at which every name and every table fits, and return it. */
function setLargest(page, names, largest = LARGEST) {
  let low = Math.round(SMALLEST / STEP);
  let high = Math.round(largest / STEP);
  const set = (steps) => page.style.setProperty("--board-name", `${steps * STEP}rem`);
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    set(middle);
    if (fits(page, names)) low = middle;
    else high = middle - 1;
  }
  set(low);
  return low * STEP;
}

/** Make each name of the podium so small that its longest word is whole; a word that is never whole is broken. */
function fitPodium(page) {
  for (const name of page.querySelectorAll(".board__podium-name")) {
    name.classList.remove("is-long");
    name.style.removeProperty("font-size");
    const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
    let size = parseFloat(getComputedStyle(name).fontSize) / rem;
    while (isCut(name) && size > SMALLEST) {
      size -= STEP;
      name.style.fontSize = `${size}rem`;
    }
    name.classList.toggle("is-long", isCut(name));
    if (isCut(name)) name.style.removeProperty("font-size");
  }
}

/** Size the names of a visible page; given names become initials only where a size that can be read needs it. */
export function fitNames(page) {
  fitPodium(page);
  const names = [...page.querySelectorAll("[data-board-name]")];
  if (!names.length) {
    setLargest(page, [], READABLE);
    return;
  }
  const given = [...page.querySelectorAll("[data-short]")];
  for (const element of given) element.textContent = element.dataset.given ??= element.textContent;
  for (const name of names) name.classList.remove("is-long");
  const size = Math.min(READABLE, setLargest(page, []));
  page.style.setProperty("--board-name", `${size}rem`);
  for (const name of names.filter(isCut)) {
    const part = name.querySelector("[data-short]");
    if (part) part.textContent = part.dataset.short;
  }
  if (setLargest(page, names) >= FROM_THE_BACK) return;
  // Names that are too long for their column even at a size that is just read shrink no other.
  page.style.setProperty("--board-name", `${FROM_THE_BACK}rem`);
  for (const name of names.filter(isCut)) name.classList.add("is-long");
  setLargest(
    page,
    names.filter((name) => !name.classList.contains("is-long")),
  );
}
