// Sends the stored sheets and photos to the server.
import { body as photoBody } from "./photos.js";

const REQUEST_TIMEOUT_MS = 20000;

const token = () => (document.cookie.match(/(?:^|; )(?:__Host-)?csrftoken=([^;]*)/) || [])[1] || "";

/** Open an address with a POST of values, as if its form were submitted. */
export function post(path, values) {
  const postForm = Object.assign(document.createElement("form"), { method: "post", action: path, hidden: true });
  for (const [name, value] of [...values, ["csrfmiddlewaretoken", token()]]) {
    postForm.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
  }
  document.body.append(postForm);
  postForm.submit();
}

function request(record) {
  return fetch(record.path, {
    method: "POST",
    body: record.bytes ? photoBody(record) : new URLSearchParams(record.values),
    headers: { Accept: "application/json", "X-CSRFToken": token() },
    redirect: "manual",
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  });
}

async function reason(answer) {
  try {
    return (await answer.json()).words || "";
  } catch {
    return "";
  }
}

/** Send a record. Returns the server's {state, words, url}; "waiting" if it could not be reached. `texts`: messages. */
export async function send(record, texts) {
  try {
    let answer = await request(record);
    if (answer.status === 403) {
      await fetch(record.sheet || record.path, { cache: "no-store" });
      answer = await request(record);
    }
    if (answer.type === "opaqueredirect" || answer.status === 403) return { state: "signin", words: texts.signin };
    // The server says why it cannot store just now (a full disk, a database that is away); a proxy in front of it does not.
    if (answer.status >= 500 || answer.status === 429) return { state: "waiting", words: await reason(answer) };
    if (answer.status === 404 || answer.status === 410) return { state: "gone", words: texts.gone };
    if (answer.status === 413) return { state: "refused", words: texts.tooBig };
    return await answer.json();
  } catch {
    return { state: "waiting" };
  }
}
