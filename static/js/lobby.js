// The finished game on the home page plays itself, turn by turn, and begins anew.
import { Frames } from "./replay-frames.js";

const PACE = 900;
const REST = 6000;
const stage = document.querySelector(".film");
const film = JSON.parse(stage.querySelector("script").textContent);
const frames = new Frames(film, stage.querySelector("svg.board"), 0);
const when = stage.querySelector(".when");
const button = stage.querySelector("button");
const rows = [...stage.querySelectorAll(".bars li")];
const last = film.points.length - 1;
const most = Math.max(...film.points[last]);
let at = last;
let timer = null;

function show() {
  frames.show(at);
  when.textContent = film.headings[at];
  for (const row of rows) {
    const points = film.points[at][row.dataset.seat];
    row.querySelector(".number").textContent = points;
    row.querySelector(".bar").style.width = `${(100 * points) / most}%`;
  }
}

function step() {
  at = at === last ? 0 : at + 1;
  show();
  timer = setTimeout(step, at === last ? REST : PACE);
}

function toggle() {
  if (timer) {
    clearTimeout(timer);
    timer = null;
  } else step();
  button.textContent = timer ? stage.dataset.pause : stage.dataset.play;
}

button.hidden = false;
button.textContent = stage.dataset.play;
button.addEventListener("click", toggle);
if (!matchMedia("(prefers-reduced-motion: reduce)").matches) toggle();
