import { Board } from "./board.js";
import { Desk } from "./desk.js";
import { watch } from "./live.js";

const svg = document.querySelector(".board-frame > svg.board");
const board = new Board(svg);
const desk = new Desk(board);
desk.marked();
desk.look();
watch(desk);
