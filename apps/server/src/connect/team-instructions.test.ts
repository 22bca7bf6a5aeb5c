import { hostname, userInfo } from "node:os";
import { ROOT } from "@trovella/testing/sources";
import { expect, it } from "vitest";
import { CLIENT_IDS } from "./clients.ts";
import { teamInstructions } from "./team-instructions.ts";

const clients = teamInstructions("https://research.example");

it("has every client, by browser and by token where it takes an address", () => {
  expect(clients.map(({ id }) => id)).toEqual([...CLIENT_IDS, "other"]);
  for (const { id, command, ways, afterwards } of clients) {
    expect(command).toBeNull();
    expect(afterwards).toMatch(/^[A-Z].*\.$/);
    const kinds = ways.map(({ transport, signIn }) => `${transport} ${signIn}`);
    expect(kinds).toEqual(id === "claude-desktop" ? [] : ["http browser", "http token"]);
    for (const { entry } of ways) expect(entry).toContain("https://research.example/mcp");
  }
});

it("never holds a token, and names the variable that does", () => {
  const [, byToken] = waysOf("codex");
  expect(byToken?.entry).toContain('bearer_token_env_var = "TROVELLA_TOKEN"');
  expect(JSON.parse(waysOf("claude-code")[1]?.entry ?? "")).toEqual({
    mcpServers: {
      trovella: {
        type: "http",
        url: "https://research.example/mcp",
        headers: { Authorization: "Bearer $" + "{TROVELLA_TOKEN}" },
      },
    },
  });
});

it("says nothing about the computer of the server", () => {
  const text = JSON.stringify(clients);
  for (const secret of [ROOT, userInfo().homedir, process.execPath, hostname()]) {
    if (secret.length > 4) expect(text).not.toContain(secret);
  }
  expect(waysOf("cursor")[0]?.file).toBe("~/.cursor/mcp.json");
});

function waysOf(id: string) {
  return clients.find((client) => client.id === id)?.ways ?? [];
}
