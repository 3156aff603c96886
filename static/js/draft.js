// A turn that is being put together. The server knows what may be added and what it leads to;
// here a tap on the map presses the button of the list, and what comes back is laid in place.

import { isSignedOut, notify, parse, reach, saySignedOut } from "./reach.js";
import { renew } from "./renew.js";
import { meant } from "./tap.js";

const SVG = "http://www.w3.org/2000/svg";
const HALO = 9; // units of the picture beyond a place's rim
const READABLE = 0.58; // CSS pixels a unit
const LIVE = ["head", "strip", "parts", "side", "standings"];
const TICKET = "M-12-8H12V-3A3 3 0 0 0 12 3V8H-12V3A3 3 0 0 0-12-3Z";
const UNCHOSEN = ["csrfmiddlewaretoken", "version", "command"];

export class Draft {
  constructor(board) {
    this.board = board;
    this.halos = this.#addHalos();
    this.answered = Promise.resolve();
    document.addEventListener("click", (event) => this.#press(event));
    document.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || event.target.matches("textarea, input") || !this.turn) return;
      this.queue(() => this.#undo());
    });
    document.addEventListener("focusin", (event) => this.#lookAt(event.target, true));
    document.addEventListener("focusout", (event) => this.#lookAt(event.target, false));
    board.svg.addEventListener("click", (event) => this.#tap(event));
  }

  get turn() {
    return document.getElementById("turn");
  }

  // What was chosen, as the address of the page has it.
  get fields() {
    const fields = new URLSearchParams();
    for (const { name, value } of document.querySelectorAll("#outcome input[type=hidden]")) {
      if (!UNCHOSEN.includes(name)) fields.append(name, value);
    }
    return fields;
  }

  get changes() {
    return this.turn?.dataset.drafted ?? "";
  }

  // The drafts that this one came of, kept with the address of the page.
  get before() {
    return history.state?.before ?? [];
  }

  // What is asked for the person that the page was made for, and nobody else.
  with(more, fields = this.fields) {
    const all = new URLSearchParams(fields);
    for (const [name, value] of Object.entries(more)) all.set(name, value);
    const reader = document.querySelector("[data-reader]")?.dataset.reader;
    if (reader) all.set("reader", reader);
    return `${location.pathname}?${all}`;
  }

  // One after the other.
  queue(work) {
    this.answered = this.answered.then(work, work);
    return this.answered;
  }

  // Brings the newest table, and says why.
  async goOn(_notice) {
    location.reload();
  }

  say(text) {
    document.getElementById("announced").textContent = text;
  }

  // The places that the list offers glow on the map, by a dashed ring as well as by colour;
  // what only a bonus tile pays for has a ticket at its ring.
  mark() {
    for (const place of this.board.svg.querySelectorAll(".place")) {
      place.classList.remove("reachable", "chosen");
    }
    this.halos.replaceChildren();
    for (const button of this.turn?.querySelectorAll("button[data-place]") ?? []) {
      this.#markPlace(button.dataset.place, isPressed(button), "tile" in button.dataset);
    }
    const waits = this.fields.get("place");
    if (waits) this.#markPlace(waits, true);
    this.#offerUndo();
    this.board.svg.dispatchEvent(new Event("draft:marked"));
  }

  // What is chosen, what has changed and what may be chosen: all of it is in view at first.
  look() {
    const { svg } = this.board;
    svg.classList.add("fresh");
    if (this.board.least >= READABLE) {
      this.board.whole();
      return;
    }
    const matters = svg.querySelectorAll(".place:is(.chosen, .changed, .reachable)");
    if (matters.length) this.board.focus(...[...matters].map((place) => place.id.slice(6)));
    else this.board.focus("st-louis");
  }

  // Every piece of the page that has an id comes again under the same id.
  lay(answer) {
    const pieces = answer.getElementById("pieces");
    if (pieces) {
      this.board.svg.querySelector(".pieces").replaceChildren(...pieces.childNodes);
      this.board.svg.querySelector(":scope > title").textContent = pieces.dataset.called;
    }
    for (const place of [...(answer.getElementById("places")?.children ?? [])]) {
      this.board.svg.querySelector(`#${CSS.escape(place.id)}`)?.replaceWith(place);
    }
    const focus = this.turn?.contains(document.activeElement) ? document.activeElement.id : null;
    for (const id of answer.getElementById("side") ? LIVE : ["turn"]) {
      renew(document.getElementById(id), answer.getElementById(id));
    }
    if (answer.title) document.title = answer.title;
    this.mark();
    if (focus !== null && !document.activeElement.matches("#turn *")) this.#refocus(focus);
  }

  // What was tapped on a table that is no longer the newest is not added to the new one.
  async ask(fields, before = [...this.before, String(this.fields)]) {
    const more = { part: "turn", redraw: this.changes.replaceAll(",", " ") };
    this.turn.setAttribute("aria-busy", "true");
    this.board.svg.classList.remove("fresh");
    const answer = await reach(this.with(more, fields));
    this.turn.removeAttribute("aria-busy");
    // What the tap has drawn before the answer is taken back.
    if (!answer.ok) this.mark();
    if (isSignedOut(answer)) return saySignedOut(fields);
    if (!answer.ok) return notify("failed");
    const page = parse(await answer.text());
    if (versionIn(page) !== versionIn(document)) return this.goOn("gone-on");
    this.lay(page);
    this.keep(before);
    this.say(this.turn.querySelector("[data-say], .hint")?.innerText ?? "");
  }

  // The address of the page has what was chosen, and in which order.
  keep(before) {
    const chosen = String(this.fields);
    history.replaceState({ before }, "", chosen ? `?${chosen}` : location.pathname);
    this.#offerUndo();
  }

  #offerUndo() {
    const undo = document.getElementById("undo-last");
    if (undo) undo.hidden = !this.before.length;
  }

  // What is pressed before an answer has come is pressed in what it brings, unless it is as it
  // was meant to become by then.
  #press(event) {
    const pressed = event.target.closest(
      "#draft button, button[form=draft], a[data-draft], #undo-last",
    );
    if (!pressed || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const wanted = isPressed(pressed);
    this.queue(async () => {
      const button = document.getElementById(pressed.id);
      if (!button || isPressed(button) !== wanted) return;
      if (button.id === "undo-last") await this.#undo();
      else await this.ask(this.#with(button));
    });
  }

  async #undo() {
    const before = this.before;
    if (before.length) await this.ask(new URLSearchParams(before.at(-1)), before.slice(0, -1));
  }

  #with(button) {
    if (button.matches("a")) return new URLSearchParams(new URL(button.href).search);
    const fields = this.fields;
    fields.set(button.name, button.value);
    return fields;
  }

  #tap(event) {
    const place = meant(this.board.svg, event);
    if (!place) return;
    const id = place.id.replace("place-", "");
    const button = this.turn?.querySelector(`button[data-place="${CSS.escape(id)}"]`);
    if (button) button.click();
    else this.say(place.querySelector("title")?.textContent ?? "");
  }

  #lookAt(button, on) {
    const id = button.dataset?.place;
    if (!id) return;
    const shown = on && button.matches(":focus-visible");
    this.#haloOf(id)?.classList.toggle("looked-at", shown);
    if (shown) this.board.focus(id);
  }

  #refocus(id) {
    const button = document.getElementById(id) ?? this.turn?.querySelector("button");
    button?.focus({ preventScroll: true });
  }

  #markPlace(id, chosen, tile = false) {
    const place = this.board.place(id);
    place.classList.add("reachable");
    place.classList.toggle("chosen", chosen);
    this.#haloOf(id)?.remove();
    this.halos.append(this.#halo(place, id, { chosen, tile }));
  }

  #haloOf(id) {
    return this.halos.querySelector(`[data-place="${CSS.escape(id)}"]`);
  }

  #halo(place, id, { chosen, tile }) {
    const radii = [...place.querySelectorAll("circle")].map((circle) =>
      Number(circle.getAttribute("r")),
    );
    const halo = document.createElementNS(SVG, "g");
    halo.setAttribute("transform", place.getAttribute("transform"));
    halo.setAttribute("class", "halo");
    halo.classList.toggle("chosen", chosen);
    halo.classList.toggle("tile", tile);
    halo.dataset.place = id;
    const radius = Math.max(...radii) + HALO;
    for (const part of ["light", "edge"]) {
      const ring = document.createElementNS(SVG, "circle");
      ring.setAttribute("class", part);
      ring.setAttribute("r", radius);
      halo.append(ring);
    }
    if (tile) {
      const ticket = document.createElementNS(SVG, "path");
      ticket.setAttribute("class", "ticket");
      ticket.setAttribute("d", TICKET);
      ticket.setAttribute("transform", `translate(${radius * 0.72} ${-radius * 0.72})`);
      halo.append(ticket);
    }
    return halo;
  }

  // Halos lie on the land, beneath the names.
  #addHalos() {
    const halos = document.createElementNS(SVG, "g");
    halos.setAttribute("class", "halos");
    this.board.svg.querySelector(".names").before(halos);
    return halos;
  }
}

export function versionIn(page) {
  return page.querySelector("#outcome [name=version]")?.value;
}

function isPressed(button) {
  return button.getAttribute("aria-pressed") === "true";
}
