import { Board } from "./board.js";
import { Desk } from "./draft.js";

const desk = new Desk(new Board(document.querySelector(".board-frame > svg.board")));
desk.marked();
desk.look();
