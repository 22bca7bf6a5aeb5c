import { createRequire } from "node:module";

const { buildConsole }: { buildConsole: () => void } = createRequire(import.meta.url)(
  "../scripts/build-console.cjs",
);

/** The server that the tests start has a console to show. */
export default function setUp(): void {
  buildConsole();
}
