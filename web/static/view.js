"use strict";
// The view of one game, whatever it comes from: the server, or a page that holds it all.

const SPEEDS = [["2000", "slow"], ["900", "normal"], ["300", "fast"], ["60", "very fast"], ["0", "skip to the end"]];
const SECRET = "(in secret)"; // what the server calls a decision that this seat may not know
const TOLD = 40; // decisions of the log that are asked for at first, and each time one scrolls to its end
const KEPT = 80; // pictures kept
const OVER = 1; // how a game ended: by its rules
const LAST_WORDS = 4; // lines of what happened that say how a game ended
const TURNING = 5; // decisions that gave most away, listed at the end
const LOST = 0.02; // of the chance of winning: less is noise
const DASHES = ["", "7 3", "2 3", "9 3 2 3", "5 5", "1 4"];
const STROKES = ["———", "– – –", "· · ·", "–·–·", "- - -", ". . ."];

// What happened in a turn that began with a decision: nobody's deed, told by itself.
const without = (told, lines) => ({ ...told, by: null, name: "", told: lines, turns: [], places: [] });

class GameView {
  // source: frame(at, view, room), story(from, to, view), scores(view), and failed(error) where they can fail;
  // panels: extra tabs, [{id, label, make(view)}]; ask: what stands above the tabs
  constructor(root, facts, source, panels = [], ask = null) {
    this.root = root;
    this.facts = facts;
    this.source = source;
    this.at = -1;
    this.view = facts.views[0];
    this.playing = false;
    this.frames = new Map();
    this.told = new Map();
    this.points = [];
    this.wanted = 0;
    this.depth = TOLD;
    this.closed = false;
    this.listeners = [];
    this.parts = new Parts(facts.game);
    this.build(panels, ask);
  }

  onshow(listener) { this.listeners.push(listener); }

  get last() { return this.facts.moves; }

  // A seat's name; who is asked in secret is not known to others.
  who(seat) { return seat === null ? "Somebody" : this.facts.seats[seat].name; }

  // ---- building

  build(panels, ask) {
    this.section = make("section", { class: "game", "aria-label": this.facts.title, "data-pane": "board" });
    this.seats = make("ul", { class: "seats", "aria-label": "Seats" });
    this.headline = make("p", { class: "headline", id: "headline" });
    this.result = make("div", { class: "result sheet", id: "result", hidden: true });
    this.latest = make("p", { class: "latest-move", role: "group", "aria-label": "The last decision", id: "last-move" });
    this.turning = make("p", { class: "turning", id: "turning", role: "status", hidden: true });
    this.back = make("button", { type: "button", id: "to-result", hidden: true, onclick: () => { this.pause(); this.go(this.last); } }, "Back to the result");
    this.side = make("aside", { class: "side" },
      make("div", { class: "sheet standing" }, this.headline, this.parts.whole, this.seats, this.parts.hand, this.latest, this.turning, this.back),
      this.result, ask, this.tabBox(panels));
    this.section.append(this.parts.main, this.parts.beside, this.side, this.controls(), this.paneBar());
    this.tip = new Tip(this.section, this.parts);
    this.parts.onpane = (name) => this.showPane(name);
    this.parts.ontoggle = () => { for (const listener of this.listeners) listener(this); };
    this.root.replaceChildren(this.section);
    this.open([...this.tabs.keys()][0]);
    this.key = (event) => this.pressed(event);
    document.addEventListener("keydown", this.key);
    this.resize = () => { clearTimeout(this.resized); this.resized = setTimeout(() => this.resettle(), 200); };
    addEventListener("resize", this.resize);
    this.room = this.parts.room();
    this.showEyes();
    this.showSeats();
  }

  controls() {
    const button = (id, label, sign, act) =>
      make("button", { type: "button", id, "aria-label": label, title: label, onclick: act }, sign);
    this.slider = make("input", {
      type: "range", id: "scrub", min: 0, max: 0, value: 0, "aria-label": "Decision",
      oninput: () => { this.pause(); this.go(Number(this.slider.value)); },
    });
    this.count = make("output", { id: "count", for: "scrub" });
    this.speed = make("select", { id: "speed" }, SPEEDS.map(([value, label]) => make("option", { value }, label)));
    this.speed.value = kept("speed", "900");
    this.speed.addEventListener("change", () => this.setSpeed(this.speed.value));
    this.eyes = make("select", { id: "view" });
    this.eyes.addEventListener("change", () => this.look(this.eyes.value === "all" ? null : Number(this.eyes.value)));
    this.playButton = button("playback", "Play", icon("play"), () => this.toggle());
    return make("div", { class: "controls pane", "data-pane": "log", role: "group", "aria-label": "Playback" },
      make("div", { class: "steps" },
        button("first", "First position", icon("first"), () => { this.pause(); this.go(0); }),
        button("back", "One decision back", icon("back"), () => { this.pause(); this.go(this.at - 1); }),
        this.playButton,
        button("on", "One decision on", icon("on"), () => { this.pause(); this.go(this.at + 1); }),
        button("latest", "Last position", icon("latest"), () => this.follow())),
      make("div", { class: "scrubber" }, this.slider, this.count),
      make("label", {}, "Speed", this.speed),
      make("label", {}, "Seen by", this.eyes), this.parts.zooms);
  }

  tabBox(panels) {
    this.story = make("ol", { class: "story", "aria-label": "Decisions, the latest first" });
    this.chart = make("div", {});
    const all = [
      { id: "story", label: "Log", body: [this.story] },
      { id: "scores", label: "Scores", body: [this.chart] },
      ...panels.map((panel) => ({ id: panel.id, label: panel.label, body: panel.make(this) })),
    ];
    this.tabs = new Map();
    const list = make("div", { class: "tabs", role: "tablist" });
    const bodies = all.map((panel) => {
      const tab = make("button", {
        type: "button", role: "tab", id: `tab-${panel.id}`, "aria-controls": `panel-${panel.id}`,
        onclick: () => this.read(panel.id), onkeydown: (event) => this.tabKey(event),
      }, panel.label);
      const body = make("div", {
        class: `panel sheet ${panel.id}`, role: "tabpanel", id: `panel-${panel.id}`,
        "aria-labelledby": `tab-${panel.id}`, tabindex: 0,
      }, panel.body);
      list.append(tab);
      this.tabs.set(panel.id, [tab, body]);
      return body;
    });
    this.tabs.get("story")[1].addEventListener("scroll", (event) => {
      const { scrollTop, clientHeight, scrollHeight } = event.target;
      if (scrollTop + clientHeight > scrollHeight - 80 && this.depth < this.at) { this.depth += TOLD; this.showStory(); }
    });
    return make("div", { class: "tab-box pane", "data-pane": "log" }, list, bodies);
  }

  // On a narrow page one pane is shown at a time.
  paneBar() {
    this.panes = make("nav", { class: "panes", "aria-label": "Parts of the table" }, PANES.map(([id, label]) =>
      make("button", { type: "button", "data-to": id, "aria-pressed": String(id === "board"), onclick: () => this.showPane(id) }, label)));
    return this.panes;
  }

  // Where on a narrow page the moves are.
  markPanes(names) {
    this.offered = names;
    const panes = new Set(names.map((name) => this.parts.place(name)?.closest(".pane")?.dataset.pane));
    for (const button of this.panes.children) button.classList.toggle("offers", panes.has(button.dataset.to));
  }

  showPane(name) {
    this.section.dataset.pane = name;
    for (const button of this.panes.children) button.setAttribute("aria-pressed", String(button.dataset.to === name));
    if (name === "board") this.resettle();
    else this.parts.reveal((this.offered || []).filter((place) => this.parts.place(place)?.closest(".pane").dataset.pane === name), false);
    for (const listener of this.listeners) listener(this);
  }

  close() {
    this.closed = true;
    this.pause();
    document.removeEventListener("keydown", this.key);
    removeEventListener("resize", this.resize);
  }

  // Pictures are made for the room there is.
  resettle() {
    const room = this.parts.room();
    if (JSON.stringify(room) === JSON.stringify(this.room) || !this.parts.window.clientWidth) return;
    this.room = room;
    this.frames.clear();
    if (this.at >= 0) this.go(this.at, true);
  }

  // A click on a tab makes room for it where the moves leave little; another one gives it back.
  read(id) {
    const again = this.tabs.get(id)[0].getAttribute("aria-selected") === "true" && this.section.classList.contains("reading");
    this.section.classList.toggle("reading", !again);
    this.open(id);
  }

  open(id) {
    for (const [name, [tab, body]] of this.tabs) {
      tab.setAttribute("aria-selected", String(name === id));
      tab.tabIndex = name === id ? 0 : -1;
      body.hidden = name !== id;
    }
    if (id === "scores") this.showChart();
    if (id === "story" && this.at >= 0) this.showStory();
  }

  tabKey(event) {
    const move = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!move) return;
    event.preventDefault();
    event.stopPropagation();
    const all = [...this.tabs.keys()];
    const next = all[(all.indexOf(event.target.id.slice(4)) + move + all.length) % all.length];
    this.open(next);
    this.tabs.get(next)[0].focus();
  }

  pressed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || inControl(event)) return;
    const zoom = { "+": 1.25, "=": 1.25, "-": 0.8 }[event.key];
    if (zoom) { event.preventDefault(); this.parts.zoomBy(zoom); return; }
    if (event.key === "0") { event.preventDefault(); this.parts.toggleWhole(); return; }
    if (event.target.closest("button, a, summary, [role=button], .window")) return;
    const act = {
      ArrowLeft: () => { this.pause(); this.go(this.at - 1); },
      ArrowRight: () => { this.pause(); this.go(this.at + 1); },
      Home: () => { this.pause(); this.go(0); },
      End: () => this.follow(),
      " ": () => this.toggle(),
    }[event.key];
    if (act) { event.preventDefault(); act(); }
  }

  // ---- positions

  // How the game stands has changed. After a move was taken back, what is known of later positions is wrong.
  update(facts) {
    const fewer = JSON.stringify(facts.views) !== JSON.stringify(this.facts.views);
    const back = (facts.undone || 0) !== (this.facts.undone || 0);
    this.facts = facts;
    if (back) {
      this.frames.clear();
      this.told.clear();
      this.points.length = Math.min(this.points.length, facts.moves + 1);
      if (this.at >= facts.moves) this.at = facts.moves - 1; // what is shown next is the last position
    }
    if (fewer) this.showEyes();
    this.slider.max = facts.moves;
    this.showCount();
    this.showResult();
    if (this.playing && this.at < this.last && !this.timer && !this.loading) this.schedule();
    this.wantScores();
    this.showSeats();
  }

  showEyes() {
    const name = (view) => (view === null ? "everybody" : this.facts.seats[view].name);
    this.eyes.replaceChildren(...this.facts.views.map((view) =>
      make("option", { value: view === null ? "all" : view }, name(view))));
    if (!this.facts.views.includes(this.view)) this.view = this.facts.views[0];
    this.eyes.value = this.view === null ? "all" : String(this.view);
  }

  look(view) {
    if (view === this.view) return;
    this.view = view;
    this.eyes.value = view === null ? "all" : String(view);
    this.points = [];
    this.pointsFor = undefined;
    this.wantScores();
    this.go(this.at, true);
  }

  async go(at, again = false) {
    const target = Math.max(0, Math.min(this.last, at));
    if (target === this.at && !again) return;
    const ticket = ++this.wanted;
    this.loading = true;
    let frame = null, wrong = null;
    try { frame = await this.frame(target, this.view); } catch (error) { wrong = error; }
    if (this.closed || ticket !== this.wanted) return;
    this.loading = false;
    if (wrong) { this.pause(); this.source.failed(wrong); return; }
    this.at = target;
    this.shown = frame;
    this.parts.show(frame, this.view, this.facts.seats);
    this.tip.hide();
    this.tip.reach();
    const eyes = this.view === null ? "everything open" : `as ${this.facts.seats[this.view].name} sees it`;
    this.section.setAttribute("aria-label", `${this.facts.title}: the table after ${target} decisions, ${eyes}`);
    this.headline.replaceChildren(...frame.headline.map((line) => make("span", {}, line)));
    this.slider.max = this.last;
    this.slider.value = target;
    this.showCount();
    this.showSeats();
    this.showStory();
    this.showChart();
    this.showResult();
    for (const listener of this.listeners) listener(this);
    if (this.playing) this.schedule();
    const next = target + 1;
    if (next <= this.last && this.speed.value !== "0") this.frame(next, this.view).catch(() => {});
  }

  frame(at, view) {
    const key = `${view}:${at}`;
    if (!this.frames.has(key)) {
      const made = this.source.frame(at, view, this.room);
      made.catch(() => this.frames.delete(key));
      this.frames.set(key, made);
      if (this.frames.size > KEPT) this.frames.delete(this.frames.keys().next().value);
    }
    return this.frames.get(key);
  }

  toldIn(view) {
    if (!this.told.has(view)) this.told.set(view, new Map());
    return this.told.get(view);
  }

  // ---- playing back

  toggle() { if (this.playing) this.pause(); else this.play(); }

  play() {
    this.playing = true;
    if (this.at >= this.last && this.facts.status === "over") this.at = -1;
    this.showPlaying();
    this.schedule(true);
  }

  setSpeed(value) {
    this.speed.value = value;
    keep("speed", value);
    if (this.playing) this.schedule();
  }

  // To the last position, and on with the game.
  follow() {
    this.playing = this.facts.status !== "over" && !this.facts.replay;
    this.showPlaying();
    this.go(this.last);
  }

  // Stay where it is: a position on its way is not shown any more.
  pause() {
    if (this.playing && this.shown && this.at >= 0) {
      this.wanted += 1;
      this.loading = false;
    }
    this.playing = false;
    clearTimeout(this.timer);
    this.timer = null;
    this.showPlaying();
  }

  schedule(soon = false) {
    clearTimeout(this.timer);
    this.timer = null;
    if (this.at >= this.last) {
      if (this.facts.status === "over" || this.facts.replay) this.pause();
      return; // the game goes on later: `update` comes back
    }
    const delay = this.hurried ? 0 : Number(this.speed.value);
    this.timer = setTimeout(() => {
      this.timer = null;
      this.go(delay === 0 ? this.last : this.at + 1);
    }, soon ? 0 : delay);
  }

  showPlaying() {
    const label = this.playing ? "Pause" : "Play";
    this.playButton.replaceChildren(icon(this.playing ? "pause" : "play"));
    this.playButton.setAttribute("aria-label", label);
    this.playButton.title = label;
  }

  showCount() { this.count.textContent = `${Math.max(0, this.at)} of ${this.last}`; }

  showSeats() {
    const acting = this.at >= 0 && this.shown ? this.shown.seat : null;
    const now = this.points[Math.min(this.at, this.points.length - 1)]; // those of the last decision may follow
    const agent = (k) => !this.facts.people?.includes(k);
    this.seats.replaceChildren(...this.facts.seats.map((seat, k) => make("li", { class: acting === k ? "acting" : "", title: agent(k) ? `${seat.title}: ${seat.agent}` : null },
      make("span", { class: "chip", style: `background:${seatColour(seat.name)}` }),
      make("span", { class: "who" }, seat.name, " ", seat.title ? make("small", { class: agent(k) ? "rank" : "" }, seat.here === false ? "away" : seat.title) : null, " ",
        acting === k ? make("span", { class: "turn", role: "img", "aria-label": "to act", title: "to act" }, "▶") : null),
      make("span", { class: "score", "aria-label": "score" }, now ? plain(now[k]) : ""))));
  }

  // ---- the log

  // The decision that led here and those before it. What is passed by quickly is not asked for: what a seat
  // may know of a decision takes the server a while.
  showStory() {
    this.listStory();
    clearTimeout(this.asking);
    this.asking = setTimeout(() => this.askStory(), this.source.quick ? 0 : 60);
  }

  async askStory() {
    if (this.closed || this.telling || this.at < 1) return;
    const view = this.view, at = this.at, known = this.toldIn(view);
    const first = Math.max(1, Math.min(at, this.since ?? at, at - (this.storyOpen() ? this.depth : 1) + 1));
    const missing = [];
    for (let k = at; k >= first; k -= 1) if (!known.has(k)) missing.push(k);
    if (!missing.length) return;
    const end = missing[0], from = Math.max(missing[missing.length - 1], end - 7); // the latest ones soon
    this.telling = true;
    try {
      for (const each of await this.source.story(from, end + 1, view)) known.set(each.at, each);
    } catch {
      return; // the picture tells what is wrong
    } finally {
      this.telling = false;
    }
    if (this.closed) return;
    this.listStory();
    this.askStory();
  }

  // When all is known that happened since the person's last move, or after so many milliseconds.
  async storyTold(most) {
    const end = Date.now() + most, known = this.toldIn(this.view);
    const missing = () => { for (let k = Math.max(1, this.since ?? this.at); k <= this.at; k += 1) if (!known.has(k)) return true; return false; };
    while (missing() && Date.now() < end && !this.closed) await new Promise((done) => setTimeout(done, 20));
  }

  // Who did what; nothing of a decision made in silence.
  deed(told) {
    if (!told.name) return [];
    return [make("strong", {}, this.who(told.by)), told.name === SECRET ? " decided in secret" : `: ${told.name}`];
  }

  storyOpen() { return !this.tabs.get("story")[1].hidden; }

  listStory() {
    const at = this.at, known = this.toldIn(this.view), first = Math.max(1, at - this.depth + 1);
    const told = known.get(at);
    this.latest.replaceChildren(...(told ? this.deed(told) : at ? [] : ["The game begins."]));
    this.relight();
    this.showEnding();
    if (!this.storyOpen()) return;
    const turns = [{ heading: "", items: [] }]; // each heading above what happened in its turn
    for (let k = first; k <= at; k += 1) {
      const told = known.get(k);
      if (!told) continue;
      if (told.name || told.told.length) turns.at(-1).items.push(this.storyItem(told, k === at ? "latest" : ""));
      for (const { heading, told: lines } of told.turns) turns.push({ heading, items: lines.length ? [this.storyItem(without(told, lines))] : [] });
    }
    const items = turns.reverse().flatMap(({ heading, items }) => [...(heading ? [make("li", { class: "heading" }, heading)] : []), ...items.reverse()]);
    if (!items.length) items.push(make("li", { class: "heading" }, "The game begins."));
    this.story.replaceChildren(...items);
  }

  // The last decision is lit up, or what happened since a person's last move.
  relight() {
    const told = this.toldIn(this.view).get(this.at);
    this.lightUp(told ? [told] : []);
    this.ontold?.();
  }

  // A line of the log leads to its position.
  storyItem(told, kind = "") {
    const words = told.name ? this.deed(told) : told.told.slice(0, 1);
    const rest = told.name ? told.told : told.told.slice(1);
    return make("li", { class: kind, style: `border-color:${seatColour(this.who(told.by))}` },
      make("button", {
        type: "button", class: "to", title: `Position ${told.at}`,
        onclick: () => { this.pause(); this.go(told.at); },
        onmouseenter: () => this.lightUp([told]), onmouseleave: () => this.relight(),
      }, told.name ? make("span", { class: "number" }, `${told.at} `) : null, words),
      rest.map((line) => make("div", { class: "lines" }, line)));
  }

  // Where something happened; the board moves there if it is the only thing to see.
  lightUp(decisions) {
    for (const old of document.querySelectorAll(".part .happened")) old.remove();
    const names = new Set(decisions.flatMap((told) => told.places || []));
    for (const name of names) {
      const place = this.parts.place(name), svg = place?.ownerSVGElement;
      if (!svg || !place.getClientRects().length) continue;
      (svg.querySelector(":scope > .happened") || layer(svg, "happened")).append(marked(svg, place, { class: "trace" }));
    }
    const asked = this.facts.status === "person" && this.at === this.last; // then the question moves the board
    if (decisions.length === 1 && !asked) this.parts.bring([...names]);
  }

  // ---- scores

  async wantScores() {
    if (this.counting || (this.points.length > this.last && this.pointsFor === this.view)) return;
    this.counting = true;
    const view = this.view;
    try {
      const points = await this.source.scores(view);
      if (view === this.view) { this.points = points; this.pointsFor = view; }
    } catch {
      this.counting = false; // the picture tells what is wrong
      return;
    }
    setTimeout(() => { this.counting = false; if (!this.closed) this.wantScores(); }, 500);
    this.showSeats();
    this.showChart();
    if (!this.result.hidden) { this.resultShown = false; this.showResult(); }
  }

  showChart() {
    if (this.tabs.get("scores")[1].hidden) return;
    const points = this.points;
    if (points.length < 2) { this.chart.replaceChildren("No decisions yet."); return; }
    const now = points[Math.max(0, this.at)] || points[points.length - 1];
    const rows = this.facts.seats.map((seat, s) => make("tr", {},
      make("td", {}, make("span", { style: `color:${seatColour(seat.name)}` }, STROKES[s] || STROKES[0]), ` ${seat.name}`),
      make("td", { class: "number" }, plain(now[s]))));
    const note = this.view === null ? [] : [make("p", { class: "note" }, "Where a score depends on what this seat cannot see, it is an average over redealt hands.")];
    this.chart.replaceChildren(this.chartOf(points), make("table", { "aria-label": "Scores now" }, make("tbody", {}, rows)), ...note);
  }

  chartOf(points) {
    const W = 340, H = 220, L = 36, R = 8, T = 8, B = 26, n = points.length - 1;
    const low = Math.min(0, ...points.map((row) => Math.min(...row)));
    const high = Math.max(1, ...points.map((row) => Math.max(...row)));
    const x = (k) => L + (W - L - R) * k / n;
    const y = (value) => T + (H - T - B) * (high - value) / (high - low);
    const svg = draw("svg", { viewBox: `0 0 ${W} ${H}`, class: "chart", role: "img", "aria-label": "Scores over time" });
    for (const value of ticks(low, high)) {
      svg.append(draw("line", { class: "grid", x1: L, x2: W - R, y1: y(value), y2: y(value) }),
        draw("text", { x: L - 5, y: y(value) + 4, "text-anchor": "end" }, plain(value)));
    }
    svg.append(draw("text", { x: L, y: H - 6 }, "0"),
      draw("text", { x: W - R, y: H - 6, "text-anchor": "end" }, `${n} decisions`));
    this.facts.seats.forEach((seat, s) => {
      const path = points.map((row, k) => `${k ? "L" : "M"}${x(k).toFixed(1)} ${y(row[s]).toFixed(1)}`).join("");
      svg.append(draw("path", { d: path, style: `stroke:${seatColour(seat.name)}`, "stroke-dasharray": DASHES[s] || "" }));
    });
    const here = x(Math.min(n, Math.max(0, this.at)));
    svg.append(draw("line", { class: "cursor", x1: here, x2: here, y1: T, y2: H - B }));
    for (const { at, seat } of this.worst()) {
      const row = points[Math.min(n, at)];
      svg.append(draw("circle", { class: "turn-mark", cx: x(Math.min(n, at)), cy: y(row[seat]), r: 5, style: `fill:${seatColour(this.who(seat))}` }));
    }
    svg.addEventListener("click", (event) => {
      const box = svg.getBoundingClientRect();
      const at = ((event.clientX - box.left) * W / box.width - L) / (W - L - R) * n;
      this.pause();
      this.go(Math.round(at));
    });
    return svg;
  }

  // ---- the end

  showResult() {
    const result = this.facts.result;
    this.result.hidden = !(result && this.at === this.last);
    this.back.hidden = !(result && this.at !== this.last);
    this.turning.hidden = this.back.hidden || this.point?.at !== this.at;
    this.turning.textContent = this.point?.words || "";
    this.section.classList.toggle("ended", !this.result.hidden);
    if (this.result.hidden || this.resultShown) return;
    this.resultShown = true;
    this.ending = make("p", { class: "ending", id: "ending", hidden: true });
    const ended = ["The game is unfinished", "The game is over", "The game was cut at the move limit"][result.over];
    this.result.replaceChildren(make("h2", {}, this.winners(result) || ended),
      make("p", { class: "note" }, [`${ended}, after ${this.last} decisions.`, ...this.wonBy(result)].join(" ")),
      this.ending,
      make("p", { class: "actions" }, ...(this.endings?.() || []),
        ...(this.source.save ? [make("a", { class: "button", href: this.source.save, download: true }, "Save")] : [])),
      make("div", { class: "scrolls" }, this.scoreSheet(result)),
      this.course = make("div", { class: "course-of-scores" }, ...(this.points.length > 1 ? [this.chartOf(this.points)] : [])),
      ...(this.source.review ? [this.reviewBox()] : []));
    this.showEnding();
  }

  // What happened last, which ended the game.
  showEnding() {
    const told = this.toldIn(this.view).get(this.last);
    if (!this.ending || this.at !== this.last || !told) return;
    const { scores } = this.facts.result; // they stand in the sheet
    const listed = (line) => this.facts.seats.some((seat, k) => line.startsWith(`${seat.name}: ${plain(scores[k])} point`));
    const lines = [...told.told, ...told.turns.flatMap((turn) => turn.told)].filter((line) => !listed(line) && line !== "the game is over").slice(-LAST_WORDS);
    this.ending.textContent = lines.map((line) => sentence(line) + (/[.!?]$/.test(line) ? "" : ".")).join(" ");
    this.ending.hidden = !lines.length;
  }

  // Who has won, in words; nothing where one plays alone or it is not decided.
  winners(result) {
    const best = this.facts.seats.filter((_, k) => result.ranks[k] === 0).map((seat) => seat.name);
    if (result.over !== OVER || this.facts.seats.length === 1) return "";
    return best.length > 1 ? `${best.slice(0, -1).join(", ")} and ${best.at(-1)} win` : `${best[0]} wins`;
  }

  // What the best have their points from.
  wonBy(result) {
    if (result.over !== OVER) return [];
    return this.facts.seats.flatMap((seat, k) => {
      const parts = Object.entries(result.sheet?.[k] || {}).filter(([, points]) => points > 0).sort((a, b) => b[1] - a[1]); // what was paid is in the sheet
      return result.ranks[k] === 0 && parts.length ? [`${seat.name}: ${parts.map(([what, points]) => `${plain(points)} by ${what}`).join(", ")}.`] : [];
    });
  }

  // What decisions gave away, found some at a time; it goes on as long as the page shows this game.
  reviewBox() {
    this.review ||= { found: [], next: 0, total: null, running: false, error: "" };
    this.reviewed = make("div", { id: "review" });
    this.showReview();
    return this.reviewed;
  }

  async findTurningPoints() {
    const { review } = this;
    Object.assign(review, { running: true, error: "" });
    this.showReview();
    this.reviewed.scrollIntoView({ block: "nearest" });
    try {
      while (!this.closed && review.next !== review.total) {
        const { decisions, next, total } = await this.source.review(review.next);
        review.found.push(...decisions);
        Object.assign(review, { next, total });
        this.showReview();
      }
    } catch (error) { review.error = error.message; }
    review.running = false;
    this.showReview();
    this.reviewed.scrollIntoView({ block: "nearest" });
  }

  // The decisions that gave most away, of those looked at so far.
  worst() {
    return (this.review?.found || []).filter((each) => each.loss >= LOST).sort((a, b) => b.loss - a.loss).slice(0, TURNING);
  }

  showReview() {
    const { next, total, running, error } = this.review, worst = this.worst();
    const done = next === total;
    if (done && this.course?.firstChild) this.course.replaceChildren(this.chartOf(this.points));
    const how = running ? `Looking … ${next} of ${total ?? "?"} decisions` : error;
    this.reviewed.replaceChildren(
      ...(running || done ? [] : [make("button", { type: "button", id: "find-review", onclick: () => this.findTurningPoints() }, "Find turning points")]),
      ...(total === null ? [] : [make("h3", {}, "What gave most away")]),
      ...(how ? [make("p", { class: "note", role: "status" }, how)] : []),
      ...(done && !worst.length ? [make("p", { class: "note" }, `No decision gave away ${100 * LOST} % or more of a win.`)] : []),
      make("ol", { class: "story" }, worst.map((each) => this.turningPoint(each))));
  }

  turningPoint({ at, seat, question, name, best, loss }) {
    const asked = question ? `${question}${/[.?!]$/.test(question) ? "" : "."} ` : "";
    const words = `${asked}${this.who(seat)} chose: ${name}. Better: ${best} (−${Math.round(100 * loss)} %).`;
    return make("li", { style: `border-color:${seatColour(this.who(seat))}` },
      make("button", { type: "button", class: "to", title: `Position ${at}`, onclick: () => { this.pause(); this.point = { at, words }; this.go(at); } },
        make("span", { class: "number" }, `${at + 1} `), make("strong", {}, this.who(seat)), `: ${name}`),
      ...(question ? [make("div", { class: "lines" }, question)] : []),
      make("div", { class: "lines" }, `−${Math.round(100 * loss)} % chance of winning; better: ${best}`));
  }

  // A line for each source of points, a column for each seat, the best first.
  scoreSheet(result) {
    const order = this.facts.seats.map((_, k) => k).sort((a, b) => result.ranks[a] - result.ranks[b]);
    const sources = [...new Set(order.flatMap((k) => Object.keys(result.sheet?.[k] || {})))];
    const row = (name, cells, kind) => make("tr", { class: kind }, make("th", { scope: "row" }, name), cells.map((cell) => make("td", { class: "number" }, cell)));
    return make("table", { class: "score-sheet", "aria-label": "Score sheet" },
      make("thead", {}, make("tr", {}, make("td", {}), order.map((k) => make("th", { scope: "col", class: "number" },
        make("span", { class: "chip", style: `background:${seatColour(this.facts.seats[k].name)}` }), ` ${result.ranks[k] + 1}. ${this.facts.seats[k].name}`)))),
      make("tbody", {},
        row("total", order.map((k) => plain(result.scores[k])), "total"), // first: a sheet can be long
        sources.map((source) => row(source, order.map((k) => (result.sheet[k][source] ? plain(result.sheet[k][source]) : "–"))))));
  }
}
