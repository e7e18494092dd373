// Reduces photos of any size on the phone: upright, at most 2000 pixels a side, a JPEG without the camera's
// metadata. An input[type=file][data-shrink] does so by itself; a file that the browser cannot read is sent unchanged
// and checked by the server.
const MOST_BYTES = 12 * 1024 * 1024;
const LONGEST_SIDE = 2000;
const SHOWN_SIDE = 96;
const QUALITY = 0.85;

function drawScaled(picture, longest) {
  const scale = Math.min(1, longest / Math.max(picture.width, picture.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  const pen = canvas.getContext("2d");
  pen.fillStyle = "#fff";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas;
}

/** Return the bytes of the reduced photo; rejected if the browser cannot read the file as a picture. */
async function reduce(file) {
  const picture = await createImageBitmap(file, { imageOrientation: "from-image" });
  const canvas = drawScaled(picture, LONGEST_SIDE);
  picture.close();
  const blob = await new Promise((resolve) => {
    canvas.toBlob(resolve, "image/jpeg", QUALITY);
  });
  return blob.arrayBuffer();
}

function refusal(file, texts) {
  if (file.size <= MOST_BYTES) return texts.photoNone;
  const size = (file.size / 1024 / 1024).toLocaleString(document.documentElement.lang, { maximumFractionDigits: 1 });
  return texts.photoBig.replace("{size}", size);
}

/** Return a promise of the reduced photo's bytes, rejected with a message. */
export const shrink = (file, texts) =>
  reduce(file).catch(() => {
    throw new Error(refusal(file, texts));
  });

const asFile = (bytes) => new File([bytes], "photo.jpg", { type: "image/jpeg" });

/** Replace the chosen file of a form by the reduced photo. */
export function place(input, bytes) {
  const carrier = new DataTransfer();
  carrier.items.add(asFile(bytes));
  input.files = carrier.files;
}

function shrinkBefore(input) {
  let reduction = null;
  input.addEventListener("change", () => {
    const [file] = input.files;
    const isChosen = () => input.files[0] === file;
    reduction = file
      ? reduce(file).then(
          (bytes) => isChosen() && place(input, bytes),
          () => false,
        )
      : null;
  });
  input.form.addEventListener("submit", async (event) => {
    if (!reduction) return;
    event.preventDefault();
    const current = reduction;
    await current;
    if (reduction !== current) return;
    reduction = null;
    // In a separate task: the browser accepts no other submission while it dispatches this event.
    setTimeout(() => input.form.requestSubmit(event.submitter));
  });
}

for (const input of document.querySelectorAll("input[type=file][data-shrink]")) shrinkBefore(input);

const hex = (bytes) => Array.from(new Uint8Array(bytes), (n) => n.toString(16).padStart(2, "0")).join("");

/** Return the key of a photo in the store, the same for duplicates; random over plain http, without a digest. */
async function keyOf(path, bytes) {
  const digest = globalThis.crypto.subtle
    ? await crypto.subtle.digest("SHA-256", bytes)
    : crypto.getRandomValues(new Uint8Array(16)).buffer;
  return `${path} ${hex(digest)}`;
}

/** Return the record to store until the server has the photo. */
export async function record(form, bytes) {
  const path = form.action.slice(location.origin.length);
  const { photoSheet: sheet, photoName: name } = form.dataset;
  return { key: await keyOf(path, bytes), path, sheet, name, at: Date.now(), bytes, state: "waiting", words: "" };
}

/** Return the request body that sends a record. */
export function body(photo) {
  const data = new FormData();
  data.append("photo", asFile(photo.bytes));
  return data;
}

/** Return the picture of a record. */
export async function show(photo) {
  const picture = await createImageBitmap(new Blob([photo.bytes], { type: "image/jpeg" }));
  const canvas = drawScaled(picture, SHOWN_SIDE);
  canvas.setAttribute("aria-hidden", "true");
  return canvas;
}
