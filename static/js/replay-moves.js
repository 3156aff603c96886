// What a step did is seen moving: markers along their links, rings around what changed.

import { draw } from "./replay-frames.js";
import { travel } from "./roads.js";

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

  // One path after the other, all of them before the next step comes.
  show(changed, paths, pace) {
    this.clear();
    if (still.matches) return;
    for (const element of changed) this.#ring(element);
    for (const [i, path] of paths.entries()) this.#travel(path, i, (pace * 0.8) / paths.length);
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

  #travel([seat, stops], turn, most) {
    const piece = draw(`<g class="travels">${this.pieces[seat]}</g>`);
    this.layer.append(piece);
    const duration = Math.min(most, A_LINK * (stops.length - 1));
    travel(this.svg, piece, stops, { duration, delay: turn * Math.min(most, A_LINK) });
  }
}
