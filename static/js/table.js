import { Board } from "./board.js";
import { Draft } from "./draft.js";

const EVERY = 3000;

const draft = new Draft(new Board(document.querySelector(".board-frame > svg.board")));
draft.mark();
draft.look();
watch(draft);

// Asks whether the game has gone on: one conditional request, answered with 304 and nothing else
// until it has. A page that nobody looks at does not ask.
function watch(draft) {
  let etag = document.querySelector("[data-etag]").dataset.etag;
  let timer = null;

  async function ask() {
    const fields = draft.fields;
    fields.set("part", "live");
    const answer = await fetch(`${location.pathname}?${fields}`, {
      headers: { "If-None-Match": etag },
      cache: "no-store",
    });
    if (answer.status !== 200 || answer.redirected) return;
    etag = answer.headers.get("ETag");
    draft.lay(await answer.text());
    draft.say(document.querySelector(".status").innerText);
  }

  async function round() {
    try {
      await ask();
    } catch (error) {
      // Without a network it asks again later.
      if (!(error instanceof TypeError)) throw error;
    }
    wait();
  }

  function wait() {
    clearTimeout(timer);
    if (!document.hidden) timer = setTimeout(round, EVERY);
  }

  document.addEventListener("visibilitychange", () =>
    document.hidden ? clearTimeout(timer) : round(),
  );
  wait();
}
