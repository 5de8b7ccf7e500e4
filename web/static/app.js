"use strict";
// The pages of the server: new games to watch and to play, files to replay, and games at their tables.

const page = document.getElementById("main");
let about = null; // the games and agents to choose from
let current = null; // the table that is shown

async function ask(path, body) {
  const options = body === undefined ? {} : {
    method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body),
  };
  let response;
  try {
    response = await fetch(path, options);
  } catch {
    throw new Error("The server does not answer. Is it still running?");
  }
  const answer = await response.json().catch(() => ({ error: `The server answered ${response.status}.` }));
  if (!response.ok) throw Object.assign(new Error(answer.error), { status: response.status });
  return answer;
}

function problem(error) {
  const box = document.getElementById("problem");
  box.textContent = error ? error.message : "";
  box.hidden = !error;
  clearTimeout(problem.timer);
  if (error) problem.timer = setTimeout(() => problem(null), 12000);
}

function guarded(act) {
  return async (...args) => {
    try { problem(null); await act(...args); } catch (error) { problem(error); }
  };
}

// ---- a new game

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
  const pick = choices(about.games.map((game) => [game.name, game.title]), first.name);
  form.append(make("div", { class: "fields" }, field("game-name", "Game", pick)), body,
    make("div", { class: "actions" },
      make("button", { type: "submit", class: "main", id: "start" }, playing ? "Play" : "Watch")));
  const refill = (players) => fill(body, about.games.find((game) => game.name === pick.value), players, playing, refill);
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
  page.replaceChildren(make("div", { class: "page" },
    make("h2", {}, playing ? "Play" : "Watch"),
    make("p", { class: "lead" }, playing
      ? "Sit down at a table. You see what your seat may know, nothing more."
      : "Let agents play, and look on: play, pause, step, go to any decision, from every side."),
    form));
}

function fill(body, game, players, playing, refill) {
  const count = players || game.default_players;
  const number = choices(game.players.map((n) => [n, n]), count);
  number.addEventListener("change", () => refill(Number(number.value)));
  const seats = [];
  for (let seat = 0; seat < count; seat += 1) {
    const known = game.agents.map((spec) => [spec, spec]);
    const list = choices([...(playing ? [["person", "you"]] : []), ...known, ["", "another agent …"]],
      playing && seat === 0 ? "person" : "greedy");
    const other = make("input", {
      type: "text", hidden: true, "aria-label": `Agent of ${game.seats[seat]}`, placeholder: "such as ismcts:800,c=1.2",
      maxlength: 200, spellcheck: "false", autocomplete: "off",
    });
    list.dataset.seat = seat;
    list.addEventListener("change", () => { other.hidden = list.value !== ""; if (!other.hidden) other.focus(); });
    const made = field(`seat-${seat}`, game.seats[seat], list);
    made.append(other);
    seats.push(made);
  }
  const options = game.options.map((option) => {
    const fits = option.values.filter((value) => !option.only[value] || option.only[value].includes(count));
    const list = choices(fits.map((value) => [value, value]), option.default);
    list.dataset.option = option.name;
    return field(`option-${option.name}`, option.name.replaceAll("_", " "), list, option.help);
  });
  const cards = game.cards.length > 1 ? [field("cards", "Cards", choices(game.cards.map((name) => [name, name]), game.cards[0]))] : [];
  const seed = make("input", { type: "text", inputmode: "numeric", placeholder: "any", autocomplete: "off", maxlength: 19 });
  body.replaceChildren(
    make("div", { class: "fields", style: "margin-top:14px" }, field("players", "Players", number)),
    make("fieldset", {}, make("legend", {}, "Seats"), make("div", { class: "fields" }, seats)),
    make("details", { class: "more" }, make("summary", {}, "Options"),
      make("div", { class: "fields" }, options, cards, field("seed", "Seed", seed, "The same seed deals the same game."))),
    make("details", { class: "more" }, make("summary", {}, "Which agents are there?"),
      make("dl", {}, about.agents.flatMap((agent) =>
        [make("dt", {}, make("code", {}, agent.form)), make("dd", {}, agent.help)]))));
}

function wish(form, game) {
  const seats = [...form.querySelectorAll("[data-seat]")].map((list) =>
    list.value || list.parentElement.querySelector("input").value.trim());
  const options = {};
  for (const list of form.querySelectorAll("[data-option]")) options[list.dataset.option] = Number(list.value);
  const cards = form.querySelector("#cards"), seed = form.querySelector("#seed").value.trim();
  return {
    game, seats, options, players: seats.length,
    ...(cards ? { cards: cards.value } : {}), ...(seed ? { seed } : {}),
  };
}

// ---- files

async function files() {
  const body = make("div", { class: "sheet" }, "Reading …");
  page.replaceChildren(make("div", { class: "page" }, make("h2", {}, "Replay"),
    make("p", { class: "lead" }, "Games from files of records: of self-play, datasets and arenas."), body));
  const { files: found, more } = await ask("api/files");
  if (!found.length) {
    body.replaceChildren(...(about.folders.length
      ? [`There is no file of records (.jsonl, .parquet) in ${about.folders.join(", ")}.`]
      : ["The server was given no folder. Start it with some: ", make("code", {}, "astrarium serve FOLDER")]));
    return;
  }
  const rest = `These are ${found.length} of more files: serve a folder further down to see others.`;
  body.replaceChildren(...(more ? [make("p", { class: "note" }, rest)] : []), make("div", { class: "scrolls" }, make("table", {},
    make("thead", {}, make("tr", {}, make("th", {}, "File"), make("th", { class: "number" }, "KB"))),
    make("tbody", {}, found.map((file) => make("tr", {},
      make("td", {}, make("a", { href: `#file/${encodeURIComponent(file.file)}` }, file.file)),
      make("td", { class: "number" }, Math.ceil(file.bytes / 1024))))))));
}

async function gamesOf(file) {
  const rows = make("tbody", {});
  const more = make("button", { type: "button" }, "More games");
  page.replaceChildren(make("div", { class: "page" }, make("h2", {}, file),
    make("p", { class: "lead" }, make("a", { href: "#replay" }, "All files")),
    make("div", { class: "sheet" }, make("div", { class: "scrolls" }, make("table", {},
      make("thead", {}, make("tr", {}, make("th", {}, "Game"), make("th", { class: "number" }, "Decisions"),
        make("th", {}, "Scores"), make("th", {}, "Places"))),
      rows)), make("div", { class: "actions" }, more))));
  let next = 1;
  const load = guarded(async () => {
    const found = await ask(`api/files/games?file=${encodeURIComponent(file)}&from=${next}`);
    for (const game of found) {
      const open = make("button", {
        type: "button", onclick: guarded(async () => {
          location.hash = `#game/${(await ask("api/replays", { file, number: game.number })).id}`;
        }),
      }, `Open ${game.number}`);
      const title = about.games.find((each) => each.name === game.game)?.title || game.game;
      rows.append(make("tr", {}, make("td", {}, open, make("small", {}, ` ${title}`)),
        make("td", { class: "number" }, game.moves), make("td", {}, game.scores.map(plain).join(" ")),
        make("td", {}, game.ranks.map((rank) => rank + 1).join(" "))));
    }
    next += found.length;
    more.hidden = found.length < 50;
  });
  more.addEventListener("click", load);
  await load();
}

// ---- a table

class ServerSource {
  constructor(id) { this.path = `api/games/${id}`; this.save = `${this.path}/record`; }
  eyes(view) { return `view=${view === null ? "all" : view}`; }
  async frame(at, view, width) {
    const narrow = width ? `&width=${width}` : "";
    return (await ask(`${this.path}/frames?from=${at}&${this.eyes(view)}${narrow}`))[0];
  }
  story(from, to, view) { return ask(`${this.path}/story?from=${from}&to=${to}&${this.eyes(view)}`); }
  scores(view) { return ask(`${this.path}/scores?${this.eyes(view)}`); }
  moves(view) { return ask(`${this.path}/moves?${this.eyes(view)}`); }
  move(action, after) { return ask(`${this.path}/move`, { action, after }); }
  study(at, view, agents) { return ask(`${this.path}/study`, { at, view, agents }); }
  explain(at, view) { return ask(`${this.path}/explain?at=${at}&${this.eyes(view)}`); }
  failed(error) { problem(error); }
}

class TablePage {
  constructor(facts) {
    this.source = new ServerSource(facts.id);
    const panels = [{ id: "study", label: "Study", make: (view) => this.studyPanel(view, facts) }];
    if (facts.people.length) panels.push({ id: "moves", label: "Moves", first: true, make: () => this.movesPanel() });
    this.view = new GameView(page, facts, this.source, panels);
    document.title = `${facts.title} - Astrarium`;
    this.view.onshow(() => this.shown());
    this.offered = null;
    this.live(facts);
  }

  close() { this.closed = true; this.view.close(); }

  async live(facts) {
    let known = facts, first = true;
    while (!this.closed) {
      try {
        if (known.status === "failed") throw new Error(`The game has stopped: ${known.error}`);
        if (known.status !== "preparing") {
          if (known.moves >= this.facts.moves) this.view.update(known);
          if (first) {
            first = false;
            await this.view.go(known.people.length ? known.moves : 0);
            if (!known.replay) this.view.play();
          }
          this.turn();
          if (known.status === "over") return;
        }
        const { moves, status } = known;
        known = await ask(`${this.source.path}?after=${moves}&status=${status}`);
      } catch (error) {
        if (this.closed) return;
        problem(error);
        if (error.status || known.status === "failed") return;
        await new Promise((done) => setTimeout(done, 2000));
      }
    }
  }

  // ---- moves

  movesPanel() {
    this.now = make("p", { class: "now", role: "status", id: "now" }, "The table is being set up …");
    this.search = make("input", {
      type: "search", id: "search", placeholder: "Search the moves ( / )", "aria-label": "Search the moves", autocomplete: "off",
      oninput: () => this.listMoves(),
      onkeydown: (event) => {
        const left = this.list.querySelectorAll("button");
        if (event.key === "Enter" && left.length === 1) left[0].click();
      },
    });
    this.list = make("div", {});
    this.dialog = make("dialog", { "aria-labelledby": "choose-title" });
    return [this.now, this.search, this.list, this.dialog];
  }

  get facts() { return this.view.facts; }

  turn() {
    if (!this.now) return;
    const { facts } = this;
    if (facts.status === "over") { this.offer(null); this.say("The game is over."); return; }
    if (facts.status === "agent") {
      this.offer(null);
      this.say(`${this.view.who(facts.seat)} is thinking …`, facts.seats[facts.seat]?.agent);
      return;
    }
    if (this.view.view !== facts.seat) this.view.look(facts.seat);
    this.shown();
  }

  say(text, more) { this.now.replaceChildren(text, ...(more ? [make("small", {}, more)] : [])); }

  // The moves are offered when the last position is on the board.
  async shown() {
    if (!this.now) return;
    const { facts, view } = this;
    if (facts.status !== "person") return;
    if (view.at !== facts.moves) {
      this.offer(null);
      this.say("This is an earlier position.", "The last one is where you move.");
      return;
    }
    if (view.view !== facts.seat) { this.offer(null); return; }
    const key = `${facts.moves}:${facts.seat}`;
    if (this.offeredFor !== key) {
      this.offeredFor = key;
      const groups = await this.source.moves(facts.seat).catch((error) => { problem(error); return null; });
      if (this.offeredFor !== key || this.closed) return;
      this.search.value = "";
      this.groups = groups;
      this.groupsFor = key;
    }
    if (this.groups && this.groupsFor === `${this.facts.moves}:${this.facts.seat}` && view.at === this.facts.moves) {
      const people = facts.people.length > 1 ? `${facts.seats[facts.seat].name}: your turn.` : "Your turn.";
      const total = this.groups.reduce((sum, group) => sum + group.moves.length, 0);
      this.say(people, `${total} move${total === 1 ? "" : "s"}; click one here or on the table.`);
      this.offer(this.groups);
    }
  }

  offer(groups) {
    this.offered = groups;
    if (!groups) this.offeredFor = null;
    this.search.hidden = !groups;
    this.listMoves();
    this.markPlaces();
  }

  listMoves() {
    const word = this.search.value.trim().toLowerCase();
    const groups = (this.offered || []).map(({ group, moves }) =>
      [group, moves.filter((move) => `${group} ${move.name}`.toLowerCase().includes(word))]).filter(([, moves]) => moves.length);
    this.list.replaceChildren(...groups.map(([group, moves]) => make("section", { class: "group" },
      make("h3", {}, group), make("div", {}, moves.map((move) => this.moveButton(move))))));
    if (this.offered && !groups.length) this.list.replaceChildren(make("p", { class: "note" }, "No move has these words."));
  }

  moveButton(move) {
    const light = (on) => () => {
      for (const name of move.places) {
        for (const spot of this.view.board.querySelectorAll(`.spot[data-spot="${CSS.escape(name)}"]`)) spot.classList.toggle("lit", on);
      }
    };
    return make("button", {
      type: "button", "data-action": move.action, onclick: () => this.take(move),
      onmouseenter: light(true), onmouseleave: light(false), onfocus: light(true), onblur: light(false),
    }, move.name);
  }

  markPlaces() {
    const svg = this.view.board.querySelector("svg");
    if (!svg) return;
    svg.querySelector(".spots")?.remove();
    if (!this.offered) return;
    const at = new Map();
    for (const { moves } of this.offered) {
      for (const move of moves) {
        for (const name of move.places) at.set(name, [...(at.get(name) || []), move]);
      }
    }
    const layer = draw("g", { class: "spots" });
    const back = svg.getCTM().inverse();
    const found = [];
    for (const [name, moves] of at) {
      const place = svg.querySelector(`[data-at="${CSS.escape(name)}"]`);
      const told = place?.querySelector(":scope > title")?.textContent;
      if (place) found.push([name, moves, place.getBBox(), back.multiply(place.getCTM()), told]);
    }
    found.sort((a, b) => b[2].width * b[2].height * b[3].a ** 2 - a[2].width * a[2].height * a[3].a ** 2);
    for (const [name, moves, box, { a, b, c, d, e, f }, told] of found) {
      const names = moves.length === 1 ? moves[0].name : `${moves.length} moves: ${moves.slice(0, 3).map((move) => move.name).join("; ")}`;
      const label = told ? `${names}\n${told}` : names;
      const act = () => this.choose(moves);
      const spot = draw("rect", {
        class: "spot", "data-spot": name, x: box.x - 2, y: box.y - 2, width: box.width + 4, height: box.height + 4, rx: 5,
        transform: `matrix(${a} ${b} ${c} ${d} ${e} ${f})`, tabindex: 0, role: "button", "aria-label": label,
      }, draw("title", {}, label));
      spot.addEventListener("click", act);
      spot.addEventListener("keydown", (event) => {
        if (event.key === "Enter" || event.key === " ") { event.preventDefault(); act(); }
      });
      layer.append(spot);
    }
    svg.append(layer);
  }

  choose(moves) {
    if (moves.length === 1) { this.take(moves[0]); return; }
    this.dialog.replaceChildren(make("h2", { id: "choose-title" }, "Which move?"),
      make("div", { class: "choices" },
        moves.map((move) => make("button", { type: "button", onclick: () => { this.dialog.close(); this.take(move); } }, move.name)),
        make("button", { type: "button", class: "quiet", onclick: () => this.dialog.close() }, "Cancel")));
    this.dialog.showModal();
  }

  async take(move) {
    const after = this.facts.moves;
    this.offer(null);
    this.say("…");
    try {
      problem(null);
      const facts = await this.source.move(move.action, after);
      if (facts.moves >= this.facts.moves) this.view.update(facts); // answers may come in another order
      this.view.playing = true;
      this.view.showPlaying();
      await this.view.go(this.view.speed.value === "0" ? this.facts.moves : after + 1);
      this.turn();
    } catch (error) {
      problem(error);
      this.turn();
    }
  }

  // ---- study

  studyPanel(view, facts) {
    const game = about.games.find((each) => each.name === facts.game);
    const known = game ? game.agents.filter((spec) => spec !== "random" && spec !== "ismcts:1600") : ["greedy"];
    const boxes = known.map((spec) => make("input", { type: "checkbox", value: spec, checked: spec === "greedy" || spec === "ismcts:400" }));
    const other = make("input", { type: "text", "aria-label": "Another agent", placeholder: "another agent", maxlength: 200, spellcheck: "false", autocomplete: "off" });
    const told = make("div", { id: "studied", "aria-live": "polite" });
    const settle = () => {
      const by = view.shown ? view.shown.by : null;
      why.disabled = this.asking || by === null || facts.replay || facts.people.includes(by);
      here.disabled = this.asking || !view.shown || view.shown.seat === null;
    };
    const run = (work) => guarded(async () => {
      this.asking = true;
      settle();
      told.replaceChildren(make("p", { class: "note" }, "Thinking …"));
      try { this.showStudy(told, await work()); } catch (error) { told.replaceChildren(); throw error; } finally {
        this.asking = false;
        settle();
      }
    });
    const here = make("button", {
      type: "button", class: "main", id: "ask", onclick: run(() => {
        const agents = boxes.filter((box) => box.checked).map((box) => box.value);
        if (other.value.trim()) agents.push(other.value.trim());
        if (!agents.length) throw new Error("Choose an agent to ask.");
        return this.source.study(view.at, view.view, agents);
      }),
    }, "Ask");
    const why = make("button", { type: "button", id: "why", onclick: run(() => this.source.explain(view.at, view.view)) }, "Why the last move?");
    view.onshow(settle);
    return [make("p", { class: "note" }, "What would they do in the position on the table?"),
      make("div", { class: "asked" }, boxes.map((box, k) => make("label", {}, box, known[k]))), other,
      make("div", { class: "actions" }, here, why), told];
  }

  showStudy(box, answer) {
    const who = this.facts.seats[answer.seat].name;
    box.replaceChildren(
      make("p", { class: "note" }, `After ${answer.at} decisions, ${who} to act.`,
        answer.reckoned ? ` What you cannot see was drawn at random: this is how the position looks from your side.` : ""),
      ...answer.opinions.flatMap((opinion) => [
        make("h3", {}, `${opinion.agent}: ${opinion.choice}`),
        opinion.explains ? this.bars(opinion) : make("p", { class: "note" }, "This agent does not explain itself."),
        ...(opinion.left_out > 0 ? [make("p", { class: "note" }, `and ${opinion.left_out} more`)] : []),
      ]));
  }

  bars(opinion) {
    return make("ol", { class: "bars" }, opinion.rows.map((row) => {
      const numbers = [];
      if (row.visits !== null) numbers.push(`${row.visits} visits`);
      else if (row.value === null) numbers.push(`${(100 * row.weight).toFixed(1)} %`);
      if (row.value !== null) numbers.push(`value ${row.value.toFixed(3)}`);
      return make("li", { class: row.choice ? "chosen" : "" },
        make("div", { class: "label" }, make("span", {}, row.name, row.made ? " ✓ made" : ""), make("span", {}, numbers.join(", "))),
        make("div", { class: "track" }, make("div", { class: "fill", style: `width:${Math.max(1, 100 * row.bar)}%` })));
    }));
  }
}

// ---- which page

async function route() {
  const here = location.hash;
  const [name, ...rest] = here.slice(1).split("/");
  const what = rest.join("/");
  if (current) { current.close(); current = null; }
  document.title = "Astrarium";
  for (const link of document.querySelectorAll(".bar nav a")) {
    if (link.getAttribute("href") === `#${name || "watch"}`) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  try {
    problem(null);
    if (!about) {
      page.replaceChildren(make("p", { class: "page" }, "Loading the games …"));
      about = await ask("api/about");
    }
    const facts = name === "game" ? await ask(`api/games/${what}`) : null;
    if (location.hash !== here) return; // one has gone elsewhere meanwhile
    if (facts) current = new TablePage(facts);
    else if (name === "play") newGame(true);
    else if (name === "replay") await files();
    else if (name === "file") await gamesOf(decodeURIComponent(what));
    else newGame(false);
  } catch (error) {
    problem(error);
    if (name === "game") page.replaceChildren(make("div", { class: "page" }, make("p", {}, error.message), make("a", { href: "#watch" }, "Watch another game")));
  }
}

document.querySelector(".skip").addEventListener("click", (event) => { event.preventDefault(); page.focus(); });
beginTheme();
addEventListener("hashchange", route);
route();
