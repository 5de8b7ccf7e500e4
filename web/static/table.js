"use strict";
// A game at a table of the server: to watch, or to play in.

const CONCERNING = 4; // lines about oneself in the news
const PATIENCE = 1500; // milliseconds that moves wait for the news that stand above them
const NEWS = 110; // letters of the news about others, which are two lines

class ServerSource {
  constructor(id) { this.path = `api/games/${id}`; this.save = `${this.path}/record`; }
  eyes(view) { return `view=${view === null ? "all" : view}`; }
  async frame(at, view, room) {
    const sizes = Object.entries(room).map(([name, size]) => `&${name}=${Math.round(size)}`).join("");
    return (await ask(`${this.path}/frames?from=${at}&${this.eyes(view)}${sizes}`))[0];
  }
  story(from, to, view) { return ask(`${this.path}/story?from=${from}&to=${to}&${this.eyes(view)}`); }
  scores(view) { return ask(`${this.path}/scores?${this.eyes(view)}`); }
  moves(view) { return ask(`${this.path}/moves?${this.eyes(view)}`); }
  move(actions, after, across) { return ask(`${this.path}/move`, { actions, after, across }); }
  trial(actions, end) { return ask(`${this.path}/trial`, { actions, end }); }
  lasting(actions) { return ask(`${this.path}/lasting`, { actions }); }
  undo(after, to) { return ask(`${this.path}/undo`, { after, to }); }
  study(at, view, agents) { return ask(`${this.path}/study`, { at, view, agents }); }
  explain(at, view) { return ask(`${this.path}/explain?at=${at}&${this.eyes(view)}`); }
  review(from) { return ask(`${this.path}/review?from=${from}`); }
  failed(error) { problem(error); }
}

class TablePage {
  constructor(facts) {
    this.source = new ServerSource(facts.id);
    this.clicks = []; // positions that own clicks began at
    const game = about.games.find((each) => each.name === facts.game);
    this.rules = make("div", { class: "rules-page" }, "Reading …");
    const panels = [
      { id: "study", label: "Study", make: (view) => studyPanel(this, view, facts, game?.agents || []) },
      { id: "rules", label: "Rules", make: () => [this.rules] },
    ];
    this.ask = facts.mine.length ? new Ask(this) : null;
    this.view = new GameView(page, facts, this.source, panels, this.ask?.element);
    this.view.endings = () => this.endings();
    if (facts.links) this.view.side.prepend(this.invitations(facts));
    this.view.ontold = () => this.showNews();
    document.title = `${facts.title} - Astrarium`;
    keep("game", facts.game);
    this.view.onshow(() => this.shown());
    this.learn();
    this.live(facts);
  }

  // The rules: for the help beside things, and to read.
  async learn() {
    try {
      const facts = await ask(`api/rules/${this.facts.game}?cards=${encodeURIComponent(this.facts.cards)}`);
      this.view.tip.help = new Help(facts);
      this.view.tip.reach();
      this.rules.replaceChildren(...rulesBody(facts));
    } catch (error) { this.rules.replaceChildren(error.message); }
  }

  close() { this.closed = true; this.ask?.close(); this.view.close(); }

  get facts() { return this.view.facts; }

  // What is known of the game is newer: more positions, or moves taken back.
  newer(facts) {
    const undone = (facts.undone || 0) - (this.facts.undone || 0);
    return undone > 0 || (undone === 0 && facts.moves >= this.facts.moves);
  }

  async live(facts) {
    let known = facts, first = true;
    while (!this.closed) {
      try {
        if (known.status === "failed") throw new Error(`The game has stopped: ${known.error}`);
        if (known.status !== "preparing") {
          if (this.newer(known)) this.view.update(known);
          if (first) {
            first = false;
            await this.view.go(known.people.length ? known.moves : 0);
            const ended = known.people.length && known.status === "over"; // who comes back sees how it ended
            if (!known.replay && !ended) this.view.play();
          }
          this.turn();
          if (known.status === "over") return;
        }
        const { moves, status, undone } = this.facts.status === "preparing" ? known : this.facts;
        known = await ask(`${this.source.path}?after=${moves}&status=${status}&undone=${undone}`);
      } catch (error) {
        if (this.closed) return;
        problem(error);
        if (error.status || known.status === "failed") return;
        await new Promise((done) => setTimeout(done, 2000));
      }
    }
  }

  turn() {
    if (!this.ask) return;
    const { facts } = this;
    if (facts.status === "over") { this.ask.offer(null); this.ask.say("The game is over."); return; }
    if (facts.status === "agent") {
      this.ask.offer(null);
      this.offeredFor = null;
      this.waiting();
      return;
    }
    if (this.view.view !== facts.seat) this.view.look(facts.seat);
    this.shown();
  }

  // Others decide, or what they decided is still being shown.
  waiting() {
    const { facts, view } = this, seat = facts.seats[facts.seat];
    if (view.at < facts.moves) this.ask.say("The others move …", "", true);
    else if (seat?.here === false) this.ask.say(`Waiting for ${view.who(facts.seat)} …`, "away for now", true);
    else this.ask.say(`${view.who(facts.seat)} is thinking …`, seat?.title, true);
  }

  // The moves are offered when the last position is on the board.
  async shown() {
    if (!this.ask) return;
    const { facts, view } = this;
    if (facts.status === "agent" && view.playing) this.waiting();
    if (facts.status !== "person") return;
    if (view.at !== facts.moves) {
      this.ask.offer(null);
      this.offeredFor = null;
      if (view.playing && this.since() > facts.moves) this.ask.say("Your move …"); // nobody else has moved
      else if (view.playing) this.ask.say("The others move …", "", true);
      else { this.ask.say("This is an earlier position.", "You move in the last one."); this.ask.back.hidden = false; }
      return;
    }
    if (view.view !== facts.seat) { this.ask.offer(null); return; }
    const key = `${facts.moves}:${facts.seat}:${facts.undone}`;
    if (this.offeredFor !== key) {
      this.offeredFor = key;
      this.ask.say("Your move …"); // until all is known that stands beside the moves
      this.view.since = this.since() - 1; // turns of others may have begun with the own move
      this.view.showStory();
      const [asked] = await Promise.all([this.source.moves(facts.seat).catch((error) => { problem(error); return null; }), this.view.storyTold(PATIENCE)]); // the news stand before the moves do: nothing shifts them later
      if (this.offeredFor !== key || this.closed) return;
      this.asked = asked;
      this.askedFor = key;
      this.showNews();
    }
    const same = this.askedFor === `${this.facts.moves}:${this.facts.seat}:${this.facts.undone}`;
    if (this.asked?.groups && same && view.at === this.facts.moves) {
      const who = facts.mine.length > 1 ? `${facts.seats[facts.seat].name}: your turn` : "Your turn";
      this.ask.say(this.asked.question, who);
      this.ask.offer(this.asked);
    }
  }

  // Own steps are shown at once, those of others at the chosen speed.
  async take(actions, across, routine = false) {
    const after = this.facts.moves;
    this.routineFrom = routine ? this.since() : null;
    if (!routine) this.clicks.push(after); // Undo goes back to what one did oneself
    const own = () => Math.max(after + 1, Math.min(after + actions.length, (this.facts.since ?? Infinity) - 1));
    this.ask.offer(null);
    this.offeredFor = null;
    this.ask.say("…");
    await this.change(() => this.source.move(actions, after, across), () => (this.view.speed.value === "0" ? this.facts.moves : own()));
  }

  // What one click did is taken back by one, however many moves it made.
  async undo() {
    const target = this.clicks.findLast((from) => from < this.facts.moves) ?? this.facts.moves - 1;
    this.clicks = this.clicks.filter((from) => from < target);
    this.routineFrom = null;
    let stays = "";
    await this.change(async () => {
      const facts = await this.source.undo(this.facts.moves, target);
      stays = facts.stays;
      return facts;
    }, () => this.facts.moves);
    if (stays) problem(new Error(`Only what came last is taken back. ${stays}`));
  }

  async change(request, target) {
    try {
      problem(null);
      const facts = await request();
      if (this.newer(facts)) this.view.update(facts); // answers may come in another order
      this.view.playing = true;
      this.view.showPlaying();
      await this.view.go(target(), true);
    } catch (error) { problem(error); }
    this.turn();
  }

  // Moves that are made by themselves do not end what one has not seen yet.
  since() { return Math.min(this.facts.since ?? this.facts.moves + 1, this.routineFrom ?? Infinity); }

  // What happened since this person's last move, in two lines: what speaks of oneself, and what others did last.
  showNews() {
    const { view, facts } = this;
    if (!this.ask) return;
    const known = view.toldIn(view.view), since = this.since(), latest = known.get(view.at);
    if (facts.status !== "person" || view.at !== facts.moves) { this.ask.news(latest ? this.brief(latest) : []); return; }
    const told = [], own = known.get(since - 1), undone = this.asked?.undo === ""; // what can be taken back has brought nothing new
    if (own?.by === view.view && own.told.length && !undone) told.push(without(own, own.told));
    for (let k = since - 1; k <= facts.moves; k += 1) {
      const each = known.get(k);
      if (!each) continue;
      if (k >= since && each.by !== view.view) told.push(each);
      else if (k >= since && each.told.length) told.push(without(each, each.told)); // made by itself
      for (const turn of each.turns) if (turn.told.length) told.push(without(each, turn.told));
    }
    view.lightUp(told);
    const short = digest(told);
    const turn = this.asked?.turn ?? view.view; // what is asked in the turn of another comes of what was done last
    const last = turn !== view.view && told.findLast((each) => each.told.length && each.by !== view.view);
    const mine = this.concerning(told.filter((each) => each !== last)), others = short.flatMap((each) => this.gist(each)).filter((line) => !this.own(line));
    let first = others.length;
    while (first > 0 && others.slice(first - 1).join("; ").length < NEWS) first -= 1;
    const rest = [first ? "… " : "", others.slice(first).join("; ")];
    const theirs = last ? [`Last: ${last.told.slice(0, 4).join("; ")}.`] : rest;
    this.ask.news([...mine, ...(mine.length && theirs.join("") ? [". "] : []), ...theirs], short);
  }

  // What a step of another player came to, in a line: what somebody did last in it, but for paying. What only
  // follows when it ends something, such as a new card in a row, is left out; all of it is a click away.
  gist(each) {
    if (!each.name) return each.told;
    if (each.name === SECRET) return [];
    const done = each.told.filter((line) => !/^\S+ pays /.test(line));
    const deeds = done.filter((line) => this.facts.seats.some((seat) => line.startsWith(seat.name)));
    if (deeds.length) return deeds.slice(-1);
    if (each.kind === "small") return [];
    return done.length ? done : [`${this.view.who(each.by)}: ${each.name}`];
  }

  // What of it speaks of this person's seat, the latest: a loss is not to be searched for.
  concerning(told) {
    const lines = told.flatMap((each) => each.told).filter((line) => this.own(line)).slice(-CONCERNING);
    return lines.length ? [make("strong", {}, "About you: "), lines.join("; ")] : [];
  }

  own(line) {
    const name = this.facts.seats[this.facts.seat]?.name;
    return Boolean(name) && new RegExp(`\\b${name}\\b`).test(line);
  }

  // One step in a line: who did what, or what happened.
  brief(told) {
    const deed = this.view.deed(told);
    return deed.length ? deed : [told.told[0] || ""];
  }

  // A link for each guest: whoever has it has the seat, and can come back with it.
  invitations(facts) {
    const lines = Object.entries(facts.links).map(([seat, path]) => {
      const link = make("input", { type: "text", readonly: true, value: `${location.origin}${path}`, "aria-label": `Link for ${facts.seats[seat].name}`, onfocus: () => link.select() });
      const copy = make("button", { type: "button", onclick: async () => {
        link.select();
        try { await navigator.clipboard.writeText(link.value); copy.textContent = "Copied"; } catch { copy.textContent = "Press Ctrl-C"; }
      } }, "Copy");
      return make("li", {}, make("span", {}, facts.seats[seat].name), link, copy);
    });
    return make("details", { class: "sheet invitations", id: "invitations", open: facts.moves === 0 }, make("summary", {}, "Links for your guests"),
      make("ul", {}, lines), make("p", { class: "note" }, "Send each to one person. Who has a link has the seat, and can leave and come back with it."));
  }

  // What one can do when the game is over. Guests are taken along when who opened the table begins anew.
  endings() {
    if (about.guest) { this.comeAlong(); return [make("p", { class: "note", role: "status", id: "along" }, "When a rematch begins, this page goes there.")]; }
    if (this.facts.replay) return [];
    const again = (label, id, same) => make("button", { type: "button", id, class: same ? "" : "main", onclick: guarded(async () => {
      const facts = await ask(`${this.source.path}/rematch`, { same });
      location.hash = `#game/${facts.id}`;
    }) }, label);
    return [again("Rematch", "rematch", false), again("Same deal again", "same-deal", true)];
  }

  async comeAlong() {
    while (!this.closed) {
      await new Promise((done) => setTimeout(done, 2000));
      const fresh = await ask("api/about").catch(() => about);
      if (this.closed || fresh.guest === this.facts.id) continue;
      about = fresh;
      location.hash = `#game/${about.guest}`;
    }
  }
}

// What happened, in short: a flight is one line, and small decisions that brought nothing about are none.
function digest(told) {
  const short = [];
  for (const each of told) {
    const before = short.at(-1);
    if (each.kind === "way" && before?.kind === "way" && before.by === each.by) {
      const goal = each.goal || before.goal, begun = before.begun || (before.goal ? "" : before.name);
      Object.assign(before, { at: each.at, goal, begun, name: [begun, goal].filter(Boolean).join(", "), told: [...before.told, ...each.told], places: [...before.places, ...each.places] });
    } else if (each.told.length || (each.name && each.kind !== "small")) short.push({ ...each, turns: [] });
  }
  return short;
}
