"use strict";
// What a person is asked, and the moves that answer it: in words, on the table, by a key each.

const KEYS = "123456789qwertyuiopasdfghjklzxcvbnm";
const COACHES = [["", "off"], ["greedy", "quick"], ["ismcts:400", "strong"], ["champion", "strongest"]];
const COACH = "The coach would"; // over the moves that it puts first
const ADVISED = 3; // moves that the coach puts first
const TALL = 100; // pixels: a card that is taller does not fit into a move
const NAMED_MOVES = 5; // that a place tells in its help
const PINNED = 3; // single moves, such as to pass, that stay in view below a long list
const MANY = 8; // more moves than this can be searched

// A move's name without what its heading says.
function short(name, group) {
  return group && name.toLowerCase().startsWith(`${group.toLowerCase()} `) ? name.slice(group.length + 1) : name;
}

// What all of some names begin with, up to a comma or colon: it need not be said of each.
function beginning(names) {
  const [first, ...rest] = names;
  const ends = [...first.matchAll(/[:,] /g)].map(({ index }) => index + 2).filter((end) => rest.every((name) => name.startsWith(first.slice(0, end)) && name.length > end));
  return ends.length && first.length > ends.at(-1) ? first.slice(0, ends.at(-1)) : "";
}

// Whether a picture is of words alone, and all of them are said elsewhere, but for some that need not be said.
function inWords(picture, said, but = "") {
  const words = (text) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) || [], known = new Set(words(said));
  const written = [...picture.querySelectorAll("text")].map((text) => ` ${text.textContent}`).join("").replace(but, "").replace(/\S*…/g, ""); // a cut word stands whole elsewhere
  return !picture.querySelector("circle, ellipse, path, polygon, image, use") && words(written).every((word) => known.has(word));
}

// What all of some names end with, such as "with the bank": the heading says it.
function ending(names) {
  const [first, ...rest] = names, words = first.split(" ");
  for (let k = 1; rest.length && k < words.length - 1; k += 1) {
    const end = ` ${words.slice(k).join(" ")}`;
    if (rest.every((name) => name.endsWith(end))) return end;
  }
  return "";
}

// A key for each of so many moves: one letter, or two where there are more moves than letters.
function keysFor(count) {
  if (count <= KEYS.length) return [...KEYS].slice(0, count);
  const firsts = [...KEYS].slice(0, Math.ceil(count / KEYS.length));
  return firsts.flatMap((first) => [...KEYS].map((second) => first + second)).slice(0, count);
}

class Ask {
  // table: {source, view, facts}; `take(actions)` makes moves, `undo()` takes one back.
  constructor(table) {
    this.table = table;
    this.offered = null;
    this.typed = "";
    this.now = make("p", { class: "now", role: "status", id: "now" }, "The table is being set up …");
    this.pace = make("div", { class: "pace", hidden: true },
      make("button", { type: "button", id: "hurry", title: "On to your next decision", onclick: () => { this.table.view.hurried = true; this.table.view.play(); } }, "Skip"),
      make("label", {}, "Speed", this.speed = make("select", { id: "pace", onchange: () => this.table.view.setSpeed(this.speed.value) }, SPEEDS.map(([value, label]) => make("option", { value }, label)))));
    this.counsel = make("p", { class: "counsel", id: "counsel", role: "status", hidden: true });
    this.guide = make("div", { class: "guide", id: "guide", role: "note", hidden: true });
    this.back = make("button", { type: "button", class: "main", id: "to-move", hidden: true, onclick: () => { this.table.view.showPane("board"); this.table.view.follow(); } }, "Back to my move");
    this.takes = make("p", { class: "takes", id: "takes", hidden: true });
    this.about = make("div", { class: "about", id: "about", title: "Show it on the table", onclick: () => this.table.view.parts.reveal(this.asked?.about || [], true) });
    this.search = make("input", {
      type: "search", id: "search", placeholder: "Search the moves ( / )", "aria-label": "Search the moves", autocomplete: "off",
      oninput: () => this.list(),
      onkeydown: (event) => {
        const left = this.moves.querySelectorAll("button.move");
        if (event.key === "Enter" && left.length === 1) left[0].click();
        if (event.key === "Escape") { this.search.value = ""; this.list(); this.search.blur(); }
      },
    });
    this.listed = make("div", { class: "listed" });
    this.moves = make("div", { class: "moves" }, this.listed);
    this.dialog = make("dialog", { "aria-labelledby": "choose-title" });
    this.undoButton = make("button", { type: "button", id: "undo", disabled: true, onclick: () => this.table.undo() }, "Undo");
    this.coach = make("select", { id: "coach", "aria-label": "Coach" }, COACHES.map(([value, label]) => make("option", { value }, `Coach ${label}`)));
    this.coach.value = kept("coach", "");
    this.coach.addEventListener("change", () => { keep("coach", this.coach.value); this.advise(); });
    this.sure = this.box("confirm", "Confirm", "confirm");
    this.sure.title = "Ask before a move that cannot be taken back";
    this.always = make("div", { class: "always" });
    this.came = make("button", { type: "button", class: "came", id: "came", disabled: true, onclick: () => this.tellAll() }, make("span", {}));
    this.more = make("p", { class: "below", id: "below", hidden: true, "aria-hidden": "true" }, "▾ more below");
    this.tools = make("div", { class: "tools" }, this.undoButton, this.coach, this.sure, this.search);
    this.element = make("section", { class: "ask sheet", "aria-label": "Your move" },
      this.now, this.pace, this.back, this.takes, this.came, this.guide, this.about, this.counsel, this.moves, this.more, this.tools, this.always, this.dialog);
    for (const box of [this.element, this.listed]) box.addEventListener("scroll", () => this.hintMore(), { passive: true });
    this.watch = new ResizeObserver(() => this.hintMore());
    for (const box of [this.element, this.listed, this.came]) this.watch.observe(box);
    this.key = (event) => this.pressed(event);
    document.addEventListener("keydown", this.key);
  }

  // A setting that the browser remembers.
  box(id, label, name, changed, yes = "yes") {
    const input = make("input", { type: "checkbox", id, onchange: () => { keep(name, input.checked ? yes : "no"); changed?.(); } });
    input.checked = kept(name, "no") !== "no";
    return make("label", {}, input, ` ${label}`);
  }

  // Make moves; first ask, if wanted, where they cannot be taken back. `across`: they answer several questions.
  async make(actions, across = false) {
    const asked = this.asked;
    if (this.sure.firstElementChild.checked) {
      let why = "";
      try { ({ why } = await this.table.source.lasting(actions)); } catch (error) { this.table.source.failed(error); return; }
      if (this.asked !== asked) return;
      if (why) { this.confirm(actions, across); return; }
    }
    this.table.take(actions, across);
  }

  confirm(actions, across) {
    const name = [...this.all(), ...this.asked.ways].find((move) => String(move.actions) === String(actions))?.name;
    this.dialog.replaceChildren(make("h2", { id: "choose-title" }, "This cannot be taken back"), make("p", {}, name || "Several steps."),
      make("div", { class: "choices" },
        make("button", { type: "button", class: "main", id: "sure", onclick: () => { this.dialog.close(); this.table.take(actions, across); } }, "Do it"),
        make("button", { type: "button", class: "quiet", onclick: () => this.dialog.close() }, "Cancel")));
    this.dialog.showModal();
  }

  // Moves that are hardly a choice are made by themselves, if wanted. What was wanted can be given up at any question.
  showRoutine() {
    const prefix = `always.${this.table.facts.id}.`, wanted = keptUnder(prefix);
    const moves = (this.asked?.routine || []).map((action) => this.all().find((move) => move.action === action)).filter(Boolean);
    const kind = (move) => `${prefix}${this.asked.always[move.action].kind}`; // its name may be another one at each question
    const now = new Map(moves.map((move) => [kind(move), this.asked.always[move.action].words])), shown = new Map([...now, ...wanted, ...now]); // this question's first
    this.always.replaceChildren(...[...shown].map(([name, label], k) => this.box(`always-${k}`, `Always: ${label}`, name, () => this.routine(), label)));
    return moves.find((move) => wanted.has(kind(move)));
  }

  routine() {
    const move = this.asked && this.showRoutine(), at = `${this.table.facts.moves}:${this.table.facts.undone}`;
    if (!move || this.tried === at) return false; // what was refused once is not tried again
    this.tried = at;
    this.table.take([move.action], false, true);
    return true;
  }

  close() { document.removeEventListener("keydown", this.key); this.watch.disconnect(); }

  // On a narrow page all of this is scrolled, else the moves, and there may be no bar that shows it.
  hintMore() {
    const { scrollTop, clientHeight, scrollHeight } = innerWidth >= NARROW ? this.listed : this.element;
    this.more.hidden = scrollTop + clientHeight > scrollHeight - 24;
    const news = this.came.firstChild, line = parseFloat(getComputedStyle(news).lineHeight);
    if (news.clientHeight > this.came.clientHeight + 2) news.style.webkitLineClamp = Math.max(1, Math.floor((this.came.clientHeight + 2) / line)); // what is cut says so
  }

  // `pace`: what follows is shown by itself, at a speed that can be chosen here.
  say(text, more, pace = false) {
    this.now.replaceChildren(text, ...(more ? [" ", make("small", {}, more)] : []));
    this.pace.hidden = !pace;
    this.back.hidden = true;
    this.speed.value = this.table.view.speed.value;
  }

  // What happened since the own last move: a line of fixed height, and all of it on demand.
  // told: as in the log; nothing of it where there is nothing more to tell.
  news(words, told = []) {
    this.came.firstChild.replaceChildren(...words);
    this.came.firstChild.style.webkitLineClamp = "";
    this.came.disabled = !told.length;
    this.came.title = told.length ? "All of it" : "";
    this.told = told;
  }

  tellAll() {
    this.dialog.replaceChildren(make("h2", { id: "choose-title" }, "Since your last move"),
      make("ol", { class: "story", onclick: (event) => { if (event.target.closest("button")) this.dialog.close(); } }, this.told.map((each) => this.table.view.storyItem(each))),
      make("div", { class: "choices" }, make("button", { type: "button", class: "main", onclick: () => this.dialog.close() }, "Back to the game")));
    this.dialog.showModal();
    this.dialog.scrollTop = 0;
  }

  // ---- offering

  // null: nothing to choose now.
  offer(asked) {
    const fresh = asked && asked !== this.asked;
    this.asked = asked;
    this.offered = asked ? asked.groups : null;
    if (fresh) { this.table.view.section.classList.remove("reading"); this.advice = null; this.search.value = ""; this.typed = ""; this.counts = {}; this.minor = false; this.number(); }
    this.tools.hidden = this.always.hidden = !asked;
    this.takes.textContent = `Whatever you choose: ${asked?.takes}`;
    this.takes.hidden = !asked?.takes;
    this.search.hidden = new Set(this.all().map(({ action }) => action)).size <= MANY;
    if (!asked) this.table.view.markPanes([]);
    if (fresh && this.routine()) return;
    if (asked) this.allow(asked.undo);
    const { section } = this.table.view, sight = `${innerWidth >= NARROW}:${section.dataset.pane}`;
    if (fresh || !asked || sight !== this.sight) { this.list(); this.showAbout(); } // else a button would be exchanged under the finger
    this.sight = sight;
    this.mark();
    if (asked) this.showHints(asked.hints);
    if (fresh) {
      this.advise();
      const { view, facts } = this.table, places = [...this.all().flatMap((move) => move.places), ...asked.ways.map((way) => way.place)];
      view.parts.goBack();
      view.hurried = false;
      if (!this.seen || facts.since <= facts.moves) view.parts.bring(view.shown.home, true); // first of all one's own pieces
      this.seen = true;
      view.parts.bring(asked.about);
      view.parts.bring(places);
      if (innerWidth >= NARROW) view.parts.reveal(places, false);
      view.markPanes(places);
      this.lookAtCards();
      this.showAbout(); // the board has moved
    }
  }

  // Hints of a guided game: the one for this position, and those before to read again.
  showHints(hints) {
    this.guide.hidden = !hints?.told.length;
    if (this.guide.hidden) return;
    const { told, of, here } = hints, last = told.length - 1;
    const before = here ? told.slice(0, last) : told;
    this.guide.replaceChildren(
      ...(here ? [make("p", { id: "hint" }, make("strong", {}, `Step ${told.length} of ${of} `), told[last])] : []),
      ...(before.length ? [make("details", {}, make("summary", {}, `Earlier steps: ${before.length} of ${of}`), make("ol", {}, before.map((words) => make("li", {}, words))))] : []));
  }

  allow(undo) {
    this.undoButton.disabled = undo !== "";
    this.undoButton.title = undo || "Take your last move back ( Backspace )";
  }

  all() { return (this.offered || []).flatMap((group) => group.moves); }

  number() {
    const all = this.all().sort((a, b) => Number(a.minor) - Number(b.minor)), keys = keysFor(all.length);
    all.forEach((move, k) => { move.key = keys[k]; });
  }

  showAbout() {
    const names = this.asked ? this.asked.about : [];
    const most = Math.min(300, this.element.clientWidth - 30);
    const wide = innerWidth >= NARROW, { parts } = this.table.view; // then the own mat is beside the moves
    const inSight = (place) => place?.closest(wide ? ".mine" : ".canvas") && parts.inView(place); // or, on a narrow page, below them
    const away = names.filter((name) => !inSight(parts.place(name)));
    const copies = away.map((name) => [name, parts.copy(name, most)]).filter(([, copy]) => copy && !this.repeats(copy));
    this.about.replaceChildren(...copies.map(([name, copy]) => make("span", { "data-spot": name, "data-name": [...copy.querySelectorAll("text")].map((text) => text.textContent).join(" ") }, copy)));
  }

  // Whether a picture says no more than the question, or of an offer that is still to be made.
  repeats(copy) {
    const words = [...copy.querySelectorAll("text")].map((text) => text.textContent).join(" ").toLowerCase();
    const asked = this.asked.question.toLowerCase(), { hand } = this.table.view.parts;
    if (hand.getClientRects().length && inWords(copy, hand.textContent, / 0 \S+/g)) return true; // the line above says what there is
    return words !== "" && (/\bnothing (yet|for nothing)$/.test(words) || words.endsWith(asked) || asked.includes(words));
  }

  // On a narrow page the card that a move is about may lie on a part that is not shown: the move shows it.
  card(move) {
    const [name] = move.places, same = this.all().filter(({ places }) => places[0] === name);
    const kind = this.offered.find(({ moves }) => moves.includes(move)).group;
    if (innerWidth >= NARROW || !kind || same.length > 1 || this.all().length > MANY) return [];
    const { parts } = this.table.view, place = parts.place(name);
    if (!place?.closest(".mine, .market") || place.getClientRects().length) return [];
    const most = this.element.clientWidth - 40, copy = parts.copy(name, most), words = wordsOf(place);
    if (!copy?.querySelector("text") || parts.breadth(name) > most) return []; // nothing in words, or a whole mat
    const title = words.split(": ")[0], said = `${move.name} ${words}`, rest = words.slice(title.length + 2), more = move.name.includes(title) ? rest : words;
    const small = more && !move.name.includes((rest || more).replace(/\.$/, "")) ? [make("small", { class: "about-card" }, more)] : [];
    return words && inWords(copy, said) ? small : [copy, ...(move.takes || this.written([copy], words) ? [] : small)];
  }

  // Cards that are too large for this are looked at where they lie, until the next question.
  lookAtCards() {
    const { view } = this.table, large = this.all().find((move) => this.card(move)[0]?.getAttribute("height") > TALL);
    const pane = large && view.parts.place(large.places[0]).closest(".pane").dataset.pane;
    const back = this.lent;
    this.lent = pane ? back || view.section.dataset.pane : null;
    if (pane || back) view.showPane(pane || back);
  }

  list() {
    const word = this.search.value.trim().toLowerCase();
    const fits = (group, move) => `${group} ${move.name}`.toLowerCase().includes(word);
    const form = this.asked?.form && !word ? this.asked.form : null;
    const apart = new Set([...(this.advice || []).map((each) => each.action), ...(form ? form.moves : [])]);
    const left = (this.offered || []).map(({ group, moves }) => [group, moves.filter((move) => fits(group, move) && !apart.has(move.action))]);
    const hidden = this.minor || word ? 0 : left.flatMap(([, moves]) => moves).filter((move) => move.minor).length;
    const groups = left.map(([group, moves]) => [group, moves.filter((move) => !hidden || !move.minor)]).filter(([, moves]) => moves.length);
    const best = (this.advice || []).flatMap((each) => this.all().filter((move) => move.action === each.action && fits("", move)));
    const named = groups.filter(([group]) => group);
    if (named.length === 1) named[0][0] = ""; // the question says it
    if (best.length) {
      if (groups.length && !groups[0][0]) groups[0][0] = "Or";
      groups.unshift([COACH, best]);
    }
    const single = form ? this.all().filter((move) => form.moves.includes(move.action) && !best.includes(move)) : [];
    const shown = ([group, moves]) => {
      const end = group && group !== COACH && moves.every(({ name }) => short(name, group) !== name) ? ending(moves.map(({ name }) => short(name, group))) : "";
      return make("section", { class: "group" }, group ? make("h3", {}, end ? `${group} …${end}` : group) : null, make("div", {}, moves.map((move) => this.button(move, group, end))));
    };
    const there = !word && this.asked?.ways.length && this.all().length > MANY;
    const pinned = innerWidth >= NARROW && !best.length && groups.length > 1 && !groups.at(-1)[0] && groups.at(-1)[1].length <= PINNED ? groups.pop() : null;
    this.listed.replaceChildren(...(there ? [make("p", { class: "note", id: "there" }, "Choose the place on the board, or here:")] : []), ...(form ? [this.form(), this.sending()] : []), ...groups.map(shown),
      ...(single.length ? [make("details", { class: "single" }, make("summary", {}, "One at a time"), shown(["", single]))] : []),
      ...(hidden ? [make("button", { type: "button", class: "quiet", id: "minor", onclick: () => { this.minor = true; this.list(); } }, `${hidden} more that hardly differ`)] : []));
    this.moves.replaceChildren(this.listed, ...(pinned ? [shown(pinned)] : []));
    if (innerWidth >= NARROW) this.listed.after(this.more); else this.element.append(this.more);
    this.hintMore();
    if (this.offered && !groups.length && !form) this.moves.replaceChildren(make("p", { class: "note" }, "No move has these words."));
  }

  // Whether a card has these words on it.
  written([card], words) {
    const bare = (text) => text.replace(/\s+/g, "");
    return Boolean(card) && bare(card.textContent).includes(bare(words));
  }

  // `end`: what the heading says of how its name ends.
  button(move, group, end = "") {
    const card = this.card(move);
    const light = (on) => () => {
      for (const name of move.places) {
        for (const spot of document.querySelectorAll(`.spot[data-spot="${CSS.escape(name)}"]`)) spot.classList.toggle("lit", on);
      }
    };
    return make("button", {
      type: "button", class: "move", "data-name": move.name, "data-spot": move.places[0], "data-action": move.action, "data-actions": move.actions, "aria-keyshortcuts": move.key, onclick: () => this.make(move.actions, true),
      onmouseenter: light(true), onmouseleave: light(false), onfocus: light(true), onblur: light(false),
    }, make("kbd", { "aria-hidden": "true" }, move.key), make("span", {}, ...this.said(move.name, group, end), ...(move.takes && !this.written(card, move.takes) ? [make("small", { class: "takes" }, move.takes)] : []), ...this.figures(move, group)), ...card);
  }

  // How good the coach thinks a move is.
  figures(move, group) {
    const row = group === COACH && this.advice.find((each) => each.action === move.action);
    if (!row) return [];
    const words = row.chance === null ? figuresOf(row).join(", ") : `wins ${Math.round(100 * row.chance)} %, it thinks`;
    return [make("small", { class: "figures" }, ` ${words}`)];
  }

  // What the heading says is heard with each move, and not seen.
  said(name, group, end) {
    const rest = short(name, group), heard = (words) => (words ? [make("span", { class: "heard" }, words)] : []);
    return [...heard(name.slice(0, name.length - rest.length)), rest.slice(0, rest.length - end.length), ...heard(end)];
  }

  // ---- the coach

  async advise() {
    const asked = this.asked, spec = this.coach.value;
    this.advice = null;
    const choice = asked && this.all().length > 1;
    this.counsels(!asked || !spec ? "" : choice ? "The coach is thinking …" : "The coach: there is one move.");
    if (!asked || !spec || !choice) { this.list(); return; }
    const { view } = this.table;
    try {
      const answer = await this.table.source.study(view.at, view.view, [spec]);
      if (this.asked !== asked || this.coach.value !== spec) return;
      const [opinion] = answer.opinions;
      this.counsels(opinion.rows.length ? "" : `The coach would: ${opinion.choice}`);
      const rows = [...opinion.rows].sort((a, b) => b.choice - a.choice || b.bar - a.bar);
      this.advice = rows.slice(0, Math.min(ADVISED, Math.ceil(this.all().length / 2)));
      this.list();
    } catch (error) {
      if (this.asked === asked) this.counsels("The coach has no answer.");
      this.table.source.failed(error);
    }
  }

  counsels(words) {
    this.counsel.textContent = words;
    this.counsel.hidden = !words;
  }

  // ---- a form: several small moves at once, such as the cards of an offer

  form() {
    const { groups } = this.asked.form;
    const line = (move, group) => {
      const count = make("output", {}, String(this.counts[move.action] || 0));
      const change = (by) => () => {
        if (by > 0 && this.counted() === this.asked.form.wanted?.[1]) return;
        this.counts[move.action] = Math.max(0, Math.min(move.most, (this.counts[move.action] || 0) + by));
        count.textContent = this.counts[move.action];
        this.showChosen();
      };
      return make("li", {}, make("button", { type: "button", "aria-label": `less: ${move.name}`, onclick: change(-1) }, "−"), count,
        make("button", { type: "button", "aria-label": `more: ${move.name}`, onclick: change(1) }, "+"), make("span", {}, short(move.name, group), group === groups[0].group ? make("small", {}, ` of ${move.most}`) : null));
    };
    return make("div", { class: "form", id: "form" },
      make("div", { class: "columns" }, groups.map(({ group, moves }) => make("div", {}, group ? make("h3", {}, group) : null, make("ul", {}, moves.map((move) => line(move, group)))))));
  }

  // How many moves are counted in the form.
  counted() {
    return this.asked.form.groups.flatMap(({ moves }) => moves).reduce((sum, move) => sum + (this.counts[move.action] || 0), 0);
  }

  // Why what is counted cannot be done; "" if it can.
  lacking() {
    const { wanted, end } = this.asked.form, count = this.counted();
    const [least, most] = wanted || [end === null ? 1 : 0, Infinity];
    if (count >= least) return "";
    return `Choose ${least}${most === least ? "" : " or more"} with +: ${least - count} missing`;
  }

  // What was counted in the form or is missing, and the button that makes these moves; below all that can be added.
  sending() {
    const { end, wanted } = this.asked.form;
    this.chosen = make("p", { class: "chosen", id: "chosen", role: "status" });
    this.sender = make("button", { type: "button", class: "main", id: "form-send", disabled: true, onclick: () => {
      this.make(end === null ? this.chosenMoves() : [...this.chosenMoves(), end]);
    } }, end === null || wanted ? "Do it" : "Send it");
    this.showChosen();
    return make("div", { class: "sending" }, this.chosen, this.sender);
  }

  // The moves that the form counts, and those that were counted, each as often.
  formMoves() { return this.asked?.form ? this.asked.form.groups.flatMap((group) => group.moves) : []; }
  chosenMoves() { return this.formMoves().flatMap((move) => Array(this.counts[move.action] || 0).fill(move.action)); }

  // What would be sent, and whether it may be: the rules are asked before, so that nothing is refused.
  async showChosen() {
    const { chosen, sender, asked } = this, { end } = asked.form, actions = this.chosenMoves(), why = this.lacking();
    const moves = this.formMoves().filter((move) => this.counts[move.action]);
    const say = (words, legal) => { chosen.textContent = words; chosen.hidden = !words; sender.disabled = !legal; };
    const counted = moves.map((move) => `${move.name}${this.counts[move.action] > 1 ? ` (${this.counts[move.action]} times)` : ""}`).join("; ");
    if (why || !actions.length) { say([counted ? `Not done yet: ${counted}` : "", why].filter(Boolean).join(". "), false); if (why || end === null) return; }
    sender.disabled = true;
    try {
      const { legal, words, refused } = await this.table.source.trial(actions, end);
      if (this.asked !== asked || this.sender !== sender || String(actions) !== String(this.chosenMoves())) return;
      if (!actions.length && !legal) { say("Choose with + what changes hands.", false); return; }
      const wrong = moves.find(({ action }) => action === refused);
      say(legal ? sentence(words || counted) : wrong ? `The rules do not allow this together: ${counted}` : `Not done yet: ${counted}`, legal);
    } catch (error) { this.table.source.failed(error); }
  }

  // ---- on the table

  mark() {
    for (const old of document.querySelectorAll(".part .spots")) old.remove();
    if (!this.offered) return;
    const at = new Map();
    const add = (name, choice) => at.set(name, [...(at.get(name) || []), choice]);
    for (const move of this.all()) for (const name of move.places) add(name, move);
    const { parts } = this.table.view;
    for (const way of this.asked.ways) { // to rest there, in as many steps as it takes
      if (way.piece && parts.holds(way.piece, way.place)) continue; // a round trip
      const others = (at.get(way.place) || []).filter(({ actions }) =>
        (actions.length > 1 || actions[0] !== way.actions[0]) && String(actions) !== String(way.actions));
      at.set(way.place, [...others, way]);
    }
    const found = [];
    const lying = new Map(); // places that cover each other are one
    for (const [name, choices] of at) {
      const place = parts.place(name), svg = place?.ownerSVGElement;
      if (!svg || !place.getClientRects().length) continue;
      const { x, y, width, height } = place.getBoundingClientRect();
      const key = [x, y, width, height].map(Math.round).join(), same = lying.get(key);
      if (same) { same.push(...choices.filter((each) => !same.includes(each))); continue; }
      lying.set(key, choices);
      found.push([width * height, name, choices, place, svg]);
    }
    found.sort((a, b) => b[0] - a[0]); // small places lie above large ones
    const room = spacing(found.map(([, , , place]) => place));
    for (const [, name, choices, place, svg] of found) {
      const told = wordsOf(place);
      const more = choices.length > NAMED_MOVES ? `; and ${choices.length - NAMED_MOVES} more` : "";
      const names = choices.length === 1 ? [choices[0].name, choices[0].takes].filter(Boolean).join(": ") : `${choices.length} moves: ${choices.slice(0, NAMED_MOVES).map((each) => each.name).join("; ")}${more}`;
      const label = told ? `${names}\n${told}` : names;
      const asks = choices.length === 1 && this.playsCard(choices[0], name);
      const act = () => this.choose(choices, asks);
      const goes = choices.filter(({ actions }) => actions.length === 1 && this.asked.ways.some((way) => way.actions[0] === actions[0])).map(({ action }) => action);
      const kind = asks ? "spot far card" : choices.every(({ actions }) => actions.length > 1) ? "spot far" : goes.length ? "spot from" : "spot";
      const spot = marked(svg, place, { class: kind, "data-spot": name, tabindex: 0, role: "button", "aria-label": label }, room);
      if (goes.length) {
        spot.addEventListener("pointerdown", (event) => this.drag(event, goes, at));
        spot.addEventListener("touchmove", (event) => event.preventDefault(), { passive: false }); // a finger moves the piece, not the board
      }
      spot.addEventListener("click", act);
      spot.addEventListener("keydown", (event) => {
        if (event.key === "Enter" || event.key === " ") { event.preventDefault(); act(); }
      });
      (svg.querySelector(":scope > .spots") || layer(svg, "spots")).append(spot);
    }
  }

  // A piece is dragged to where it is to go: of the moves there, those count that begin with this piece.
  drag(event, goes, at) {
    if (event.button !== 0) return;
    event.stopPropagation(); // the board stays where it is
    const { clientX, clientY } = event, svg = event.target.ownerSVGElement, end = new AbortController();
    const fit = (spot) => (at.get(spot?.dataset.spot) || []).filter(({ actions }) => actions.length > 1 && goes.includes(actions[0]));
    const under = (there) => document.elementFromPoint(there.clientX, there.clientY)?.closest(".spot");
    const point = (x, y) => new DOMPoint(x, y).matrixTransform(svg.getScreenCTM().inverse());
    const from = point(clientX, clientY), line = draw("line", { class: "course", x1: from.x, y1: from.y, x2: from.x, y2: from.y });
    const listen = (name, act) => addEventListener(name, act, { signal: end.signal });
    const stop = () => { end.abort(); line.remove(); };
    listen("pointermove", (there) => {
      if (Math.hypot(there.clientX - clientX, there.clientY - clientY) < 6) return;
      const to = point(there.clientX, there.clientY);
      if (!line.isConnected) svg.append(line);
      line.setAttribute("x2", to.x);
      line.setAttribute("y2", to.y);
      line.classList.toggle("fits", fit(under(there)).length > 0);
    });
    listen("pointercancel", stop);
    listen("pointerup", (there) => {
      const choices = fit(under(there));
      if (line.isConnected) this.swallow();
      stop();
      if (choices.length) this.choose(choices);
    });
  }

  // What ends a drag is no click, also where it ends on the piece itself.
  swallow() {
    const end = new AbortController();
    addEventListener("click", (event) => event.stopPropagation(), { capture: true, signal: end.signal });
    setTimeout(() => end.abort());
  }

  // Whether a move begins with a card of the hand, and a place elsewhere would play it.
  playsCard({ actions }, name) {
    const first = this.all().find((move) => move.action === actions[0])?.places[0];
    return actions.length > 1 && first !== name && /^hand-/.test(first);
  }

  choose(choices, asks = false) {
    if (choices.length === 1 && !asks) { this.make(choices[0].actions, true); return; }
    const begun = choices.length > 1 ? beginning(choices.map(({ name }) => name)) : "";
    const title = asks ? "Play this card?" : begun ? sentence(begun.slice(0, -2)) : this.asked.question;
    this.dialog.replaceChildren(make("h2", { id: "choose-title" }, title),
      make("div", { class: "choices" },
        choices.map((each) => make("button", { type: "button", onclick: () => { this.dialog.close(); this.make(each.actions, true); } }, each.name.slice(begun.length), ...(each.takes ? [make("small", { class: "takes" }, each.takes)] : []))),
        make("button", { type: "button", class: "quiet", onclick: () => this.dialog.close() }, "Cancel")));
    this.dialog.showModal();
  }

  // ---- keys

  pressed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || inControl(event)) return;
    if (event.key === "/") { event.preventDefault(); this.search.hidden = false; this.search.focus(); return; }
    if (event.key === "Backspace") { event.preventDefault(); if (!this.undoButton.disabled) this.table.undo(); return; }
    if (!this.offered || event.key.length !== 1) return;
    this.typed += event.key.toLowerCase();
    const fits = this.all().filter((move) => move.key.startsWith(this.typed));
    if (!fits.length) { this.typed = ""; return; }
    event.preventDefault();
    if (fits[0].key === this.typed) { this.typed = ""; this.make(fits[0].actions, true); }
  }
}
