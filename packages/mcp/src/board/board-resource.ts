import type { ServerContext } from "@modelcontextprotocol/server";
import type { Services } from "../services.ts";
import { BOARD_TYPE, BOARD_URI } from "./board-extension.ts";

/** The same for everybody: no data, no secrets. It may connect to nothing. */
const UI = { csp: {}, prefersBorder: true };
const CACHE_HINT = { ttlMs: 300_000, cacheScope: "public" } as const;

/** The page of the board; null for other resources, and when it is not built. */
export function readBoardResource({ boardPage }: Services, uri: string, { mcpReq }: ServerContext) {
  if (uri !== BOARD_URI || !boardPage) return null;
  return {
    contents: [{ uri, mimeType: BOARD_TYPE, text: boardPage, _meta: { ui: UI } }],
    // Only 2026-07-28 can say so.
    ...(mcpReq.envelope ? CACHE_HINT : {}),
  };
}
