import { Board } from "./board.js";
import { Draft } from "./draft.js";

const draft = new Draft(new Board(document.querySelector(".board-frame > svg.board")));
draft.mark();
draft.look();
