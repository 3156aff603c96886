import { Board } from "./board.js";
import { Desk } from "./desk.js";

const desk = new Desk(new Board(document.querySelector(".board-frame > svg.board")));
desk.marked();
desk.look();
