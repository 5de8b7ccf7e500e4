"use strict";
// What agents think of the position on the table.

function studyPanel(table, view, facts, agents) {
  const known = agents.filter((each) => each.spec !== "random" && each.spec !== "ismcts:1600");
  const boxes = known.map(({ spec }) => make("input", { type: "checkbox", value: spec, checked: spec === "greedy" || spec === "ismcts:400" }));
  const other = make("input", { type: "text", "aria-label": "Another agent", placeholder: "another agent", maxlength: 200, spellcheck: "false", autocomplete: "off" });
  const told = make("div", { id: "studied", "aria-live": "polite" });
  let asking = false;
  const settle = () => {
    const by = view.shown ? view.shown.by : null;
    why.disabled = asking || by === null || facts.replay || facts.people.includes(by);
    here.disabled = asking || !view.shown || view.shown.seat === null;
  };
  const run = (work) => guarded(async () => {
    asking = true;
    settle();
    told.replaceChildren(make("p", { class: "note" }, "Thinking …"));
    try { showStudy(told, facts, await work()); told.scrollIntoView({ block: "start" }); } catch (error) { told.replaceChildren(); throw error; } finally {
      asking = false;
      settle();
    }
  });
  const here = make("button", {
    type: "button", class: "main", id: "ask", onclick: run(() => {
      const chosen = boxes.filter((box) => box.checked).map((box) => box.value);
      if (other.value.trim()) chosen.push(other.value.trim());
      if (!chosen.length) throw new Error("Choose an agent to ask.");
      return table.source.study(view.at, view.view, chosen);
    }),
  }, "Ask");
  const why = make("button", { type: "button", id: "why", onclick: run(() => table.source.explain(view.at, view.view)) }, "Why the last move?");
  view.onshow(settle);
  return [make("p", { class: "note" }, "What would they do in the position on the table?"),
    make("div", { class: "asked" }, boxes.map((box, k) => make("label", {}, box, known[k].name))), other,
    make("div", { class: "actions" }, here, why), told];
}

function showStudy(box, facts, answer) {
  const who = facts.seats[answer.seat].name;
  box.replaceChildren(
    make("p", { class: "note" }, `After ${answer.at} decisions, ${who} to act.`,
      answer.reckoned ? " What you cannot see was drawn at random: this is how the position looks from your side." : ""),
    ...answer.opinions.flatMap((opinion) => [
      make("h3", {}, opinion.title, ...(opinion.title === opinion.agent ? [] : [" ", make("small", {}, opinion.agent)]), `: ${opinion.choice}`),
      opinion.explains ? bars(opinion) : make("p", { class: "note" }, "This agent does not explain itself."),
      ...(opinion.left_out > 0 ? [make("p", { class: "note" }, `and ${opinion.left_out} more`)] : []),
    ]));
}

// What an agent thinks of a move in numbers.
function figuresOf(row) {
  const value = row.value === null ? [] : [`value ${row.value.toFixed(3)}`];
  if (row.visits !== null) return [`${row.visits} visits`, ...value];
  return row.value === null ? [`${(100 * row.weight).toFixed(1)} %`] : value;
}

function bars(opinion) {
  return make("ol", { class: "bars" }, opinion.rows.map((row) => {
    const numbers = figuresOf(row);
    return make("li", { class: row.choice ? "chosen" : "" },
      make("div", { class: "label" }, make("span", {}, row.name, row.made ? " ✓ made" : ""), make("span", {}, numbers.join(", "))),
      make("div", { class: "track" }, make("div", { class: "fill", style: `width:${Math.max(1, 100 * row.bar)}%` })));
  }));
}
