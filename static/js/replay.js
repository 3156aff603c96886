// The replay viewer. Without it, every step is a page of its own.

import { Board } from "./board.js";
import { Frames } from "./replay-frames.js";
import { Moves } from "./replay-moves.js";
import { Points } from "./replay-points.js";
import { Scores } from "./replay-scores.js";
import { Story } from "./replay-story.js";
import { Sheet } from "./sheet.js";

const stage = document.querySelector(".controls");
const slider = stage.querySelector("[name=at]");
const speed = stage.querySelector("[name=speed]");
const unit = stage.querySelector("[name=by]");
const playing = stage.querySelector("[data-does=play]");
const buttons = [...stage.querySelectorAll("a[data-does]")];
const when = stage.querySelector(".when");
const number = stage.querySelector(".count b");
const caption = stage.querySelector(".event");
const map = document.querySelector(".board-frame");
const A_PAUSE = 400;
const LEFT_AT = `replay ${stage.dataset.moments}`;
let clicked = null;

class Viewer {
  constructor(film) {
    const svg = map.querySelector("svg.board");
    this.film = film;
    this.last = film.stops.turn.at(-1);
    this.version = Number(stage.dataset.version);
    this.frames = new Frames(film, svg, this.version);
    // What a comparison marked stays until the first step.
    if (!svg.querySelector(".changed")) this.frames.show(this.version);
    this.moves = new Moves(svg, film.pieces);
    this.board = new Board(svg);
    new Sheet(this.board);
    this.scores = new Scores(document.getElementById("strip"), film.scores);
    this.stops = { event: null, turn: film.stops.turn, round: film.stops.round };
    const words = document.querySelector(".story");
    this.story = words && new Story(words, film.captions, (to) => this.go(to), addressOf);
    const points = document.querySelector("section.points");
    this.points = points && new Points(points);
    this.timer = null;
    this.address = new Address();
  }

  go(wanted, pace = Infinity) {
    const to = Math.min(this.last, Math.max(1, wanted));
    if (to === this.version) return;
    const changed = this.frames.show(to);
    const paths = to <= this.beside(1, "turn") ? this.#paths(this.version, to) : [];
    const before = this.version;
    const on = to > before;
    this.version = to;
    if (on) this.moves.show(changed, paths, pace);
    else this.moves.clear();
    this.look();
    this.#show();
  }

  step(way, by, pace = Infinity) {
    this.go(this.beside(way, by), pace);
  }

  beside(way, by = unit.value) {
    const stops = this.stops[by];
    if (!stops) return this.version + way;
    if (way > 0) return stops.find((stop) => stop > this.version) ?? this.last;
    return stops.findLast((stop) => stop < this.version) ?? 1;
  }

  toggle() {
    if (this.timer) return this.pause();
    playing.setAttribute("aria-pressed", "true");
    if (this.version === this.last) this.go(this.stops.turn[0]);
    this.#wait();
  }

  pause() {
    clearTimeout(this.timer);
    this.timer = null;
    playing.setAttribute("aria-pressed", "false");
  }

  // Where the reader was, unless the game has gone on since.
  resume() {
    const left = JSON.parse(localStorage.getItem(LEFT_AT));
    if (left?.of === this.film.version) this.go(left.at);
  }

  // The board shows where the present turn or event took place, first of all its expansions.
  look(until = this.version) {
    const isTurn = this.stops.turn.includes(until);
    const after = isTurn ? (this.stops.turn.findLast((stop) => stop < until) ?? 0) : until - 1;
    const places = this.#paths(after, until).flatMap(([, stops]) => stops);
    if (!places.length) places.push(...this.frames.placesChanged(after, until));
    this.board.focus(...places);
    return places.length > 0;
  }

  // The whole map, where its names can be read; else the present turn, at the end the last one.
  begin() {
    if (this.board.canRead) this.board.whole();
    else if (!this.look()) this.look(this.beside(-1, "turn"));
  }

  #paths(after, until) {
    const versions = Object.keys(this.film.paths).map(Number);
    return versions
      .filter((each) => after < each && each <= until)
      .map((each) => this.film.paths[each]);
  }

  #wait() {
    const pace = Number(speed.value);
    this.timer = setTimeout(() => {
      this.step(1, unit.value, pace);
      if (this.version === this.last) this.pause();
      else this.#wait();
    }, pace);
  }

  #show() {
    const { film, version } = this;
    when.textContent = film.whens[version];
    caption.textContent = film.turns[version] ?? film.captions[version];
    number.textContent = version;
    stage.dataset.version = version;
    slider.value = version;
    this.story?.show(version);
    this.points?.show(version, film.whens[version]);
    this.scores.show(version);
    this.label();
    for (const now of document.querySelectorAll(".chart .now")) {
      const { left, step } = now.dataset;
      const x = Number(left) + Number(step) * film.samples[version];
      now.setAttribute("transform", `translate(${x} 0)`);
    }
    for (const link of document.querySelectorAll("[data-moment]")) {
      link.href = link.getAttribute("href").replace(/\/\d+\/board/, `/${version}/board`);
    }
    for (const link of document.querySelectorAll("[data-whatif]")) {
      link.search = `?at=${version}`;
    }
    for (const field of document.querySelectorAll("#address, #embed")) {
      field.value = field.value.replace(/\/\d+\/(?="|$)/, `/${version}/`);
    }
    this.address.follow(addressOf(version));
    if (this.story) {
      localStorage.setItem(LEFT_AT, JSON.stringify({ at: version, of: film.version }));
    }
  }

  label() {
    slider.setAttribute("aria-valuetext", `${when.textContent}: ${caption.textContent}`);
    for (const button of buttons) {
      const to = STEPS[button.dataset.does](this);
      button.href = addressOf(Math.min(this.last, Math.max(1, to)));
      if (to < 1 || to > this.last || to === this.version) {
        button.setAttribute("aria-disabled", "true");
      } else button.removeAttribute("aria-disabled");
    }
  }
}

// Browsers refuse, one by an error, to change an address more than a few times a second.
class Address {
  #next = null;
  #waits = false;

  follow(address) {
    this.#next = address;
    if (!this.#waits) this.#change();
  }

  #change() {
    this.#waits = this.#next !== null;
    if (!this.#waits) return;
    history.replaceState(null, "", this.#next);
    this.#next = null;
    setTimeout(() => this.#change(), A_PAUSE);
  }
}

const STEPS = {
  first: () => 1,
  back: (viewer) => viewer.beside(-1),
  on: (viewer) => viewer.beside(1),
  last: (viewer) => viewer.last,
};

function addressOf(version) {
  return stage.dataset.moments.replace(/0\/$/, `${version}/`);
}

function pressKey(viewer, event) {
  if (event.altKey || event.metaKey) return false;
  const by = event.ctrlKey ? "round" : event.shiftKey ? "event" : unit.value;
  switch (event.key) {
    case "ArrowLeft":
      viewer.step(-1, by);
      return true;
    case "ArrowRight":
      viewer.step(1, by);
      return true;
    case "Home":
      viewer.go(1);
      return true;
    case "End":
      viewer.go(viewer.last);
      return true;
    case " ":
      viewer.toggle();
      return true;
    default:
      return false;
  }
}

// The map has keys of its own for who came to it by the keyboard.
function isBusy(event) {
  const field = event.target.closest("input, textarea, select, [tabindex]");
  if (field && field !== slider && field !== clicked) return true;
  return event.key === " " && event.target.closest("button, summary") !== null;
}

function begin(film) {
  const viewer = new Viewer(film);
  slider.max = viewer.last;
  viewer.label();
  viewer.story?.show(viewer.version);
  viewer.begin();
  for (const button of buttons) {
    button.addEventListener("click", (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      viewer.pause();
      viewer.go(STEPS[button.dataset.does](viewer));
    });
  }
  slider.addEventListener("input", () => viewer.go(Number(slider.value)));
  unit.addEventListener("change", () => viewer.label());
  playing.addEventListener("click", () => viewer.toggle());
  map.addEventListener("pointerdown", () => {
    clicked = map;
  });
  map.addEventListener("blur", () => {
    clicked = null;
  });
  document.addEventListener("keydown", (event) => {
    if (isBusy(event) || !pressKey(viewer, event)) return;
    if (event.key !== " ") viewer.pause();
    event.preventDefault();
  });
  for (const part of stage.querySelectorAll("[hidden]")) part.hidden = false;
  stage.querySelector(".go").hidden = true;
  if (viewer.story && !/\/\d+\/$/.test(location.pathname)) viewer.resume();
  stage.classList.add("ready");
}

// A network that falters is asked again; without an answer every step is a page of its own.
async function fetchFilm(tries = 3) {
  try {
    const answer = await fetch(stage.dataset.frames);
    return answer.ok ? await answer.json() : null;
  } catch (error) {
    if (!(error instanceof TypeError) || tries === 1) throw error;
    await new Promise((resolve) => setTimeout(resolve, A_PAUSE));
    return fetchFilm(tries - 1);
  }
}

const film = await fetchFilm();
if (film) begin(film);
