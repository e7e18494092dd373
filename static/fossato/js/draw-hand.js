// A draw by hand: names are tapped in the order in which they come out, and fill the tables. Element: form[data-hand-draw],
// see web/desk/round_new.html; without this script the numbers are typed. Its JSON: {players: [{number, name, table}],
// sizes}; table only where the standings say who sits where.
const form = document.querySelector("[data-hand-draw]");

function start() {
  const { players, sizes } = JSON.parse(document.getElementById("hand-seats").textContent);
  const [pool, slots, left] = ["pool", "slots", "left"].map((name) => form.querySelector(`[data-hand-${name}]`));
  const record = form.querySelector("[name=by_hand]");
  const recordWords = record.textContent;
  const field = form.querySelector("[data-hand-typed] textarea");
  const texts = form.dataset;
  const tapped = [];
  const byTable = players.some((player) => player.table !== undefined);

  function seats() {
    const tables = sizes.map(() => []);
    for (const player of tapped) {
      const table = byTable ? player.table : tables.findIndex((seated, index) => seated.length < sizes[index]);
      tables[table].push(player);
    }
    return tables;
  }

  function item(list, text, css) {
    const line = list.appendChild(document.createElement("li"));
    line.textContent = text;
    if (css) line.className = css;
  }

  function show() {
    const tables = seats();
    const rest = players.filter((player) => !tapped.includes(player));
    left.textContent = texts.left + rest.length;
    pool.replaceChildren();
    for (const player of rest) {
      const button = pool.appendChild(document.createElement("li")).appendChild(document.createElement("button"));
      button.type = "button";
      button.textContent = player.name;
      button.addEventListener("click", () => {
        tapped.push(player);
        show();
      });
    }
    slots.replaceChildren();
    const first = byTable ? -1 : tables.findIndex((seated, index) => seated.length < sizes[index]);
    tables.forEach((seated, index) => {
      const box = slots.appendChild(document.createElement("li"));
      box.appendChild(document.createElement("h3")).textContent = `${texts.table} ${index + 1}`;
      const list = box.appendChild(document.createElement("ol"));
      for (const player of seated) item(list, player.name);
      for (let seat = seated.length; seat < sizes[index]; seat++) {
        const isNext = seat === seated.length && (byTable || index === first);
        item(list, isNext ? texts.next : texts.free, isNext ? "is-next" : "is-free");
      }
    });
    // Only the kingdom may have been drawn by hand: then no name is tapped.
    const isHalf = Boolean(tapped.length && rest.length);
    record.disabled = isHalf;
    record.textContent = isHalf ? texts.missing + rest.length : recordWords;
    field.value = rest.length ? "" : tables.map((seated) => seated.map((player) => player.number).join(" ")).join("\n");
  }

  form.querySelector("[data-hand-back]").addEventListener("click", () => {
    tapped.pop();
    show();
  });
  form.querySelector("[data-hand-typed]").hidden = true;
  form.querySelector("[data-hand-tapped]").hidden = false;
  show();
}

if (form && document.getElementById("hand-seats")) start();
