// A sound when a round's clock reaches 0:00, for who switches it on with a [data-clock-sound] button. The choice stays on
// the device. Browsers play nothing before a first press or key on the page, so the next one opens the sound again.
const STORED = "fossato-clock-sound";
const BEEPS = [0, 0.5, 1];
const SECONDS = 0.35;
let audio = null;

export const isOn = () => localStorage.getItem(STORED) === "yes";

function open() {
  if (!isOn()) return;
  audio ??= new AudioContext();
  if (audio.state === "suspended") audio.resume();
}

function beep(at) {
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  tone.frequency.value = 880;
  volume.gain.setValueAtTime(0.4, at);
  volume.gain.exponentialRampToValueAtTime(0.001, at + SECONDS);
  tone.connect(volume).connect(audio.destination);
  tone.start(at);
  tone.stop(at + SECONDS);
}

export function ring() {
  open();
  if (audio) for (const delay of BEEPS) beep(audio.currentTime + delay);
}

// Buttons are hidden without this script, and come again with every new part of a page.
export function showButtons(root) {
  for (const button of root.querySelectorAll("[data-clock-sound]")) {
    button.hidden = false;
    button.setAttribute("aria-pressed", String(isOn()));
  }
}

document.addEventListener("click", (event) => {
  if (!event.target.closest("[data-clock-sound]")) return;
  localStorage.setItem(STORED, isOn() ? "" : "yes");
  showButtons(document);
  if (isOn()) ring();
});
for (const kind of ["pointerdown", "keydown"]) document.addEventListener(kind, open);
