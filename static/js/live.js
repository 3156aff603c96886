// Asks whether the game has gone on: one conditional request, answered with 304 and nothing else
// until it has. A page that nobody looks at does not ask.

const EVERY = 3000;

export function watch(desk) {
  let etag = document.querySelector("[data-etag]").dataset.etag;
  let timer = null;

  async function ask() {
    const fields = desk.fields;
    fields.set("part", "live");
    const answer = await fetch(`${location.pathname}?${fields}`, {
      headers: { "If-None-Match": etag },
      cache: "no-store",
    });
    if (answer.status !== 200 || answer.redirected) return;
    etag = answer.headers.get("ETag");
    desk.laid(await answer.text());
    desk.say(document.querySelector(".status").innerText);
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

  document.addEventListener("visibilitychange", () => (document.hidden ? clearTimeout(timer) : round()));
  wait();
}
