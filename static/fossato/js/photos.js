// Photos of the paper form, made small on the phone: upright, at most 2000 pixels a side, a JPEG and nothing that the
// camera wrote beside it. FossatoPhotos.shrink(file, say): a promise of bytes, refused with a sentence; .record(form,
// bytes): what stands in the store until the server has it; .body(record): what is sent; .show(record): its picture.
(() => {
  "use strict";
  const MOST_BYTES = 12 * 1024 * 1024;
  const LONGEST_SIDE = 2000;
  const SHOWN_SIDE = 96;
  const QUALITY = 0.85;

  function drawn(picture, longest) {
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

  async function shrink(file, say) {
    if (file.size > MOST_BYTES) {
      const size = (file.size / 1024 / 1024).toLocaleString(document.documentElement.lang, { maximumFractionDigits: 1 });
      throw new Error(say.photoBig.replace("{size}", size));
    }
    let picture;
    try {
      picture = await createImageBitmap(file, { imageOrientation: "from-image" });
    } catch (_none) {
      throw new Error(say.photoNone);
    }
    const canvas = drawn(picture, LONGEST_SIDE);
    picture.close();
    const blob = await new Promise((resolve) => { canvas.toBlob(resolve, "image/jpeg", QUALITY); });
    if (!blob) throw new Error(say.photoNone);
    return blob.arrayBuffer();
  }

  const hex = (bytes) => Array.from(new Uint8Array(bytes), (n) => n.toString(16).padStart(2, "0")).join("");

  /** The same photo of the same table is one. Over plain http there is no digest: there the server alone sees it. */
  async function keyOf(path, bytes) {
    const named = globalThis.crypto.subtle ? await crypto.subtle.digest("SHA-256", bytes) : crypto.getRandomValues(new Uint8Array(16)).buffer;
    return `${path} ${hex(named)}`;
  }

  async function record(form, bytes) {
    const path = form.action.slice(location.origin.length);
    const { photoSheet: sheet, photoName: name } = form.dataset;
    return { key: await keyOf(path, bytes), path, sheet, name, at: Date.now(), bytes, state: "waiting", words: "" };
  }

  function body(one) {
    const data = new FormData();
    data.append("photo", new File([one.bytes], "photo.jpg", { type: "image/jpeg" }));
    return data;
  }

  async function show(one) {
    const picture = await createImageBitmap(new Blob([one.bytes], { type: "image/jpeg" }));
    const canvas = drawn(picture, SHOWN_SIDE);
    canvas.setAttribute("aria-hidden", "true");
    return canvas;
  }

  window.FossatoPhotos = { shrink, record, body, show };
})();
