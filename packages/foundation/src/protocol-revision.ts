/** The newest MCP revision that is served; those of 2025 are served beside it. */
export const PROTOCOL_REVISION = "2026-07-28";
