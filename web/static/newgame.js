"use strict";
// The form for a new game, and the games that are open.

const TIMES = [["", "as usual"], ["250", "a quarter of a second"], ["1000", "1 second"], ["2500", "2.5 seconds"], ["5000", "5 seconds"]];

function field(id, label, control, help) {
  control.id = id;
  return make("div", { class: "field" }, make("label", { for: id }, label), control, help ? make("small", {}, help) : null);
}

function choices(values, chosen) {
  const select = make("select", {}, values.map(([value, label]) => make("option", { value }, label)));
  select.value = String(chosen);
  return select;
}

function newGame(playing) {
  const first = about.games.find((game) => game.name === kept("game", "")) || about.games[0];
  const form = make("form", { class: "sheet", novalidate: true });
  const body = make("div", {});
  const guided = make("button", { type: "button", id: "guided", onclick: guarded(async () => {
    location.hash = `#game/${(await ask("api/games", { game: pick.value, guided: true })).id}`;
  }) }, "Guided first game");
  const pick = choices(about.games.map((game) => [game.name, game.title]), first.name);
  const goal = make("p", { class: "goal", id: "goal" });
  form.append(make("div", { class: "fields" }, field("game-name", "Game", pick), goal), body,
    make("div", { class: "actions" },
      make("button", { type: "submit", class: "main", id: "start" }, playing ? "Play" : "Watch"), ...(playing ? [guided] : [])));
  const refill = (players) => {
    const game = about.games.find((each) => each.name === pick.value);
    guided.hidden = !game.guided;
    goal.replaceChildren(...(game.goal ? [`${game.goal} `, make("a", { href: `#rules/${game.name}` }, "All rules")] : []));
    fill(body, game, players, playing, refill);
  };
  pick.addEventListener("change", () => { keep("game", pick.value); refill(); });
  refill();
  form.addEventListener("submit", guarded(async (event) => {
    event.preventDefault();
    const button = form.querySelector("#start");
    button.disabled = true;
    try {
      const facts = await ask("api/games", wish(form, pick.value));
      location.hash = `#game/${facts.id}`;
    } finally { button.disabled = false; }
  }));
  const open = make("div", { class: "sheet", id: "open-games", hidden: true });
  const back = make("p", { class: "lead", id: "go-on", hidden: true });
  page.replaceChildren(make("div", { class: "page new-game" },
    make("h2", {}, playing ? "Play" : "Watch"),
    make("p", { class: "lead" }, playing
      ? "Sit down at a table. You see what your seat may know, nothing more."
      : "Let agents play, and look on: play, pause, step, go to any decision, from every side."),
    back, form, open));
  openGames(open, playing ? back : null).catch(problem);
}

// The games of this server that are not over, and those just finished.
async function openGames(box, back) {
  const games = await ask("api/games");
  if (games.some(({ status }) => status === "preparing")) setTimeout(() => { if (box.isConnected) openGames(box, back).catch(problem); }, 1000);
  const own = games.filter((game) => game.people.length && game.status !== "over" && !game.replay).slice(0, 3);
  if (back && own.length) {
    back.hidden = false;
    back.replaceChildren("Go on: ", ...own.flatMap((game, k) => [k ? ", " : "", make("a", { href: `#game/${game.id}` }, `${game.title} (${game.moves} decisions)`)]));
  }
  box.hidden = !games.length;
  box.replaceChildren(make("h3", {}, "Games on this server"), make("ul", { class: "open-games" }, games.map((game) => {
    const others = game.seats.filter((_, k) => !game.people.includes(k)).map((seat) => seat.title || seat.name);
    const state = { over: "over", person: "your turn", agent: "running", preparing: "being set up", failed: "stopped" }[game.status];
    const against = others.length ? (game.people.length ? ` against ${others.join(", ")}` : `: ${others.join(", ")}`) : "";
    return make("li", {}, make("a", { href: `#game/${game.id}` }, `${game.title}${game.replay ? ", a replay" : against}`),
      make("small", {}, ` ${game.moves} decisions, ${state}`));
  })));
}

function fill(body, game, players, playing, refill) {
  const count = players || game.default_players;
  const number = choices(game.players.map((n) => [n, n]), count);
  number.addEventListener("change", () => refill(Number(number.value)));
  const seats = [];
  for (let seat = 0; seat < count; seat += 1) seats.push(seatField(game, seat, playing));
  const options = game.options.map((option) => {
    const fits = option.values.filter((value) => !option.only[value] || option.only[value].includes(count));
    if (fits.length < 2) return null; // such as what is for one player alone
    const list = choices(fits.map((value) => [value, option.words[value] ?? value]), option.default);
    list.dataset.option = option.name;
    return field(`option-${option.name}`, option.label, list, option.help);
  }).filter(Boolean);
  const cards = game.cards.length > 1 ? [field("cards", "Cards", choices(game.cards.map((name) => [name, name]), game.cards[0]))] : [];
  const seed = make("input", { type: "text", inputmode: "numeric", placeholder: "any", autocomplete: "off", maxlength: 19 });
  const time = choices(TIMES, kept("time", ""));
  time.addEventListener("change", () => keep("time", time.value));
  body.replaceChildren(
    make("div", { class: "fields later" }, field("players", "Players", number),
      field("time", "Time a move", time, "For opponents from Captain to Admiral.")),
    make("fieldset", {}, make("legend", {}, "Seats"), make("div", { class: "fields" }, seats)),
    make("fieldset", { hidden: !options.length }, make("legend", {}, "Options"), make("div", { class: "fields" }, options)),
    make("details", { class: "more" }, make("summary", {}, "More"),
      make("div", { class: "fields" }, cards, field("seed", "Seed", seed, "The same seed deals the same game.")),
      make("h3", {}, "Which agents are there?"),
      make("dl", {}, about.agents.flatMap((agent) =>
        [make("dt", {}, make("code", {}, agent.form)), make("dd", {}, agent.help)]))));
}

function seatField(game, seat, playing) {
  const known = game.agents.map(({ spec, name }) => [spec, name]);
  const list = choices([...(playing ? [["person", "you"]] : []), ...(playing && about.together ? [["guest", "somebody else, by a link"]] : []), ...known, ["", "another agent …"]],
    playing && seat === 0 ? "person" : "greedy");
  const other = make("input", {
    type: "text", hidden: true, "aria-label": `Agent of ${game.seats[seat]}`, placeholder: "such as ismcts:800,c=1.2",
    maxlength: 200, spellcheck: "false", autocomplete: "off",
  });
  list.dataset.seat = seat;
  list.addEventListener("change", () => { other.hidden = list.value !== ""; if (!other.hidden) other.focus(); });
  const made = field(`seat-${seat}`, game.seats[seat], list);
  made.append(other);
  return made;
}

// A search thinks for a time instead of a number of simulations.
function timed(spec, ms) {
  const kind = spec.split(":")[0];
  return ms && (spec === "champion" || /^ismcts:\d+$/.test(spec)) ? `${kind}:ms=${ms}` : spec;
}

function wish(form, game) {
  const ms = form.querySelector("#time").value;
  const seats = [...form.querySelectorAll("[data-seat]")].map((list) =>
    timed(list.value || list.parentElement.querySelector("input").value.trim(), ms));
  const options = {};
  for (const list of form.querySelectorAll("[data-option]")) options[list.dataset.option] = Number(list.value);
  const cards = form.querySelector("#cards"), seed = form.querySelector("#seed").value.trim();
  return {
    game, seats, options, players: seats.length,
    ...(cards ? { cards: cards.value } : {}), ...(seed ? { seed } : {}),
  };
}
