"use strict";
// The view of one game, whatever it comes from: the server, or a page that holds it all.

const SVG = "http://www.w3.org/2000/svg";
const SPEEDS = [["2000", "slow"], ["900", "normal"], ["300", "fast"], ["60", "very fast"], ["0", "at once"]];
const ICONS = {
  first: "M17 4l-7 6 7 6zM10 4L3 10l7 6z", back: "M15 4l-8 6 8 6zM4 4h2v12H4z", play: "M6 4l10 6-10 6z",
  pause: "M5 4h4v12H5zM11 4h4v12h-4z", on: "M5 4l8 6-8 6zM14 4h2v12h-2z", latest: "M3 4l7 6-7 6zM10 4l7 6-7 6z",
};
const TOLD = 40; // decisions listed in the story
const KEPT = 80; // pictures kept
const GLASS = 1.4; // how much larger than it was drawn the table is in the glass

function make(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

function draw(tag, attributes, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes || {})) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

// A button that stays pressed, also the next time.
function choice(id, label, act) {
  const press = (on) => { button.setAttribute("aria-pressed", String(on)); act(on); };
  const button = make("button", {
    type: "button", id,
    onclick: () => {
      const on = button.getAttribute("aria-pressed") !== "true";
      keep(id, on ? "on" : "");
      press(on);
    },
  }, label);
  press(kept(id, "") === "on");
  return button;
}

function icon(name) {
  return draw("svg", { viewBox: "0 0 20 20", class: "icon", "aria-hidden": "true" }, draw("path", { d: ICONS[name] }));
}

function kept(name, fallback) {
  try { return localStorage.getItem("astrarium." + name) || fallback; } catch { return fallback; }
}

function keep(name, value) {
  try { localStorage.setItem("astrarium." + name, value); } catch { /* a page from disk may keep nothing */ }
}

function setTheme(theme) {
  document.documentElement.dataset.theme = theme;
  const button = document.getElementById("theme");
  const other = theme === "dark" ? "Light" : "Dark";
  button.textContent = other;
  button.setAttribute("aria-label", `${other} colours`);
}

function beginTheme() {
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  setTheme(kept("theme", dark ? "dark" : "light"));
  document.getElementById("theme").addEventListener("click", () => {
    const theme = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
    keep("theme", theme);
    setTheme(theme);
  });
}

function seatColour(name) {
  const known = ["red", "blue", "yellow", "green", "white", "purple", "orange"];
  const word = name.toLowerCase();
  return `var(--seat-${known.includes(word) ? word : "other"})`;
}

function plain(number) {
  return Number.isInteger(number) ? String(number) : number.toFixed(1);
}

class GameView {
  // source: frame(at, view, width), story(from, to, view), scores(view), and failed(error) where they can fail;
  // panels: extra tabs, [{id, label, make(view)}]
  constructor(root, facts, source, panels = []) {
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
    this.closed = false;
    this.listeners = [];
    this.extra = panels;
    this.build();
  }

  onshow(listener) { this.listeners.push(listener); }

  get last() { return this.facts.moves; }

  // A seat's name; who is asked in secret is not known to others.
  who(seat) { return seat === null ? "Somebody" : this.facts.seats[seat].name; }

  build() {
    const button = (id, label, sign, act) =>
      make("button", { type: "button", id, "aria-label": label, title: label, onclick: act }, sign);
    this.section = make("section", { class: "game", "aria-label": this.facts.title });
    this.board = make("div", { class: "board", id: "board", role: "group" });
    this.board.append(make("p", { class: "waits" }, "The table is being set up …"));
    this.slider = make("input", {
      type: "range", id: "scrub", min: 0, max: 0, value: 0, "aria-label": "Decision",
      oninput: () => { this.pause(); this.go(Number(this.slider.value)); },
    });
    this.count = make("output", { id: "count", for: "scrub" });
    this.speed = make("select", { id: "speed" }, SPEEDS.map(([value, label]) => make("option", { value }, label)));
    this.speed.value = kept("speed", "900");
    this.speed.addEventListener("change", () => { keep("speed", this.speed.value); if (this.playing) this.schedule(); });
    this.eyes = make("select", { id: "view" });
    this.eyes.addEventListener("change", () => {
      this.look(this.eyes.value === "all" ? null : Number(this.eyes.value));
    });
    this.playButton = button("playback", "Play", icon("play"), () => this.toggle());
    this.glass = make("div", { class: "glass", id: "glass", hidden: true, "aria-hidden": "true" });
    const magnify = choice("magnify", "Magnify", (on) => { this.magnified = on; });
    const broad = choice("broad", "Large table", (on) => this.section.classList.toggle("wide", on));
    let pointed = null; // where the mouse was last
    this.board.addEventListener("pointermove", (event) => { pointed = event; this.magnify(event); });
    this.board.addEventListener("pointerleave", () => { this.glass.hidden = true; });
    new MutationObserver(() => {
      this.copy = null;
      if (!this.glass.hidden) this.magnify(pointed);
    }).observe(this.board, { childList: true, subtree: true });
    const controls = make("div", { class: "controls", role: "group", "aria-label": "Playback" },
      make("div", { class: "scrubber" }, this.slider, this.count),
      make("div", { class: "steps" },
        button("first", "First position", icon("first"), () => { this.pause(); this.go(0); }),
        button("back", "One decision back", icon("back"), () => { this.pause(); this.go(this.at - 1); }),
        this.playButton,
        button("on", "One decision on", icon("on"), () => { this.pause(); this.go(this.at + 1); }),
        button("latest", "Last position", icon("latest"), () => this.follow())),
      make("label", {}, "Speed", this.speed),
      make("label", {}, "Seen by", this.eyes),
      make("div", { class: "sizes" }, magnify, broad));
    this.latest = make("p", { class: "latest-move sheet", "aria-label": "The last decision", id: "last-move" });
    this.seats = make("ul", { class: "seats sheet", "aria-label": "Seats" });
    this.result = make("div", { class: "result sheet", id: "result", hidden: true });
    this.story = make("ol", { class: "story", "aria-label": "Decisions, the latest first" });
    this.chart = make("div", {});
    const own = [
      { id: "story", label: "Story", body: [this.story] },
      { id: "scores", label: "Scores", body: [this.chart] },
    ];
    const more = this.extra.map((panel) => ({ id: panel.id, label: panel.label, body: panel.make(this), first: panel.first }));
    const tabs = [...more.filter((panel) => panel.first), ...own, ...more.filter((panel) => !panel.first)];
    this.tabs = new Map();
    const list = make("div", { class: "tabs", role: "tablist" });
    const bodies = tabs.map((panel) => {
      const tab = make("button", {
        type: "button", role: "tab", id: `tab-${panel.id}`, "aria-controls": `panel-${panel.id}`,
        onclick: () => this.open(panel.id),
        onkeydown: (event) => this.tabKey(event),
      }, panel.label);
      const body = make("div", {
        class: `panel sheet ${panel.id}`, role: "tabpanel", id: `panel-${panel.id}`,
        "aria-labelledby": `tab-${panel.id}`, tabindex: 0,
      }, panel.body);
      list.append(tab);
      this.tabs.set(panel.id, [tab, body]);
      return body;
    });
    this.section.append(make("div", { class: "stage" }, this.board, controls, this.glass),
      make("aside", { class: "side" }, this.seats, this.latest, this.result, list, bodies));
    this.root.replaceChildren(this.section);
    this.open(tabs[0].id);
    this.key = (event) => this.pressed(event);
    document.addEventListener("keydown", this.key);
    this.resize = () => { clearTimeout(this.resized); this.resized = setTimeout(() => this.resettle(), 200); };
    addEventListener("resize", this.resize);
    this.width = this.narrow();
    this.showEyes();
    this.showSeats();
  }

  close() {
    this.closed = true;
    this.pause();
    document.removeEventListener("keydown", this.key);
    removeEventListener("resize", this.resize);
  }

  // A narrow page gets a picture of its own shape.
  narrow() { return this.board.clientWidth && this.board.clientWidth < 700 ? this.board.clientWidth : 0; }

  resettle() {
    if (this.narrow() === this.width) return;
    this.width = this.narrow();
    this.frames.clear();
    this.go(this.at, true);
  }

  // A glass follows the mouse: what is small on the table is large in it.
  magnify(event) {
    const svg = this.board.querySelector("svg");
    this.glass.hidden = !svg || !this.magnified || event.pointerType === "touch";
    if (this.glass.hidden) return;
    const { width, height } = svg.viewBox.baseVal, { clientX, clientY } = event;
    const at = new DOMPoint(clientX, clientY).matrixTransform(svg.getScreenCTM().inverse());
    if (!this.copy) {
      this.copy = svg.cloneNode(true);
      this.glass.replaceChildren(this.copy);
    }
    // Round the mouse, but on the screen; what is pointed at stays under the mouse.
    const { offsetWidth, offsetHeight } = this.glass;
    const left = Math.max(0, Math.min(innerWidth - offsetWidth, clientX - offsetWidth / 2));
    const top = Math.max(0, Math.min(innerHeight - offsetHeight, clientY - offsetHeight / 2));
    Object.assign(this.glass.style, { left: `${left}px`, top: `${top}px` });
    Object.assign(this.copy.style, {
      width: `${GLASS * width}px`, height: `${GLASS * height}px`,
      left: `${clientX - left - GLASS * at.x}px`, top: `${clientY - top - GLASS * at.y}px`,
    });
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
    const busy = event.target.closest("input, select, textarea, button, dialog, a, summary, [role=button]");
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "/" && !event.target.closest("input, select, textarea")) {
      const search = document.getElementById("search");
      if (search) { event.preventDefault(); search.focus(); }
      return;
    }
    if (busy) return;
    const act = {
      ArrowLeft: () => { this.pause(); this.go(this.at - 1); },
      ArrowRight: () => { this.pause(); this.go(this.at + 1); },
      Home: () => { this.pause(); this.go(0); },
      End: () => this.follow(),
      " ": () => this.toggle(),
    }[event.key];
    if (act) { event.preventDefault(); act(); }
  }

  // How the game stands has changed.
  update(facts) {
    const fewer = JSON.stringify(facts.views) !== JSON.stringify(this.facts.views);
    this.facts = facts;
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
    this.board.innerHTML = frame.svg;
    const eyes = this.view === null ? "everything open" : `as ${this.facts.seats[this.view].name} sees it`;
    this.board.setAttribute("aria-label", `The table after ${target} decisions, ${eyes}`);
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
      const made = this.source.frame(at, view, this.width);
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

  toggle() { if (this.playing) this.pause(); else this.play(); }

  play() {
    this.playing = true;
    if (this.at >= this.last && this.facts.status === "over") this.at = -1;
    this.showPlaying();
    this.schedule(true);
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
    const delay = Number(this.speed.value);
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
    this.seats.replaceChildren(...this.facts.seats.map((seat, k) => make("li", {},
      make("span", { class: "chip", style: `background:${seatColour(seat.name)}` }),
      make("span", { class: "who" }, seat.name, " ",
        seat.agent ? make("small", {}, seat.agent === "person" ? "you" : seat.agent) : null, " ",
        acting === k ? make("span", { class: "turn" }, "to act") : null),
      make("span", { class: "score", "aria-label": "score" }, now ? plain(now[k]) : ""))));
  }

  // The decision that led here, and when the story is open those before it. What is passed by quickly is not
  // asked for: what a seat may know of a decision takes the server a while.
  showStory() {
    this.listStory();
    clearTimeout(this.asking);
    this.asking = setTimeout(() => this.askStory(), this.source.quick ? 0 : 60);
  }

  async askStory() {
    if (this.closed || this.telling || this.at < 1) return;
    const view = this.view, at = this.at, known = this.toldIn(view);
    const missing = [];
    for (let k = at; k >= Math.max(1, at - (this.storyOpen() ? TOLD : 1) + 1); k -= 1) if (!known.has(k)) missing.push(k);
    if (!missing.length) return;
    const end = missing[0], first = Math.max(missing[missing.length - 1], end - 7); // the latest ones soon
    this.telling = true;
    try {
      for (const each of await this.source.story(first, end + 1, view)) known.set(each.at, each);
    } catch {
      return; // the picture tells what is wrong
    } finally {
      this.telling = false;
    }
    if (this.closed) return;
    this.listStory();
    this.askStory();
  }

  // Who did what; nothing of a decision made in silence.
  deed(told) { return told.name ? [make("strong", {}, this.who(told.by)), ` ${told.name}`] : []; }

  storyOpen() { return !this.tabs.get("story")[1].hidden; }

  listStory() {
    const at = this.at, known = this.toldIn(this.view), first = Math.max(1, at - TOLD + 1);
    const told = known.get(at);
    this.latest.replaceChildren(...(told ? this.deed(told) : at ? [] : ["The game begins."]));
    if (!this.storyOpen()) return;
    const items = [];
    for (let k = at; k >= first; k -= 1) {
      const told = known.get(k);
      if (!told) continue;
      for (const heading of [...told.headings].reverse()) items.push(make("li", { class: "heading" }, heading));
      if (!told.name && !told.told.length) continue;
      items.push(make("li", { class: k === at ? "latest" : "", style: `border-color:${seatColour(this.who(told.by))}` },
        told.name ? make("div", {}, make("span", { class: "number" }, `${k} `), ...this.deed(told)) : [],
        told.told.map((line) => make("div", { class: "lines" }, line))));
    }
    if (!items.length) items.push(make("li", { class: "heading" }, "The game begins."));
    this.story.replaceChildren(...items);
  }

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
  }

  showChart() {
    if (this.tabs.get("scores")[1].hidden) return;
    const points = this.points;
    if (points.length < 2) { this.chart.replaceChildren("No decisions yet."); return; }
    const W = 340, H = 220, L = 34, R = 8, T = 8, B = 24, n = points.length - 1;
    let low = Math.min(0, ...points.map((row) => Math.min(...row)));
    let high = Math.max(1, ...points.map((row) => Math.max(...row)));
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
      svg.append(draw("path", { d: path, style: `stroke:${seatColour(seat.name)}`, "stroke-dasharray": ["", "7 3", "2 3", "9 3 2 3", "5 5", "1 4"][s] || "" }));
    });
    const here = x(Math.min(n, Math.max(0, this.at)));
    svg.append(draw("line", { class: "cursor", x1: here, x2: here, y1: T, y2: H - B }));
    svg.addEventListener("click", (event) => {
      const box = svg.getBoundingClientRect();
      const at = ((event.clientX - box.left) * W / box.width - L) / (W - L - R) * n;
      this.pause();
      this.go(Math.round(at));
    });
    const rows = this.facts.seats.map((seat, s) => make("tr", {},
      make("td", {}, make("span", { style: `color:${seatColour(seat.name)}` }, ["———", "– – –", "· · ·", "–·–·", "- - -", ". . ."][s] || "———"), ` ${seat.name}`),
      make("td", { class: "number" }, plain((points[Math.max(0, this.at)] || points[n])[s]))));
    const note = this.view === null ? null : make("p", { class: "note" }, "Where a score depends on what this seat cannot see, it is an average over redealt hands.");
    this.chart.replaceChildren(svg, make("table", { "aria-label": "Scores now" }, make("tbody", {}, rows)), ...(note ? [note] : []));
  }

  showResult() {
    const result = this.facts.result;
    this.result.hidden = !(result && this.at === this.last);
    if (this.result.hidden || this.resultShown) return;
    this.resultShown = true;
    const ended = ["The game is unfinished", "The game is over", "The game was cut at the move limit"][result.over];
    const rows = this.facts.seats.map((seat, k) => [result.ranks[k], seat.name, result.scores[k]]).sort((a, b) => a[0] - b[0]);
    this.result.replaceChildren(make("h2", {}, ended),
      make("table", {}, make("tbody", {}, rows.map(([rank, name, score]) => make("tr", {},
        make("td", {}, `${rank + 1}.`), make("td", {}, name), make("td", { class: "number" }, plain(score)))))),
      ...(this.source.save ? [make("p", { class: "actions" }, make("a", { href: this.source.save, download: true }, "Save the record"))] : []));
  }
}

function ticks(low, high) {
  const rough = (high - low) / 4, power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((k) => k * power).find((size) => size >= rough);
  const found = [];
  for (let value = Math.ceil(low / step) * step; value <= high + 1e-9; value += step) found.push(Number(value.toFixed(6)));
  return found;
}
