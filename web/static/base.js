"use strict";
// Small things that every part of the page uses.

const SVG = "http://www.w3.org/2000/svg";
const ICONS = {
  first: "M17 4l-7 6 7 6zM10 4L3 10l7 6z", back: "M15 4l-8 6 8 6zM4 4h2v12H4z", play: "M6 4l10 6-10 6z",
  pause: "M5 4h4v12H5zM11 4h4v12h-4z", on: "M5 4l8 6-8 6zM14 4h2v12h-2z", latest: "M3 4l7 6-7 6zM10 4l7 6-7 6z",
};

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

function icon(name) {
  return draw("svg", { viewBox: "0 0 20 20", class: "icon", "aria-hidden": "true" }, draw("path", { d: ICONS[name] }));
}

// What the browser remembers; a page from disk may keep nothing.
function kept(name, fallback) {
  try { return localStorage.getItem("astrarium." + name) || fallback; } catch { return fallback; }
}

function keep(name, value) {
  try { localStorage.setItem("astrarium." + name, value); } catch { /* nothing is kept */ }
}

// What is remembered and not "no", by name.
function keptUnder(prefix) {
  try {
    const names = Object.keys(localStorage).filter((name) => name.startsWith(`astrarium.${prefix}`)).sort();
    return new Map(names.map((name) => [name.slice(10), localStorage.getItem(name)]).filter(([, value]) => value !== "no"));
  } catch { return new Map(); }
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

function sentence(words) { return words.slice(0, 1).toUpperCase() + words.slice(1); }

function ticks(low, high) {
  const rough = (high - low) / 4, power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((k) => k * power).find((size) => size >= rough);
  const found = [];
  for (let value = Math.ceil(low / step) * step; value <= high + 1e-9; value += step) found.push(Number(value.toFixed(6)));
  return found;
}

// Whether a key is meant for a control that has the focus.
function inControl(event) {
  return event.target.closest("input, select, textarea, dialog");
}
