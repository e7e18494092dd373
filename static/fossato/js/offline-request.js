// Sends the stored sheets and photos to the server.
import { body as photoBody } from "./photos.js";

const PATIENCE = 20000;

const cookie = (name) => (document.cookie.match(new RegExp(`(?:^|; )${name}=([^;]*)`)) || [])[1] || "";

/** Open an address with a POST of values, as if its form were submitted. */
export function post(path, values) {
  const sheet = Object.assign(document.createElement("form"), { method: "post", action: path, hidden: true });
  for (const [name, value] of [...values, ["csrfmiddlewaretoken", cookie("csrftoken")]]) {
    sheet.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
  }
  document.body.append(sheet);
  sheet.submit();
}

function ask(record) {
  return fetch(record.path, {
    method: "POST",
    body: record.bytes ? photoBody(record) : new URLSearchParams(record.values),
    headers: { Accept: "application/json", "X-CSRFToken": cookie("csrftoken") },
    redirect: "manual",
    signal: AbortSignal.timeout(PATIENCE),
  });
}

/** Send a record. Returns the server's {state, words, url}; "waiting" if it could not be reached. `say`: messages. */
export async function send(record, say) {
  try {
    let answer = await ask(record);
    if (answer.status === 403) {
      await fetch(record.sheet || record.path, { cache: "no-store" });
      answer = await ask(record);
    }
    if (answer.type === "opaqueredirect" || answer.status === 403) return { state: "signin", words: say.signin };
    if (answer.status >= 500 || answer.status === 429) return { state: "waiting" };
    if (answer.status === 404 || answer.status === 410) return { state: "gone", words: say.gone };
    if (answer.status === 413) return { state: "refused", words: say.tooBig };
    return await answer.json();
  } catch {
    return { state: "waiting" };
  }
}
