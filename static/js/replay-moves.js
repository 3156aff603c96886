// What a step did is seen moving: markers along their links, rings around what changed.

import { draw } from "./replay-frames.js";

const SVG = "http://www.w3.org/2000/svg";
const A_LINK = 420;
const still = matchMedia("(prefers-reduced-motion: reduce)");

export class Moves {
  constructor(svg, pieces) {
    this.pieces = pieces;
    this.layer = document.createElementNS(SVG, "g");
    this.layer.setAttribute("class", "moves");
    this.layer.setAttribute("aria-hidden", "true");
    svg.append(this.layer);
    this.svg = svg;
  }

  clear() {
    this.layer.replaceChildren();
  }

  show(changed, path, pace) {
    this.clear();
    if (still.matches) return;
    for (const element of changed) this.#ring(element);
    if (path) this.#travel(path, pace);
  }

  #ring(element) {
    if (!element.classList.contains("place")) {
      element.classList.add("moved");
      return;
    }
    const around = document.createElementNS(SVG, "g");
    around.setAttribute("transform", element.getAttribute("transform"));
    const ring = document.createElementNS(SVG, "circle");
    ring.setAttribute("r", 34);
    ring.setAttribute("class", "ring");
    around.append(ring);
    this.layer.append(around);
  }

  #travel([seat, stops], pace) {
    const points = stops.map((id) => this.#point(id));
    const piece = draw(`<g class="travels">${this.pieces[seat]}</g>`);
    this.layer.append(piece);
    const length = Math.min(pace * 0.8, A_LINK * (points.length - 1));
    const travel = piece.animate(
      points.map(({ x, y }) => ({ transform: `translate(${x}px, ${y}px)` })),
      { duration: length, easing: "ease-in-out", fill: "both" },
    );
    travel.onfinish = () => piece.remove();
  }

  #point(id) {
    const place = this.svg.getElementById(`place-${id}`);
    const { e: x, f: y } = place.transform.baseVal.getItem(0).matrix;
    return { x, y };
  }
}
