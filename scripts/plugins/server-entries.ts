/**
 * How clients start the server: the installed command. Fetching it by its name would run whatever somebody publishes under
 * that name.
 */
const COMMAND = { command: "trovella", args: ["mcp"] };

/** As Claude Code, Codex and Gemini CLI list servers; some of them name the transport. */
export function serversOf({ namesType }: { namesType: boolean }): object {
  const type = namesType ? { type: "stdio" } : {};
  return { mcpServers: { trovella: { ...type, ...COMMAND } } };
}

/** As Agent Plugins 1.0.0 lists servers. */
export function portableServers(): object {
  return {
    $schema: "https://agent-plugins.org/schemas/1.0.0/mcp.schema.json",
    ...serversOf({ namesType: true }),
  };
}
