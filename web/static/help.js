"use strict";
// What things on the table are and do: in words, with the ids of the rules. Rules as a page, and a glossary.

const HOVER = 450; // milliseconds that a mouse rests on a thing
const PRESS = 500; // and a finger
const MOST_RULES = 4; // beside a thing: more would cover the table
const NAMED = /^([A-Z][^:(]{2,40}): /; // a rule about one card begins with its name

class Help {
  // facts: {rules, things} of the server; without them only what stands on the table is told
  constructor(facts) {
    this.rules = new Map((facts?.rules || []).map((rule) => [rule.id, rule]));
    this.things = (facts?.things || []).map((thing) => ({ ...thing, fits: thing.places.map(globbed) }));
    this.cards = (facts?.rules || []).filter((rule) => NAMED.test(rule.words)).map((rule) => [NAMED.exec(rule.words)[1], rule]);
  }

  // {name, words, rules} of a place in the picture.
  of(place) {
    const at = place.dataset.at || "", drawn = place.textContent;
    const found = this.things.filter((thing) => thing.fits.some((fit) => fit.test(at)));
    const rules = new Set(this.cards.filter(([name]) => drawn.includes(name)).map(([, rule]) => rule));
    const others = new Set(this.cards.map(([, rule]) => rule)); // what is said of one card does not go with another
    const named = [...rules];
    for (const thing of found) for (const id of thing.rules) if (!others.has(this.rules.get(id)) || !named.length) rules.add(this.rules.get(id));
    return { name: found[0]?.name || "", words: wordsOf(place), rules: [...rules] };
  }
}

function globbed(glob) {
  const parts = glob.split("*").map((part) => part.replace(/[.+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${parts.join(".*")}$`);
}

// What is known of a thing on the table in words: what it does, and its texts that were cut.
function wordsOf(place) {
  const told = [...place.querySelectorAll("desc")].map((each) => each.textContent);
  for (let up = place.parentElement; up && up.tagName !== "svg"; up = up.parentElement) {
    const words = up.querySelector(":scope > desc");
    if (words) told.push(words.textContent);
  }
  return [...new Set(told)].join("\n");
}

function ruleItems(rules) {
  return make("ul", { class: "rules" }, rules.map((rule) => make("li", {}, make("small", {}, rule.id), ` ${rule.words}`)));
}

// Help beside a thing that a mouse rests on, a finger presses long, a click hits, or the keyboard comes to.
class Tip {
  constructor(section, parts, help = new Help()) {
    this.parts = parts;
    this.help = help;
    this.box = make("div", { class: "tip", role: "status", hidden: true });
    section.append(this.box);
    let from = null;
    const later = (event, delay) => {
      clearTimeout(this.timer);
      const thing = this.thing(event.target);
      if (thing) this.timer = setTimeout(() => { this.pressed = event.pointerType === "touch"; this.show(thing, event); }, delay);
    };
    section.addEventListener("pointerdown", (event) => {
      from = event;
      this.pressed = false;
      this.hide();
      if (event.pointerType === "touch") later(event, PRESS);
    }, true); // first of all: a piece that can be dragged keeps the event to itself
    section.addEventListener("pointermove", (event) => {
      if (event.pointerType === "touch") {
        if (from && Math.hypot(event.clientX - from.clientX, event.clientY - from.clientY) > 8) clearTimeout(this.timer);
      } else if (!event.buttons && this.thing(event.target) !== this.shown) {
        this.hide();
        later(event, HOVER);
      }
    });
    for (const end of ["pointerup", "pointercancel"]) section.addEventListener(end, () => clearTimeout(this.timer));
    section.addEventListener("pointerleave", (event) => { if (event.pointerType !== "touch") this.hide(); });
    section.addEventListener("wheel", () => this.hide(), { passive: true });
    // A long press is no click.
    section.addEventListener("click", (event) => {
      if (this.pressed && event.pointerType === "touch" && event.target.closest("[data-spot]")) { event.preventDefault(); event.stopPropagation(); }
    }, true);
    section.addEventListener("click", (event) => {
      const moved = from && Math.hypot(event.clientX - from.clientX, event.clientY - from.clientY) > 6;
      const thing = this.thing(event.target);
      if (thing && !moved && !event.target.closest("[data-spot]")) this.show(thing, event);
    });
    section.addEventListener("contextmenu", (event) => {
      const thing = this.thing(event.target);
      if (!thing) return;
      event.preventDefault();
      this.show(thing, event);
    });
    section.addEventListener("focusin", (event) => {
      const thing = event.target.matches(":focus-visible") && this.thing(event.target);
      if (thing) { const { left, right, top } = thing.getBoundingClientRect(); this.show(thing, { clientX: (left + right) / 2, clientY: top }); }
    });
    section.addEventListener("focusout", () => { if (!this.pressed) this.hide(); }); // a press takes the focus away
    section.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.hide();
      const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
      if (step && event.target.matches(".part [data-at]")) { event.preventDefault(); event.stopPropagation(); this.walk(event.target, step); }
    });
  }

  thing(target) { return target.closest?.(".spot, button.move[data-spot], .about [data-spot], .part [data-at]") || target.closest?.(".part text") || null; }

  // Each part of the table is one stop of the Tab key; arrows go from thing to thing in it.
  reach() {
    for (const svg of document.querySelectorAll(".part > svg.astrarium")) {
      const first = svg.querySelector("[data-at]");
      if (first) this.stop(first);
    }
  }

  stop(place) {
    place.setAttribute("tabindex", "0");
    place.setAttribute("role", "img");
    place.setAttribute("aria-label", this.label(place));
  }

  label(place) {
    const texts = [...place.querySelectorAll("text")].map((text) => text.textContent);
    return [this.help.of(place).name, ...texts].filter(Boolean).join(", ") || place.dataset.at.replaceAll("-", " ");
  }

  walk(from, step) {
    const places = [...from.closest("svg").querySelectorAll("[data-at]")];
    const next = places[(places.indexOf(from) + step + places.length) % places.length];
    from.setAttribute("tabindex", "-1");
    this.stop(next);
    next.focus();
    next.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  hide() {
    clearTimeout(this.timer);
    this.box.hidden = true;
    this.shown = null;
  }

  show(thing, { clientX, clientY }) {
    const spot = thing.matches("[data-spot]"), place = spot ? document.querySelector(`.part [data-at="${CSS.escape(thing.dataset.spot)}"]`) : thing;
    const { name, words, rules } = place ? this.help.of(place) : { rules: [] };
    const lines = [spot ? thing.dataset.name || thing.getAttribute("aria-label").split("\n")[0] : "", words].filter((line) => line && line !== name);
    if (!name && !lines.length && !rules.length) return;
    const away = thing.matches("button") && place && !this.parts.inView(place) && this.parts.copy(thing.dataset.spot, 260); // what is not to be seen is shown
    this.box.replaceChildren(...(away ? [away] : []), ...(name ? [make(words ? "small" : "strong", {}, name)] : []), ...lines.map((line) => make("p", {}, line)), ...(rules.length ? [ruleItems(rules.slice(0, MOST_RULES))] : []),
      ...(rules.length > MOST_RULES ? [make("p", { class: "note" }, `${rules.length - MOST_RULES} more under Rules`)] : []));
    this.box.hidden = false;
    this.shown = thing;
    const { width, height } = this.box.getBoundingClientRect(), above = clientY - height - 14;
    const beside = thing.getBoundingClientRect().left - width - 12; // other moves are not covered
    if (thing.matches("button") && beside > 0) {
      this.box.style.left = `${beside}px`;
      this.box.style.top = `${Math.max(6, Math.min(clientY - 20, innerHeight - height - 6))}px`;
      return;
    }
    this.box.style.left = `${Math.max(6, Math.min(clientX - width / 2, innerWidth - width - 6))}px`;
    this.box.style.top = `${above > 6 ? above : Math.max(6, Math.min(clientY + 18, innerHeight - height - 6))}px`;
  }
}

// ---- the rules as a page

function rulesBody(facts) {
  const help = new Help(facts), search = make("input", { type: "search", class: "rules-search", placeholder: "Search the rules", "aria-label": "Search the rules", autocomplete: "off" });
  const listed = make("div", {});
  const list = () => {
    const word = search.value.trim().toLowerCase();
    const sections = grouped(facts.rules);
    const blocks = [...sections].map(([section, rules]) => [section, rules.filter((rule) => !word || `${rule.id} ${rule.words}`.toLowerCase().includes(word))]).filter(([, rules]) => rules.length);
    listed.replaceChildren(...blocks.map(([section, rules]) => make("details", { class: "section", open: Boolean(word) }, make("summary", {}, section), ruleItems(rules))));
    if (!blocks.length) listed.replaceChildren(make("p", { class: "note" }, "No rule has these words."));
  };
  search.addEventListener("input", list);
  list();
  const short = facts.digest.split(/\n\n+/).slice(1).map((text) => make("p", { class: "short" }, text));
  const words = facts.things.map((thing) => [make("dt", {}, thing.name), make("dd", {}, ruleItems(thing.rules.map((id) => help.rules.get(id))))]);
  return [make("h3", {}, "In short"), ...(short.length ? short : [make("p", { class: "short" }, facts.digest)]),
    ...(words.length ? [make("details", { class: "section glossary" }, make("summary", {}, "Glossary"), make("dl", {}, words.flat()))] : []),
    ...(facts.rules.length ? [make("h3", {}, "All rules"), search, listed] : [])];
}

function grouped(rules) {
  const sections = new Map();
  for (const rule of rules) sections.set(rule.section, [...(sections.get(rule.section) || []), rule]);
  return sections;
}

async function rulesPage(name) {
  const game = about.games.find((each) => each.name === name) || about.games.find((each) => each.name === kept("game", "")) || about.games[0];
  const facts = await ask(`api/rules/${game.name}`);
  const links = make("p", { class: "lead games" }, about.games.map((each) => make("a", { href: `#rules/${each.name}`, "aria-current": each === game ? "page" : null }, each.title)));
  page.replaceChildren(make("div", { class: "page" }, make("h2", {}, `The rules of ${game.title}`), links, make("div", { class: "sheet rules-page" }, rulesBody(facts))));
}
