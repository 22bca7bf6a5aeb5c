import { readFileSync } from "node:fs";

/** The card that hosts show inside the chat, as the build of apps/board makes it; null when it is not built. */
export function readBoardPage(): string | null {
  try {
    return readFileSync(new URL("../../../board/dist/board.html", import.meta.url), "utf8");
  } catch {
    return null;
  }
}
