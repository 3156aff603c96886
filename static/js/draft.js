// A turn that is being put together. The server knows what may be added and what it leads to;
// here a tap on the map presses the button of the list, and what comes back is laid in place.

const SVG = "http://www.w3.org/2000/svg";
const NEAR = 34; // CSS pixels from a tap to the place that was meant
const HALO = 9; // units of the picture beyond a place's rim
const READABLE = 0.58; // CSS pixels a unit
const UNCHOSEN = ["csrfmiddlewaretoken", "version"];

export class Draft {
  constructor(board) {
    this.board = board;
    this.halos = this.#addHalos();
    this.answered = Promise.resolve();
    document.addEventListener("click", (event) => this.#press(event));
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && !event.target.matches("textarea, input")) this.#undo();
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

  say(text) {
    document.getElementById("announced").textContent = text;
  }

  // The places that the list offers glow on the map, by a dashed ring as well as by colour.
  mark() {
    for (const place of this.board.svg.querySelectorAll(".place")) {
      place.classList.remove("reachable", "chosen");
    }
    this.halos.replaceChildren();
    for (const button of this.turn?.querySelectorAll("button[data-place]") ?? []) {
      this.#markPlace(button.dataset.place, isPressed(button));
    }
    const waits = this.fields.get("place");
    if (waits) this.#markPlace(waits, true);
  }

  // At first all of the map, where its names can be read; else what has changed, or the goals.
  look() {
    const { svg } = this.board;
    svg.classList.add("fresh");
    if (this.board.least >= READABLE) {
      this.board.whole();
      return;
    }
    const places = [...svg.querySelectorAll(".place.chosen")];
    const changed = [...svg.querySelectorAll(".place.changed")];
    const inSight = [places, changed, [...svg.querySelectorAll(".place.reachable")]].find(
      (places) => places.length,
    );
    if (inSight) this.board.focus(...inSight.map((place) => place.id.replace("place-", "")));
    else this.board.focus("st-louis");
  }

  // Every piece of the page that has an id comes again under the same id.
  lay(html) {
    const answer = new DOMParser().parseFromString(html, "text/html");
    const pieces = answer.getElementById("pieces");
    if (pieces) this.board.svg.querySelector(".pieces").replaceChildren(...pieces.childNodes);
    for (const place of [...(answer.getElementById("places")?.children ?? [])]) {
      this.board.svg.querySelector(`#${CSS.escape(place.id)}`)?.replaceWith(place);
    }
    const focus = this.turn?.contains(document.activeElement) ? document.activeElement.id : null;
    for (const id of answer.getElementById("side") ? ["head", "strip", "side"] : ["turn"]) {
      document.getElementById(id).replaceWith(answer.getElementById(id));
    }
    if (answer.title) document.title = answer.title;
    this.mark();
    if (focus !== null) this.#refocus(focus);
    return answer;
  }

  async ask(fields) {
    const url = new URL(location.pathname, location.origin);
    url.search = fields;
    fields.set("part", "turn");
    fields.set("redraw", this.changes.replaceAll(",", " "));
    this.turn.setAttribute("aria-busy", "true");
    this.board.svg.classList.remove("fresh");
    const answer = await fetch(`${url.pathname}?${fields}`);
    if (!answer.ok || answer.redirected) {
      location.assign(url);
      return;
    }
    this.lay(await answer.text());
    const chosen = String(this.fields);
    history.replaceState(null, "", chosen ? `?${chosen}` : location.pathname);
    this.say(this.turn.querySelector("[data-say], .hint")?.innerText ?? "");
  }

  // One after the other: what is pressed before an answer has come is pressed in what it brings,
  // unless it is as it was meant to become by then.
  #press(event) {
    const pressed = event.target.closest("#draft button, button[form=draft], a[data-undo]");
    if (!pressed || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const press = async () => {
      const button = document.getElementById(pressed.id);
      if (button && isPressed(button) === isPressed(pressed)) await this.ask(this.#with(button));
    };
    this.answered = this.answered.then(press, press);
  }

  #with(button) {
    if (button.matches("a")) return new URLSearchParams(new URL(button.href).search);
    const fields = this.fields;
    fields.set(button.name, button.value);
    return fields;
  }

  #tap(event) {
    const near = (box) =>
      Math.hypot(
        event.clientX - box.left - box.width / 2,
        event.clientY - box.top - box.height / 2,
      ) -
      Math.min(box.width, box.height) / 2;
    const places = [...this.board.svg.querySelectorAll(".place.reachable")]
      .map((place) => ({ place, far: near(place.getBoundingClientRect()) }))
      .sort((one, other) => one.far - other.far);
    const direct = event.target.closest(".place");
    const meant = direct ?? (places[0]?.far < NEAR / 2 ? places[0].place : null);
    if (!meant) return;
    const id = meant.id.replace("place-", "");
    const button = this.turn?.querySelector(`button[data-place="${CSS.escape(id)}"]`);
    if (button) button.click();
    else this.say(meant.querySelector("title").textContent);
  }

  #undo() {
    this.turn
      ?.querySelector('#draft button[data-place][aria-pressed="true"], a[data-undo]')
      ?.click();
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

  #markPlace(id, chosen) {
    const place = this.board.place(id);
    place.classList.add("reachable");
    place.classList.toggle("chosen", chosen);
    this.#haloOf(id)?.remove();
    this.halos.append(this.#halo(place, id, chosen));
  }

  #haloOf(id) {
    return this.halos.querySelector(`[data-place="${CSS.escape(id)}"]`);
  }

  #halo(place, id, chosen) {
    const radii = [...place.querySelectorAll("circle")].map((circle) =>
      Number(circle.getAttribute("r")),
    );
    const halo = document.createElementNS(SVG, "g");
    halo.setAttribute("transform", place.getAttribute("transform"));
    halo.setAttribute("class", chosen ? "halo chosen" : "halo");
    halo.dataset.place = id;
    for (const part of ["light", "edge"]) {
      const ring = document.createElementNS(SVG, "circle");
      ring.setAttribute("class", part);
      ring.setAttribute("r", Math.max(...radii) + HALO);
      halo.append(ring);
    }
    return halo;
  }

  // Halos lie on the land, beneath the names.
  #addHalos() {
    const halos = document.createElementNS(SVG, "g");
    this.board.svg.querySelector(".names").before(halos);
    return halos;
  }
}

function isPressed(button) {
  return button.getAttribute("aria-pressed") === "true";
}
