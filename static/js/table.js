import { Board } from "./board.js";
import { Cards } from "./card.js";
import { Draft, versionIn } from "./draft.js";
import { Keys } from "./keys.js";
import { Move } from "./move.js";
import { isSignedOut, notify, parse, reach, saySignedOut, signInWith } from "./reach.js";
import { Sheet } from "./sheet.js";
import { Sound } from "./sound.js";

const EVERY = 3000;
const IS_OVER = 205;
const UNSENT = ["play", "take_back", "version", "command", "part"];

const board = new Board(document.querySelector(".board-frame > svg.board"));
const draft = new Draft(board);
const sheet = new Sheet(board);
const cards = new Cards(board, (card) => sheet.reveal(card));
new Keys(board);
let etag = document.querySelector("[data-etag]").dataset.etag;
new Move(board);
new Sound(board);
let film = null;
draft.mark();
draft.look();
draft.goOn = async (notice) => {
  const answer = await reach(draft.with({ part: "live" }));
  if (isSignedOut(answer)) return saySignedOut(draft.fields);
  if (answer.status === IS_OVER) return location.replace(location.pathname);
  if (answer.ok) lay(answer, parse(await answer.text()));
  notify(notice);
};
document.addEventListener("submit", (event) => send(event));
document.addEventListener("click", async (event) => {
  if (!event.target.closest("[data-film]")) return;
  const { Film } = await import("./film.js");
  film ??= new Film(board);
  film.play();
});
watch();

function lay(answer, page) {
  etag = answer.headers.get("ETag");
  draft.lay(page);
  cards.forget();
  if (!String(draft.fields)) draft.keep([]);
}

// What plays is sent as often as it takes to be answered, and played once.
function send(event) {
  const [form, by] = [event.target, event.submitter];
  const method = by?.getAttribute("formmethod") ?? form.method;
  const here = new URL(form.getAttribute("action") ?? "", location.href).pathname;
  if (method !== "post" || here !== location.pathname) return;
  event.preventDefault();
  const version = versionIn(form.getRootNode());
  draft.queue(async () => {
    if (!form.isConnected || versionIn(document) !== version) return;
    const body = new URLSearchParams(new FormData(form));
    if (by?.name) body.set(by.name, by.value);
    body.set("part", "live");
    // The newest: who signs in elsewhere gets another.
    body.delete("csrfmiddlewaretoken");
    const [, token] = document.cookie.match(/csrftoken=(\w+)/) ?? [];
    form.setAttribute("aria-busy", "true");
    const answer = await reach(location.pathname, {
      method: "POST",
      headers: { "X-CSRFToken": token },
      body,
    });
    form.removeAttribute("aria-busy");
    if (isSignedOut(answer)) {
      for (const name of UNSENT) body.delete(name);
      location.assign(signInWith(body));
      return;
    }
    if (answer.status === IS_OVER) return location.replace(location.pathname);
    const page = parse(await answer.text());
    if (!page.getElementById("side")) return draft.goOn("failed");
    if (answer.ok) {
      form.reset();
      history.replaceState(null, "", location.pathname);
    }
    lay(answer, page);
    if (answer.ok) draft.look();
    draft.say("");
    document.getElementById("head").scrollIntoView();
  });
}

// Asks whether the game has gone on: one conditional request, answered with 304 and nothing else
// until it has. A page that nobody looks at does not ask.
function watch() {
  let timer = null;

  async function ask() {
    const drafted = String(draft.fields);
    const answer = await fetch(draft.with({ part: "live" }), {
      headers: { "If-None-Match": etag },
      redirect: "manual",
      cache: "no-store",
    });
    if (isSignedOut(answer)) return saySignedOut(draft.fields);
    // Somebody has signed in again meanwhile.
    if (!document.getElementById("signed-out").hidden) return location.reload();
    if (answer.status === IS_OVER) return location.replace(location.pathname);
    if (answer.status !== 200) return;
    const page = parse(await answer.text());
    await draft.queue(() => {
      if (String(draft.fields) !== drafted) return;
      lay(answer, page);
    });
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
