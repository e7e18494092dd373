// Verifies event files in the browser: Python (Pyodide) with the wheels of fossato-verify, nothing of it from the server
// once it is loaded. Elements: [data-verifier] with the address of the files and the sentences, see
// templates/web/public/verifier.html.
const FILE = "/event.json";
/** A folder from which Python imports. */
const SITE = "/home/pyodide";
const RUN = `
import contextlib, io
from fossato_verify.event_file.command import main
out, err = io.StringIO(), io.StringIO()
with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
    status = main(["${FILE}", "--json", "--language", language])
(status, out.getvalue(), err.getvalue())
`;

const box = document.querySelector("[data-verifier]");
const texts = box.dataset;
const words = JSON.parse(document.getElementById("verifier-words").textContent);
const files = JSON.parse(document.getElementById("verifier-files").textContent);
const say = box.querySelector("[data-verifier-say]");
const button = box.querySelector("[data-verifier-load]");
const chooser = box.querySelector("[data-verifier-choose]");
const answer = document.querySelector("[data-verifier-answer]");
let python = null;

async function fetched(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return response.arrayBuffer();
}

async function loadPython() {
  const { loadPyodide } = await import(`${texts.verifier}pyodide.mjs`);
  const loaded = await loadPyodide({ indexURL: texts.verifier });
  loaded.unpackArchive(await fetched(texts.verifier + files.zones), "zip", { extractDir: SITE });
  for (const wheel of files.wheels) loaded.unpackArchive(await fetched(texts.verifier + wheel), "wheel");
  loaded.globals.set("language", texts.language);
  // The program itself is read now: afterwards nothing is requested.
  loaded.runPython("import fossato_verify.event_file.command");
  return loaded;
}

function cell(row, text, css = "") {
  const made = row.insertCell();
  made.textContent = text;
  made.className = css;
  return made;
}

function tag(text, isGood) {
  const made = document.createElement("span");
  made.className = `fo-tag fo-tag--${isGood ? "done" : "help"}`;
  made.textContent = `${isGood ? "✓" : "✗"} ${text}`;
  return made;
}

function showFindings(findings) {
  const section = answer.querySelector("[data-verifier-findings]");
  section.hidden = !findings.length;
  const lines = findings.map((finding) => {
    const line = document.createElement("li");
    const path = document.createElement("span");
    path.className = "fo-code";
    path.textContent = finding.path || "$";
    line.append(tag(words[finding.severity], false), ` ${finding.message} `, path);
    return line;
  });
  section.querySelector("ul").replaceChildren(...lines);
}

function showDraws(draws, names) {
  const body = answer.querySelector("[data-verifier-draws] tbody");
  body.replaceChildren();
  body.closest(".fo-scroll").hidden = !draws.length;
  for (const draw of draws) {
    const row = body.insertRow();
    cell(row, `${words[draw.purpose]} ${draw.scope}`);
    cell(row, "").append(tag(words[draw.state], draw.state !== "wrong"));
    const guarantee = [words[`guarantee-${draw.guarantee}`].replace("{n}", draw.phones)];
    const left = draw.left_out.map((player) => names.get(player) || player);
    if (left.length) guarantee.push(words["left-out"].replace("{who}", left.join(", ")));
    cell(row, guarantee.join("; "));
  }
}

function showPlaces(places, names) {
  const body = answer.querySelector("[data-verifier-places] tbody");
  body.replaceChildren();
  for (const place of places) {
    const row = body.insertRow();
    cell(row, place.place, "place");
    cell(row, names.get(place.player) || place.player);
    cell(row, place.points.toLocaleString(texts.language), "number");
  }
}

function namesOf(text) {
  const players = JSON.parse(text).players ?? [];
  return new Map(players.map((player) => [player.id, `${player.first_name ?? ""} ${player.last_name ?? ""}`.trim()]));
}

function showAnswer(verdict, isGood) {
  const place = answer.querySelector("[data-verifier-verdict]");
  place.textContent = verdict;
  place.className = `fo-verdict fo-verdict--${isGood ? "ok" : "bad"}`;
  answer.hidden = false;
  answer.dataset.ok = isGood;
  place.focus();
}

/** Verify the text of a file and show the answer. */
function verify(text) {
  python.FS.writeFile(FILE, text);
  const [status, out, err] = python.runPython(RUN).toJs();
  say.textContent = texts.ready;
  const result = status === 2 ? { findings: [], draws: [], places: [] } : JSON.parse(out);
  showFindings(result.findings);
  const names = status === 2 ? new Map() : namesOf(text);
  showDraws(result.draws, names);
  showPlaces(result.places, names);
  const reason = err.split(": ").slice(2).join(": ").trim();
  showAnswer(status === 2 ? `${texts.unreadable} ${reason}` : status === 0 ? texts.good : texts.bad, status === 0);
}

/** Let the page say that it computes before it does so: the computation stops everything else. */
async function verifySoon(text) {
  answer.hidden = true;
  say.textContent = texts.busy;
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  verify(text);
}

async function verifyEvent() {
  try {
    await verifySoon(new TextDecoder().decode(await fetched(texts.eventFile)));
  } catch {
    say.textContent = texts.gone;
  }
}

async function start() {
  button.disabled = true;
  say.textContent = texts.loading;
  try {
    python = await loadPython();
  } catch {
    say.textContent = texts.broken;
    button.disabled = false;
    return;
  }
  button.hidden = true;
  chooser.hidden = false;
  box.dataset.loaded = "";
  say.textContent = texts.ready;
  if (texts.eventFile) await verifyEvent();
}

button.addEventListener("click", start);
button.disabled = false;
chooser.querySelector("input").addEventListener("change", async (event) => {
  const [file] = event.target.files;
  if (file) await verifySoon(await file.text());
});
