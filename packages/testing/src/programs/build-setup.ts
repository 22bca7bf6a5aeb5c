import { createRequire } from "node:module";

const load = createRequire(import.meta.url);
const { buildConsole }: { buildConsole: () => void } = load(
  "../../../../scripts/build-console.cjs",
);
const { buildBoard }: { buildBoard: () => void } = load("../../../../scripts/build-board.cjs");
const { buildServer }: { buildServer: () => void } = load("../../../../scripts/build-server.cjs");

/** Builds the command that the tests start, and the console and the board that its server serves. */
export default function setUp(): void {
  buildConsole();
  buildBoard();
  buildServer();
}
