// A player as a program of its own: JavaScript (node), nothing to install. Reads and writes lines of JSON.
//
// It takes the action that it has taken least often in this game, the first of these:
//
//   astrarium arena star_tycoon --players 2 --agent "exec:node examples/programs/careful.js" --agent random

"use strict";
const readline = require("node:readline");

const tables = new Map(); // by table: how often each action was taken

function choose(message) {
  const taken = tables.get(message.table);
  let best = null;
  for (const { action } of message.view.legal) {
    if (best === null || (taken.get(action) ?? 0) < (taken.get(best) ?? 0)) best = action;
  }
  taken.set(best, (taken.get(best) ?? 0) + 1);
  return best;
}

function answer(message) {
  if (message.type === "hello") {
    tables.set(message.table, new Map());
    return { id: message.id, protocol: 1 };
  }
  if (message.type === "decide") return { id: message.id, action: choose(message) };
  if (message.type === "over") tables.delete(message.table);
  return null; // told: what happened since
}

readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const reply = answer(JSON.parse(line));
  if (reply !== null) console.log(JSON.stringify(reply));
});
