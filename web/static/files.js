"use strict";
// Files of records in the folders of the server.

async function files() {
  const body = make("div", { class: "sheet" }, "Reading …");
  page.replaceChildren(make("div", { class: "page" }, make("h2", {}, "Replay"),
    make("p", { class: "lead" }, "Games from files of records: of self-play, datasets and arenas."), body));
  const { files: found, more } = await ask("api/files");
  if (!found.length) {
    body.replaceChildren(...(about.folders.length
      ? [`There is no file of records (.jsonl, .parquet) in ${about.folders.join(", ")}.`]
      : ["The server was given no folder. Start it with some: ", make("code", {}, "astrarium serve FOLDER")]));
    return;
  }
  const rest = `These are ${found.length} of more files: serve a folder further down to see others.`;
  body.replaceChildren(...(more ? [make("p", { class: "note" }, rest)] : []), make("div", { class: "scrolls" }, make("table", {},
    make("thead", {}, make("tr", {}, make("th", {}, "File"), make("th", { class: "number" }, "KB"))),
    make("tbody", {}, found.map((file) => make("tr", {},
      make("td", {}, make("a", { href: `#file/${encodeURIComponent(file.file)}` }, file.file)),
      make("td", { class: "number" }, Math.ceil(file.bytes / 1024))))))));
}

async function gamesOf(file) {
  const rows = make("tbody", {});
  const more = make("button", { type: "button" }, "More games");
  page.replaceChildren(make("div", { class: "page" }, make("h2", {}, file),
    make("p", { class: "lead" }, make("a", { href: "#replay" }, "All files")),
    make("div", { class: "sheet" }, make("div", { class: "scrolls" }, make("table", {},
      make("thead", {}, make("tr", {}, make("th", {}, "Game"), make("th", { class: "number" }, "Decisions"),
        make("th", {}, "Scores"), make("th", {}, "Places"))),
      rows)), make("div", { class: "actions" }, more))));
  let next = 1;
  const load = guarded(async () => {
    const found = await ask(`api/files/games?file=${encodeURIComponent(file)}&from=${next}`);
    for (const game of found) {
      const open = make("button", {
        type: "button", onclick: guarded(async () => {
          location.hash = `#game/${(await ask("api/replays", { file, number: game.number })).id}`;
        }),
      }, `Open ${game.number}`);
      const title = about.games.find((each) => each.name === game.game)?.title || game.game;
      rows.append(make("tr", {}, make("td", {}, open, make("small", {}, ` ${title}`)),
        make("td", { class: "number" }, game.moves), make("td", {}, game.scores.map(plain).join(" ")),
        make("td", {}, game.ranks.map((rank) => rank + 1).join(" "))));
    }
    next += found.length;
    more.hidden = found.length < 50;
  });
  more.addEventListener("click", load);
  await load();
}
