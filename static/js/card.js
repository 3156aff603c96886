// The card of whatever is tapped on the map, or looked up. What the map says of it stands there at
// once; what it is worth and how to come there is asked of the server, once a version of the table.

import { meant } from "./tap.js";

export class Cards {
  constructor(board, show) {
    this.section = document.getElementById("card");
    this.show = show;
    this.kept = new Map();
    this.at = null;
    board.svg.addEventListener("click", (event) => this.#open(meant(board.svg, event)));
    document.addEventListener("submit", (event) => this.#lookUp(event));
    this.section.addEventListener("click", (event) => {
      if (event.target.closest("[data-close]")) this.#open(null);
    });
  }

  // The table has gone on.
  forget() {
    this.kept.clear();
    if (this.at) this.#fill(this.at);
  }

  // Answers when the card is whole.
  async #open(part) {
    this.at = part?.id ?? null;
    this.section.hidden = !part;
    if (!part) return;
    const said = part.querySelector("title")?.textContent ?? "";
    const [name, rest] = said.split(/, |: /, 2);
    if (!this.kept.has(part.id)) this.#lay(name, rest);
    const whole = this.#fill(part.id);
    this.show(this.section);
    await whole;
  }

  #lay(name = "", about = "") {
    const title = document.createElement("h2");
    const text = document.createElement("p");
    title.textContent = name;
    text.textContent = about;
    this.section.replaceChildren(title, text);
  }

  async #fill(at) {
    const card = this.kept.get(at) ?? (await this.#ask(at));
    if (card && this.at === at) this.section.innerHTML = card;
  }

  async #ask(at) {
    try {
      const answer = await fetch(
        `${location.pathname}card/?${new URLSearchParams({ at, part: 1 })}`,
      );
      if (!answer.ok || answer.redirected) return null;
      const card = await answer.text();
      this.kept.set(at, card);
      return card;
    } catch (error) {
      // Without a network what the map says has to do.
      if (!(error instanceof TypeError)) throw error;
      return null;
    }
  }

  async #lookUp(event) {
    if (!event.target.matches(".look-up")) return;
    event.preventDefault();
    const at = new FormData(event.target).get("at");
    await this.#open(document.getElementById(at) ?? { id: at, querySelector: () => null });
    this.section.querySelector("h2").focus();
  }
}
