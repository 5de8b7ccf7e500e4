"use strict";
// A game that this very page holds.

async function unpacked(text) {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return JSON.parse(await new Response(stream).text());
}

class OfflineSource {
  constructor(facts, data) {
    this.facts = facts;
    this.lines = data.lines;
    this.quick = true;
    this.views = data.views;
    // Pictures were written one after the other, and each says how it differs from the one before.
    this.order = facts.views.flatMap((view) => this.part(view).pictures);
    this.cursor = { order: -1, numbers: [] };
    this.marks = new Map();
  }

  picture(nth) {
    const step = 50; // whole pictures kept now and then make going back quick
    let from = nth - (nth % step);
    while (from > 0 && !this.marks.has(from)) from -= step;
    let numbers = from > 0 ? this.marks.get(from) : null;
    let at = from > 0 ? from : -1;
    if (this.cursor.order <= nth && this.cursor.order > at) { at = this.cursor.order; numbers = this.cursor.numbers; }
    numbers = numbers ? numbers.slice() : [];
    while (at < nth) {
      at += 1;
      const [head, dropped, fresh] = this.order[at];
      numbers.splice(head, dropped, ...fresh);
      if (at % step === 0) this.marks.set(at, numbers.slice());
    }
    this.cursor = { order: nth, numbers };
    return this.table(numbers.map((number) => this.lines[number]));
  }

  // Of each part first what it is and how many lines it has, then its picture; before all, how the game stands.
  table(lines) {
    const parts = [];
    for (let k = 1; k < lines.length;) {
      const part = JSON.parse(lines[k]), end = k + 1 + part.svg;
      parts.push({ ...part, svg: lines.slice(k + 1, end).join("\n") });
      k = end;
    }
    return { headline: JSON.parse(lines[0]), parts };
  }

  part(view) { return this.views[view === null ? "all" : view]; }

  async frame(at, view) {
    const nth = this.facts.views.indexOf(view) * (this.facts.moves + 1) + at, { to_act } = this.part(view);
    return { at, ...this.picture(nth), seat: to_act[at], by: at ? to_act[at - 1] : null };
  }

  async story(from, to, view) {
    return this.part(view).decisions.slice(from - 1, to - 1).map((told, k) => ({ at: from + k, ...told }));
  }

  async scores(view) { return this.part(view).scores; }
}

async function beginOffline() {
  beginTheme();
  const facts = JSON.parse(document.getElementById("game").textContent);
  const data = await unpacked(document.getElementById("frames").textContent);
  const view = new GameView(document.getElementById("main"), facts, new OfflineSource(facts, data));
  view.update(facts);
  await view.go(0);
}

beginOffline();
