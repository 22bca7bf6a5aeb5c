/** The protocol extension by which hosts show a page of the server inside the chat (MCP Apps, 2026-01-26). */
export const UI_EXTENSION = "io.modelcontextprotocol/ui";
export const BOARD_TYPE = "text/html;profile=mcp-app";
export const BOARD_URI = "ui://trovella/board";

/** Whether a client that sent these capabilities shows pages of our type. */
export function declaresBoard(capabilities: unknown): boolean {
  const { extensions } = (capabilities ?? {}) as { extensions?: Record<string, unknown> };
  const { mimeTypes } = (extensions?.[UI_EXTENSION] ?? {}) as { mimeTypes?: unknown };
  return Array.isArray(mimeTypes) && mimeTypes.includes(BOARD_TYPE);
}
