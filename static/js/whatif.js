import { Board } from "./board.js";
import { Draft } from "./draft.js";
import { Keys } from "./keys.js";
import { Move } from "./move.js";
import { Sheet } from "./sheet.js";

const board = new Board(document.querySelector(".board-frame > svg.board"));
const draft = new Draft(board);
new Sheet(board);
new Move(board);
new Keys(board);
draft.mark();
draft.look();
