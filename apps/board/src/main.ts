import { startBoard } from "./start-board.ts";

startBoard(document.body);
