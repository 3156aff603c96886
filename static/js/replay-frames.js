// Any moment of a game, put together from the looks that each part of the board has had.

const SVG = "http://www.w3.org/2000/svg";
const PLACE = "place-";

export class Frames {
  // `version` is the moment that the page came with.
  constructor(film, svg, version) {
    this.film = film;
    this.svg = svg;
    this.ground = svg.querySelector(".ground");
    this.pieces = svg.querySelector(".pieces");
    this.title = svg.querySelector("title");
    this.paper = this.#reel(version).ground;
    this.reel = null;
    this.shown = new Map();
  }

  // The elements that are new on the board.
  show(version) {
    const reel = this.#reel(version);
    const fresh = this.reel !== reel;
    if (fresh) this.#change(reel);
    const changed = [];
    for (const [id, looks] of Object.entries(reel.parts)) {
      const look = latestAt(looks, version);
      const before = this.shown.get(id);
      if (before?.look === look) continue;
      const element = draw(looks[look][1]);
      if (before) before.element.replaceWith(element);
      else this.pieces.append(element);
      this.shown.set(id, { look, element });
      changed.push(element);
    }
    this.title.textContent = this.film.headings[version];
    return fresh ? [] : changed;
  }

  placesChanged(after, until) {
    return Object.entries(this.#reel(until).parts)
      .filter(([, looks]) => looks.some(([since]) => after < since && since <= until))
      .map(([id]) => id)
      .filter((id) => id.startsWith(PLACE))
      .map((id) => id.slice(PLACE.length));
  }

  #reel(version) {
    return this.film.reels.findLast((each) => each.since <= version);
  }

  #change(reel) {
    if (this.paper !== reel.ground) this.ground.innerHTML = this.film.grounds[reel.ground];
    this.paper = reel.ground;
    this.reel = reel;
    this.pieces.replaceChildren();
    this.shown.clear();
  }
}

export function draw(markup) {
  const mould = document.createElementNS(SVG, "g");
  mould.innerHTML = markup;
  return mould.firstElementChild;
}

// The index of what stands at the version, among values with the versions since which they do.
export function latestAt(looks, version) {
  let low = 0;
  let high = looks.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (looks[middle][0] <= version) low = middle;
    else high = middle - 1;
  }
  return low;
}
