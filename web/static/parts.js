"use strict";
// The table in parts: the board in a window that can be moved and zoomed, the own mat always in view,
// what else lies on the table beside it, and the other mats as lines that open.

const ZOOMS = [0.2, 4]; // least and most
const SCROLLED = ".window, .mine, .rest"; // what is scrolled by itself
const WHOLE = "whole"; // a zoom at which all of the board is to be seen
const SMALLEST = 0.8; // share of its size on the table to which a picture with words is made smaller at most
const EDGE = 60; // pixels left round what is brought into the window
const NARROW = 900; // a page narrower than this shows one pane at a time
const PANES = [["board", "Board"], ["own", "Mine"], ["market", "Table"], ["others", "Others"], ["log", "Log"]];

class Parts {
  // name: of the game; the zoom is remembered by it
  constructor(name = "") {
    this.zoom = 1;
    this.remembered = `zoom.${name}`;
    this.shown = new Map(); // name of a part: its box
    this.opened = new Set(); // mats that somebody opened
    this.lent = new Set(); // mats that the page opened
    this.left = new Map(); // what was scrolled by the page: where it was before
    this.canvas = make("div", { class: "canvas" });
    this.window = make("div", {
      class: "window", id: "board", role: "group", tabindex: 0, "aria-label": "The table",
    }, this.canvas);
    this.canvas.append(make("p", { class: "waits" }, "The table is being set up …"));
    const zoom = (id, label, sign, act) => make("button", { type: "button", id, "aria-label": label, title: label, onclick: act }, sign);
    const whole = () => this.toggleWhole();
    const words = "All of it, or as large as it can be read ( 0 )";
    this.zooms = make("div", { class: "zooms", role: "group", "aria-label": "Zoom" },
      zoom("zoom-in", "Larger ( + )", "+", () => this.zoomBy(1.25)),
      zoom("zoom-out", "Smaller ( - )", "−", () => this.zoomBy(0.8)),
      zoom("zoom-all", words, "⤢", whole));
    this.whole = zoom("zoom-whole", words, "⤢", whole); // where one pinches, this is enough
    this.own = make("div", { class: "own" });
    this.hand = make("button", { type: "button", class: "in-hand", id: "in-hand", title: "Your mat", hidden: true, onclick: () => this.pane("own") }); // where the mat is not always in view
    this.market = make("div", { class: "market" });
    this.others = make("div", { class: "others" });
    this.main = make("div", { class: "main pane", "data-pane": "board" }, this.window);
    this.beside = make("div", { class: "beside" },
      make("section", { class: "pane mine", "data-pane": "own", "aria-label": "Your mat" }, this.own),
      make("div", { class: "rest" },
        make("section", { class: "pane", "data-pane": "others", "aria-label": "Other players" }, this.others),
        make("section", { class: "pane", "data-pane": "market", "aria-label": "On the table" }, this.market)));
    this.listen();
    new ResizeObserver(() => requestAnimationFrame(() => { if (this.fitted && this.window.clientWidth) this.zoomAll(); })).observe(this.window);
  }

  // The pixels there are for the board and for what lies beside it.
  room() {
    const { clientWidth, clientHeight } = this.window;
    const beside = innerWidth < NARROW ? innerWidth - 16 : this.beside.clientWidth - 2;
    return { width: Math.max(280, clientWidth), height: Math.max(280, clientHeight), beside: Math.max(280, beside) };
  }

  show(frame, view, seats) {
    const boards = frame.parts.filter((part) => part.part === "board");
    const mats = frame.parts.filter((part) => part.part === "mat");
    // Who looks on sees the mat of whoever is to act.
    const mine = view ?? frame.seat ?? this.mine ?? 0;
    this.mine = mine;
    const others = mats.filter((part) => part.seat !== mine);
    this.window.hidden = boards.length === 0;
    this.zooms.hidden = this.whole.hidden = boards.length === 0;
    this.fill(this.canvas, boards.map((part) => this.box(part)));
    const own = mats.filter((part) => part.seat === mine);
    this.fill(this.own, own.map((part) => this.box(part)));
    this.hand.textContent = view === null || !own[0]?.words ? "" : `You: ${own[0].words}`;
    this.hand.hidden = !this.hand.textContent;
    this.fill(this.market, frame.parts.filter((part) => part.part === "market").map((part) => this.box(part)));
    this.fill(this.others, others.map((part) => this.mat(part, seats)));
    this.canvas.classList.toggle("several", boards.length > 1);
    this.resize();
    if (!this.centred && boards.length === 1) this.centre();
    if (!this.begun && boards.length) this.zoomAsBefore();
    this.begun ||= boards.length > 0;
  }

  // A board that is larger than its window is shown from its middle at first.
  centre() {
    this.centred = true;
    this.window.scrollLeft = (this.window.scrollWidth - this.window.clientWidth) / 2;
    this.window.scrollTop = (this.window.scrollHeight - this.window.clientHeight) / 2;
  }

  // New pictures in the place of the old ones; what was scrolled stays where it was.
  fill(place, boxes) { place.replaceChildren(...boxes); }

  box(part) {
    const box = make("div", { class: "part", "data-part": part.name });
    box.innerHTML = part.svg;
    const svg = box.firstElementChild;
    for (const title of svg.querySelectorAll("title")) { // the page shows these words itself
      const words = draw("desc", {}, title.textContent);
      title.replaceWith(words);
    }
    svg.setAttribute("role", "group");
    svg.setAttribute("aria-label", part.words || part.name.replaceAll("-", " "));
    Object.assign(box.dataset, { width: part.width, height: part.height });
    Object.assign(svg.style, { width: `${part.width}px`, height: `${part.height}px` });
    return box;
  }

  mat(part, seats) {
    const seat = seats[part.seat];
    const open = this.opened.has(part.name) || (seats.length === 2 && innerWidth < NARROW);
    const details = make("details", { class: "mat", open, ontoggle: () => {
      if (details.open) this.opened.add(part.name); else this.opened.delete(part.name);
      this.ontoggle?.();
    } }, make("summary", {}, make("span", { class: "chip", style: `background:${seatColour(seat.name)}` }),
      make("strong", {}, seat.name), ` ${part.words}`), this.box(part));
    details.dataset.mat = part.name;
    return details;
  }

  // ---- zoom

  resize() {
    for (const box of this.canvas.querySelectorAll(".part")) {
      const svg = box.firstElementChild;
      Object.assign(svg.style, { width: `${box.dataset.width * this.zoom}px`, height: `${box.dataset.height * this.zoom}px` });
    }
  }

  zoomBy(factor, x, y) { this.zoomTo(this.zoom * factor, x, y); }

  // What is under (x, y) of the window stays there.
  zoomTo(zoom, x = this.window.clientWidth / 2, y = this.window.clientHeight / 2) {
    const next = Math.max(ZOOMS[0], Math.min(ZOOMS[1], zoom)), { scrollLeft, scrollTop } = this.window;
    const factor = next / this.zoom;
    this.zoom = next;
    this.fit(false);
    keep(this.remembered, String(next));
    this.resize();
    this.window.scrollLeft = (scrollLeft + x) * factor - x;
    this.window.scrollTop = (scrollTop + y) * factor - y;
  }

  // All of the board, or as large as it can be read.
  toggleWhole() { if (this.zoom === 1) this.zoomAll(); else this.zoomTo(1); }

  // As long as nobody zooms, all of the board stays in its window, however large that is.
  zoomAll() {
    const boxes = this.canvas.querySelectorAll(".part"), one = boxes.length === 1 ? boxes[0].dataset : null;
    const width = one ? Number(one.width) : this.canvas.scrollWidth / this.zoom, height = one ? Number(one.height) : this.canvas.scrollHeight / this.zoom;
    this.zoomTo(Math.min(1, this.window.clientWidth / width, this.window.clientHeight / height));
    this.fit(true);
    this.window.scrollTo(0, 0);
    keep(this.remembered, WHOLE);
  }

  // As it was when this game was looked at last.
  zoomAsBefore() {
    const before = kept(this.remembered, "1");
    if (before === WHOLE) this.zoomAll();
    else if (Number(before) !== 1) this.zoomTo(Number(before) || 1);
  }

  fit(fitted) {
    this.fitted = fitted;
  }

  listen() {
    const at = (event) => {
      const box = this.window.getBoundingClientRect();
      return [event.clientX - box.left, event.clientY - box.top];
    };
    this.window.addEventListener("wheel", (event) => {
      if (this.canvas.matches(".several") && !event.ctrlKey) return; // several boards are one below the other: they are scrolled
      event.preventDefault();
      this.zoomBy(event.deltaY < 0 ? 1.12 : 1 / 1.12, ...at(event));
    }, { passive: false });
    let held = null, panned = false;
    this.window.addEventListener("pointerdown", (event) => {
      panned = false;
      if (event.pointerType === "touch" || event.button !== 0) return;
      held = { x: event.clientX, y: event.clientY, left: this.window.scrollLeft, top: this.window.scrollTop };
    });
    addEventListener("pointermove", (event) => {
      if (!held) return;
      panned ||= Math.hypot(event.clientX - held.x, event.clientY - held.y) > 6;
      this.window.scrollLeft = held.left - (event.clientX - held.x);
      this.window.scrollTop = held.top - (event.clientY - held.y);
    });
    addEventListener("pointerup", () => { held = null; });
    // To move the board is no click, whatever one took hold of.
    this.window.addEventListener("click", (event) => { if (panned) { event.preventDefault(); event.stopPropagation(); } }, true);
    let spread = 0;
    const apart = ([one, two]) => Math.hypot(one.clientX - two.clientX, one.clientY - two.clientY);
    this.window.addEventListener("touchstart", (event) => { if (event.touches.length === 2) spread = apart(event.touches); }, { passive: true });
    this.window.addEventListener("touchmove", (event) => {
      if (event.touches.length !== 2 || !spread) return;
      event.preventDefault();
      const now = apart(event.touches), [one, two] = event.touches, box = this.window.getBoundingClientRect();
      this.zoomBy(now / spread, (one.clientX + two.clientX) / 2 - box.left, (one.clientY + two.clientY) / 2 - box.top);
      spread = now;
    }, { passive: false });
  }

  // ---- places

  get pictures() { return [...document.querySelectorAll(".part > svg.astrarium")]; }

  place(name) { return document.querySelector(`.part [data-at="${CSS.escape(name)}"]`); }

  // Whether a piece lies on a place.
  holds(piece, place) {
    const on = this.place(piece)?.getBoundingClientRect(), at = this.place(place)?.getBoundingClientRect();
    if (!on || !at) return false;
    const x = (at.left + at.right) / 2, y = (at.top + at.bottom) / 2;
    return x > on.left && x < on.right && y > on.top && y < on.bottom;
  }

  // A picture of one place by itself, also where the part that it lies on is not shown.
  copy(name, most = 320) {
    const place = this.place(name), svg = place?.closest("svg");
    if (!svg || !place.getBBox) return null;
    const [box, scaled] = this.measured(svg, () => [place.getBBox(), svg.getBoundingClientRect().width / svg.viewBox.baseVal.width]);
    if (!box.width) return null;
    const least = place.querySelector("text") || place.matches("text") ? SMALLEST * scaled : 0; // words stay about as large as on the table
    const scale = Math.min(scaled, Math.max(least, most / (box.width + 4)));
    const copy = draw("svg", {
      class: "astrarium", viewBox: `${box.x - 2} ${box.y - 2} ${box.width + 4} ${box.height + 4}`,
      width: (box.width + 4) * scale, height: (box.height + 4) * scale, role: "img", "aria-label": place.textContent.trim(),
    });
    const group = place.cloneNode(true);
    group.removeAttribute("data-at");
    copy.append(group);
    copy.setAttribute("font-family", svg.getAttribute("font-family"));
    return copy;
  }

  // The pixels that a place takes on the table.
  breadth(name) {
    const place = this.place(name), svg = place.closest("svg");
    return this.measured(svg, () => place.getBoundingClientRect().width);
  }

  // What is measured in a picture; one that is not shown is laid out meanwhile.
  measured(svg, measure) {
    if (svg.getClientRects().length) return measure();
    const box = svg.parentElement, bench = make("div", { class: "bench" });
    document.body.append(bench);
    bench.append(svg);
    const found = measure();
    box.append(svg);
    bench.remove();
    return found;
  }

  // Bring places into view: open the mat they are on, move the board's window.
  reveal(names, panes) {
    const found = names.map((name) => this.place(name)).filter(Boolean);
    if (!found.length) return;
    const mat = found.every((place) => place.closest("details.mat:not([open])")) && found[0].closest("details.mat");
    if (mat) { mat.open = true; this.lent.add(mat.dataset.mat); }
    const visible = found.filter((place) => place.getClientRects().length && this.inView(place));
    if (panes && !visible.length) this.pane(found[0].closest(".pane")?.dataset.pane);
    const seen = new Set(visible.map((place) => place.closest(SCROLLED)));
    for (const place of found) { // one in each part of the page
      const around = place.closest(SCROLLED);
      if (!seen.has(around)) {
        if (!this.left.has(around)) this.left.set(around, around.scrollTop);
        place.scrollIntoView({ block: "center", inline: "center", behavior: "auto" });
      }
      seen.add(around);
    }
  }

  // What was scrolled or opened to show places goes back.
  goBack() {
    for (const mat of this.others.children) if (this.lent.has(mat.dataset.mat)) mat.open = false;
    this.lent.clear();
    for (const [around, top] of this.left) around.scrollTop = top;
    this.left.clear();
  }

  // Move the board's window so that all the places are in it; where they do not fit, at least some.
  bring(names, always = false) {
    const places = names.map((name) => this.place(name)).filter((place) => place && this.canvas.contains(place));
    if (!places.length || !this.window.clientWidth) return;
    const pane = this.window.getBoundingClientRect();
    const [first, ...boxes] = places.map((place) => place.getBoundingClientRect());
    const far = (box) => Math.hypot(box.left - first.left, box.top - first.top);
    boxes.sort((a, b) => far(a) - far(b)); // where not all fit, those round the first one
    let all = first, fits = true;
    for (const box of boxes) {
      const both = { left: Math.min(all.left, box.left), right: Math.max(all.right, box.right), top: Math.min(all.top, box.top), bottom: Math.max(all.bottom, box.bottom) };
      if (both.right - both.left <= pane.width && both.bottom - both.top <= pane.height) all = both; else fits = false;
    }
    if (!fits && !always && places.some((place) => this.inView(place))) return;
    const shift = (low, high, from, to) => {
      const edge = Math.max(0, Math.min(EDGE, (to - from - (high - low)) / 2));
      return low < from + edge ? low - from - edge : high > to - edge ? high - to + edge : 0;
    };
    this.window.scrollLeft += shift(all.left, all.right, pane.left, pane.right);
    this.window.scrollTop += shift(all.top, all.bottom, pane.top, pane.bottom);
  }

  inView(place) {
    const box = place.getBoundingClientRect(), pane = place.closest(SCROLLED)?.getBoundingClientRect();
    if (!pane || !pane.width) return false;
    return box.left >= pane.left - 4 && box.right <= pane.right + 4 && box.top >= pane.top - 4 && box.bottom <= pane.bottom + 4;
  }

  pane(name) { if (name) this.onpane?.(name); }
}

// Marks over places of the table; each is pressed or lights up.
function layer(svg, kind) {
  svg.querySelector(`:scope > .${kind}`)?.remove();
  const made = draw("g", { class: kind });
  svg.append(made);
  return made;
}

// The pixels between the two nearest of some places.
function spacing(places) {
  const middles = places.map((place) => place.getBoundingClientRect()).map(({ left, right, top, bottom }) => [(left + right) / 2, (top + bottom) / 2]);
  let least = Infinity;
  middles.forEach(([x, y], k) => {
    for (const [a, b] of middles.slice(0, k)) {
      const far = Math.max(Math.abs(x - a), Math.abs(y - b));
      if (far > 1) least = Math.min(least, far);
    }
  });
  return least;
}

// A rectangle round a place, large enough to be hit; where places lie close together it leaves them apart.
function marked(svg, place, attributes, room = Infinity) {
  const box = place.getBBox();
  const { a, b, c, d, e, f } = svg.getCTM().inverse().multiply(place.getCTM());
  const least = Math.min(18, room - 2) * svg.viewBox.baseVal.width / (svg.getBoundingClientRect().width || 1);
  const across = Math.max(2, (least - box.width) / 2), down = Math.max(2, (least - box.height) / 2);
  return draw("rect", {
    x: box.x - across, y: box.y - down, width: box.width + 2 * across, height: box.height + 2 * down, rx: 5,
    transform: `matrix(${a} ${b} ${c} ${d} ${e} ${f})`, ...attributes,
  });
}
