"use strict";
// The pages of the server: new games to watch and to play, files to replay, and games at their tables.

const page = document.getElementById("main");
let about = null; // the games and agents to choose from
let current = null; // the table that is shown

async function ask(path, body) {
  const options = body === undefined ? {} : {
    method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body),
  };
  let response;
  try {
    response = await fetch(path, options);
  } catch {
    throw new Error("The server does not answer. Is it still running?");
  }
  const answer = await response.json().catch(() => ({ error: `The server answered ${response.status}.` }));
  if (!response.ok) throw Object.assign(new Error(answer.error), { status: response.status });
  return answer;
}

function problem(error) {
  const box = document.getElementById("problem");
  box.textContent = error ? error.message : "";
  box.hidden = !error;
  clearTimeout(problem.timer);
  if (error) problem.timer = setTimeout(() => problem(null), 12000);
}

function guarded(act) {
  return async (...args) => {
    try { problem(null); await act(...args); } catch (error) { problem(error); }
  };
}

async function route() {
  const here = location.hash;
  const [name, ...rest] = here.slice(1).split("/");
  const what = rest.join("/");
  if (current) { current.close(); current = null; }
  document.title = "Astrarium";
  document.querySelector(".bar h1 a").href = about?.guest ? `#game/${about.guest}` : "#play";
  for (const link of document.querySelectorAll(".bar nav a")) {
    if (link.getAttribute("href") === `#${name || "play"}`) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  try {
    problem(null);
    if (!about) {
      page.replaceChildren(make("p", { class: "page" }, "Loading the games …"));
      about = await ask("api/about");
      document.body.classList.toggle("guest", Boolean(about.guest));
    }
    if (about.guest && name !== "game" && name !== "rules") { location.hash = `#game/${about.guest}`; return; }
    const facts = name === "game" ? await ask(`api/games/${what}`) : null;
    if (location.hash !== here) return; // one has gone elsewhere meanwhile
    if (facts) current = new TablePage(facts);
        else if (name === "rules") await rulesPage(what);
    else if (name === "replay") await files();
    else if (name === "file") await gamesOf(decodeURIComponent(what));
    else newGame(name !== "watch");
  } catch (error) {
    problem(error);
    if (name === "game") page.replaceChildren(make("div", { class: "page" }, make("p", {}, error.message), make("a", { href: "#watch" }, "Watch another game")));
  }
}

document.querySelector(".skip").addEventListener("click", (event) => { event.preventDefault(); page.focus(); });
beginTheme();
addEventListener("hashchange", route);
route();
