import { describe, expect, it } from "vitest";
import { CLIENT_IDS } from "./clients.ts";
import { clientInstructions } from "./instructions.ts";

const ORIGIN = "http://127.0.0.1:5000";
const SECRET = "postgresql://ada:hunter2@db.example/trovella";

describe("what the console tells about connecting", () => {
  it("has every client of the command line, and one for all others", () => {
    const clients = clientInstructions(ORIGIN, machine());
    expect(clients.map(({ id }) => id)).toEqual([...CLIENT_IDS, "other"]);
    for (const { id, command, afterwards, callsItself } of clients) {
      expect(command).toBe(id === "other" ? null : `npx trovella connect ${id} --write`);
      expect(afterwards).toMatch(/^[A-Z].*\.$/);
      expect(callsItself.every((name) => name === name.toLowerCase())).toBe(true);
    }
  });

  it("fills in the server's address where a client takes one", () => {
    const ways = waysOf("gemini-cli", machine());
    expect(ways.map(({ transport }) => transport)).toEqual(["http", "stdio"]);
    expect(JSON.parse(ways[0]?.entry ?? "")).toEqual({
      mcpServers: { trovella: { httpUrl: `${ORIGIN}/mcp` } },
    });
    expect(ways[0]?.commandLine).toBe(
      `gemini mcp add --scope user --transport http trovella ${ORIGIN}/mcp`,
    );
    expect(ways[0]?.file).toBe("/home/ada/.gemini/settings.json");
    expect(waysOf("claude-desktop", machine()).map(({ transport }) => transport)).toEqual([
      "stdio",
    ]);
  });

  it("never shows a password, nor an entry that would start on another database without it", () => {
    const withSecret = machine({ DATABASE_URL: SECRET });
    expect(JSON.stringify(clientInstructions(ORIGIN, withSecret))).not.toContain("hunter2");
    expect(waysOf("codex", withSecret).map(({ transport }) => transport)).toEqual(["http"]);
  });

  it("leaves out what a client would take for a variable", () => {
    const odd = machine({ TROVELLA_DATA_DIR: "/data/$HOME" });
    expect(waysOf("cursor", odd).map(({ transport }) => transport)).toEqual(["http"]);
    expect(waysOf("codex", odd)).toHaveLength(2);
  });
});

function waysOf(id: string, on: ReturnType<typeof machine>) {
  return clientInstructions(ORIGIN, on).find((client) => client.id === id)?.ways ?? [];
}

function machine(environment: Record<string, string> = {}) {
  return { platform: "linux" as const, home: "/home/ada", environment, cwd: "/work" };
}
