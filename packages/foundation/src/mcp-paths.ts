/** The paths of the MCP endpoint: its own, and an alias. */
export const MCP_PATHS = ["/mcp", "/api/mcp"] as const;
