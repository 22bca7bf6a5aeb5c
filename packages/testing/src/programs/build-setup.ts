import { createRequire } from "node:module";

const load = createRequire(import.meta.url);
const { buildConsole }: { buildConsole: () => void } = load(
  "../../../../scripts/build-console.cjs",
);
const { buildServer }: { buildServer: () => void } = load("../../../../scripts/build-server.cjs");

/** The command that the tests start is built, and its server has a console to show. */
export default function setUp(): void {
  buildConsole();
  buildServer();
}
