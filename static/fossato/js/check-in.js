// Check-in: empties the field after each code, so that a hand scanner can continue; reads codes with the phone's
// camera. If the browser has no BarcodeDetector (no iPhone has), the site's own reader is loaded when the camera is
// opened. A code from the camera is handled like a typed one.
const form = document.getElementById("door");
const field = form.elements.code;
const part = document.querySelector("[data-camera]");
const video = part.querySelector("video");
const start = part.querySelector("[data-camera-start]");
const stop = part.querySelector("[data-camera-stop]");
const FRAME_INTERVAL_MS = 200; // milliseconds between two frames
const SAME_CODE_DELAY_MS = 3000; // milliseconds without a code before the same code counts again
let stream = null;
const last = { text: "", seen: 0 };

const unsent = form.querySelector("[data-unsent]");
let sending = "";
document.body.addEventListener("htmx:beforeRequest", (event) => {
  if (event.target !== form) return;
  sending = field.value;
  field.value = "";
  unsent.hidden = true;
});
for (const failed of ["htmx:sendError", "htmx:responseError", "htmx:timeout"])
  document.body.addEventListener(failed, (event) => {
    if (event.target !== form) return;
    field.value = sending;
    unsent.hidden = false;
    last.text = "";
  });
document.body.addEventListener("htmx:afterSwap", (event) => {
  // While the camera is open the field gets no focus, because the phone's keyboard would cover the picture.
  if (event.target.id === "said" && !stream) field.focus();
});

const showStatus = (status) => {
  for (const element of part.querySelectorAll("[data-camera-say]"))
    element.hidden = element.dataset.cameraSay !== status;
};
const showCamera = (isOpen) => {
  video.hidden = stop.hidden = !isOpen;
  start.hidden = isOpen;
};
const close = () => {
  if (stream) for (const track of stream.getTracks()) track.stop();
  stream = video.srcObject = null;
  showCamera(false);
};

const submitCode = (text) => {
  const now = Date.now();
  const isRepeated = text === last.text && now - last.seen < SAME_CODE_DELAY_MS;
  Object.assign(last, { text, seen: now });
  if (isRepeated) return;
  field.value = text;
  form.requestSubmit();
};

const scanFrames = async (detector, camera) => {
  if (stream !== camera) return;
  try {
    const [code] = video.readyState >= 2 ? await detector.detect(video) : [];
    if (code && stream === camera) submitCode(code.rawValue);
  } catch (error) {
    // Ignore a frame that cannot be read, the next one follows; rethrow every other error.
    if (!(error instanceof DOMException)) throw error;
  }
  setTimeout(scanFrames, FRAME_INTERVAL_MS, detector, camera);
};

const createDetector = async () => {
  const isSupported = "BarcodeDetector" in window && (await BarcodeDetector.getSupportedFormats()).includes("qr_code");
  const Detector = isSupported ? BarcodeDetector : (await import(part.dataset.reader)).BarcodeDetector;
  return new Detector({ formats: ["qr_code"] });
};

const open = async () => {
  try {
    stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" }, audio: false });
  } catch {
    showStatus("refused");
    return;
  }
  const camera = stream;
  showStatus("");
  showCamera(true);
  video.srcObject = camera;
  await video.play();
  stop.focus();
  try {
    scanFrames(await createDetector(), camera);
  } catch {
    if (stream !== camera) return;
    close();
    showStatus("reader");
    start.focus();
  }
};

const initialise = () => {
  if (!window.isSecureContext) {
    showStatus("https");
    return;
  }
  if (!navigator.mediaDevices?.getUserMedia) {
    showStatus("camera");
    return;
  }
  start.hidden = false;
  start.addEventListener("click", open);
  stop.addEventListener("click", () => {
    close();
    start.focus();
  });
  addEventListener("pagehide", close);
};
initialise();
