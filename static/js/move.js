// A move is shown as it is chosen, before the answer: the place fills, the link is lit in the
// mover's colour with its price on the road, and a marker travels it.

import { centre, roads, travel } from "./roads.js";

const SVG = "http://www.w3.org/2000/svg";
const A_LINK = 420; // milliseconds
const READABLE = 0.75; // CSS pixels a unit, for a price
const still = matchMedia("(prefers-reduced-motion: reduce)");

export class Move {
  constructor(board) {
    this.board = board;
    this.svg = board.svg;
    this.routes = this.#layer("routes");
    this.svg.querySelector(".names").before(this.routes);
    this.over = this.#layer("over");
    this.moving = this.#layer("over");
    this.svg.append(this.over, this.moving);
    this.shown = new Set();
    // Before the draft asks for the answer.
    document.addEventListener("click", (event) => this.#press(event), { capture: true });
    this.svg.addEventListener("draft:marked", () => this.draw());
    board.frame.addEventListener("board:zoom", () => this.#size());
    this.draw();
  }

  // What is chosen, as the list has it.
  draw() {
    const chosen = document.querySelectorAll('#draft [data-way][aria-pressed="true"]');
    const ways = new Map([...chosen].map((button) => [button.dataset.way, button]));
    this.routes.replaceChildren();
    this.over.replaceChildren();
    this.svg.style.setProperty("--mine", this.#piece()?.getAttribute("fill"));
    this.svg.style.setProperty("--mine-edge", this.#piece()?.getAttribute("stroke"));
    for (const [way, button] of ways) this.#light(way, button);
    this.shown = new Set(ways.keys());
  }

  // A price is read from afar as well.
  #size() {
    const larger = Math.max(1, READABLE / this.board.scale);
    for (const price of this.over.querySelectorAll(".price > *")) {
      price.setAttribute("transform", `scale(${larger})`);
    }
  }

  #press(event) {
    const button = event.target.closest("#draft button[data-place], #draft button[data-way]");
    if (!button || !this.#piece()) return;
    const { way, place } = button.dataset;
    const isDropped = button.getAttribute("aria-pressed") === "true";
    if (isDropped) {
      for (const part of this.svg.querySelectorAll(`[data-of="${way ?? place}"]`)) part.remove();
      return;
    }
    if (place) this.#fill(place, way ?? place);
    if (way && !this.shown.has(way)) {
      this.#light(way, button);
      this.#travel(way);
    }
  }

  #light(way, button) {
    const links = roads(this.svg, way.split(" "));
    if (!links.length) return;
    const route = this.#layer("route");
    route.dataset.of = way;
    for (const kind of ["casing", "band"]) {
      for (const { path } of links) route.append(this.#copy(path, kind));
    }
    this.routes.append(route);
    const price = button.querySelector(".cost")?.textContent;
    if (price) this.over.append(this.#tag(price, links[links.length >> 1].path, way));
    this.#size();
  }

  #copy(path, kind) {
    const copy = document.createElementNS(SVG, "path");
    copy.setAttribute("d", path.getAttribute("d"));
    copy.setAttribute("class", kind);
    return copy;
  }

  #tag(price, path, way) {
    const { x, y } = path.getPointAtLength(path.getTotalLength() / 2);
    const tag = this.#layer("price");
    tag.dataset.of = way;
    tag.setAttribute("transform", `translate(${x} ${y})`);
    const plate = document.createElementNS(SVG, "rect");
    const wide = 14 + 9 * price.length;
    for (const [name, value] of Object.entries({ x: -wide / 2, y: -12, width: wide, height: 24 })) {
      plate.setAttribute(name, value);
    }
    plate.setAttribute("rx", 6);
    const text = document.createElementNS(SVG, "text");
    text.setAttribute("y", 6);
    text.textContent = price;
    tag.append(plate, text);
    return tag;
  }

  #fill(place, of) {
    const { x, y } = centre(this.svg, place);
    const filled = this.#layer("filled");
    filled.dataset.of = of;
    filled.setAttribute("transform", `translate(${x} ${y})`);
    const ground = document.createElementNS(SVG, "circle");
    ground.setAttribute("r", 11.5);
    filled.append(ground, this.#marker());
    this.over.append(filled);
  }

  #travel(way) {
    if (still.matches) return;
    const stops = way.split(" ");
    const marker = this.#layer("travels");
    marker.append(this.#marker());
    this.moving.append(marker);
    travel(this.svg, marker, stops, { duration: A_LINK * (stops.length - 1) });
  }

  // Who moves has a piece in the strip of scores; it is drawn around (10, 10).
  #piece() {
    return document.querySelector("#strip .moves .piece path");
  }

  #marker() {
    const marker = this.#layer("marker");
    marker.setAttribute("transform", "translate(-10 -10)");
    marker.append(this.#piece().cloneNode());
    return marker;
  }

  #layer(name) {
    const layer = document.createElementNS(SVG, "g");
    layer.setAttribute("class", name);
    return layer;
  }
}
