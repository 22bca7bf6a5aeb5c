/** How clients start the server: the published program, in exactly the version of the plugin. */
function command(version: string) {
  return { command: "npx", args: ["-y", `trovella@${version}`, "mcp"] };
}

/** As Claude Code, Codex and Gemini CLI list servers; some of them name the transport. */
export function serversOf(version: string, { namesType }: { namesType: boolean }): object {
  const type = namesType ? { type: "stdio" } : {};
  return { mcpServers: { trovella: { ...type, ...command(version) } } };
}

/** As Agent Plugins 1.0.0 lists servers. */
export function portableServers(version: string): object {
  return {
    $schema: "https://agent-plugins.org/schemas/1.0.0/mcp.schema.json",
    ...serversOf(version, { namesType: true }),
  };
}

/** As the MCP registry describes a package that is started. */
export function registryPackage(version: string): object {
  return {
    registryType: "npm",
    identifier: "trovella",
    version,
    runtimeHint: "npx",
    packageArguments: [{ type: "positional", value: "mcp" }],
    transport: { type: "stdio" },
  };
}
