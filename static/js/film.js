// What happened since one's last turn, played once on the map: a scene a turn, ten seconds in all.
// Who asks for less motion sees the scenes as stills. A draft that changes meanwhile ends it.

import { draw } from "./replay-frames.js";
import { Moves } from "./replay-moves.js";

const LONGEST = 10_000;
const A_SCENE = 2500;
const A_TICK = 60;

export class Film {
  constructor(board) {
    this.board = board;
    this.svg = board.svg;
    this.frame = document.getElementById("film");
    this.playing = null;
    this.frame.addEventListener("click", (event) => this.#press(event));
    document.addEventListener("keydown", (event) => this.#key(event), { capture: true });
    // The table has gone on, or a draft has.
    this.svg.addEventListener("draft:marked", () => this.#end({ restore: false }));
  }

  #press(event) {
    if (!this.playing || !event.target.closest("#film button")) return;
    this.#end();
  }

  #key(event) {
    if (!this.playing || event.key !== "Escape") return;
    event.stopImmediatePropagation();
    this.#end();
  }

  async play() {
    const answer = await fetch(`${location.pathname}film/`);
    if (!answer.ok || answer.redirected || this.playing) return;
    const { scenes, pieces } = await answer.json();
    if (scenes.length < 2) return;
    const pieced = this.svg.querySelector(".pieces");
    this.playing = {
      before: [...pieced.childNodes].map((node) => node.cloneNode(true)),
      chips: this.#chips().map((chip) => chip.innerHTML),
      moves: new Moves(this.svg, pieces),
      timers: [],
    };
    this.svg.classList.add("filmed");
    this.frame.hidden = false;
    this.frame.querySelector("button").focus();
    const pace = Math.min(A_SCENE, LONGEST / (scenes.length - 1));
    this.#lay(scenes[0]);
    scenes.slice(1).forEach((scene, i) => {
      this.#after(pace * i, () => this.#show(scene, scenes[i], pace));
    });
    this.#after(pace * (scenes.length - 1), () => this.#end());
  }

  #show(scene, before, pace) {
    const { moves } = this.playing;
    this.frame.querySelector("p").textContent = scene.says;
    const stops = scene.paths.flatMap(([, places]) => places);
    const changed = new DOMParser().parseFromString(`<svg>${scene.parts}</svg>`, "text/html");
    const places = [...changed.querySelectorAll(".place")].map(({ id }) => id.slice(6));
    this.board.focus(...stops, ...places);
    moves.show([], scene.paths, pace * 0.6);
    this.#after(scene.paths.length ? pace * 0.45 : 0, () => {
      const fresh = this.#lay(scene);
      moves.show(fresh, [], pace);
      this.#count(before.seats, scene.seats, pace * 0.4);
    });
  }

  #lay({ parts }) {
    const drawn = [...draw(`<g>${parts}</g>`).children];
    for (const part of drawn) this.svg.getElementById(part.id)?.replaceWith(part);
    return drawn;
  }

  #count(from, to, length) {
    const steps = Math.max(1, Math.round(length / A_TICK));
    this.#chips().forEach((chip, seat) => {
      const [points, purse] = [
        chip.querySelector(".points"),
        chip.querySelector(".purse").firstChild,
      ];
      for (let step = 1; step <= steps; step++) {
        this.#after(step * A_TICK, () => {
          points.textContent = between(from[seat][0], to[seat][0], step / steps);
          purse.textContent = between(from[seat][1], to[seat][1], step / steps);
        });
      }
    });
  }

  #chips() {
    return [...document.querySelectorAll("#strip .chip")];
  }

  #after(time, work) {
    this.playing.timers.push(setTimeout(work, time));
  }

  #end({ restore = true } = {}) {
    if (!this.playing) return;
    const { before, chips, moves, timers } = this.playing;
    this.playing = null;
    timers.forEach(clearTimeout);
    moves.layer.remove();
    this.svg.classList.remove("filmed");
    this.frame.hidden = true;
    document.querySelector("[data-film]")?.focus({ preventScroll: true });
    if (!restore) return;
    this.svg.querySelector(".pieces").replaceChildren(...before);
    this.#chips().forEach((chip, seat) => {
      chip.innerHTML = chips[seat];
    });
  }
}

// The number on the way from one text to the other, in the form that it has there.
function between(from, to, share) {
  const [low, high] = [from, to].map((text) => Number(String(text).match(/\d+/)[0]));
  return String(to).replace(/\d+/, Math.round(low + (high - low) * share));
}
