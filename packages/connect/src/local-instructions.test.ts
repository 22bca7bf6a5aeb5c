import { describe, expect, it } from "vitest";
import { CLIENT_IDS } from "./clients.ts";
import type { ServerChoice } from "./installation.ts";
import { localInstructions } from "./local-instructions.ts";

const ORIGIN = "http://127.0.0.1:5000";
const MACHINE = { platform: "linux", home: "/home/ada", environment: {}, cwd: "/work" } as const;
const STARTED = { transport: "stdio", command: "node", args: ["mcp"] } as const;
const PLAIN: ServerChoice = { server: { ...STARTED, env: {} }, withheldVariable: null };

describe("the console's connection instructions", () => {
  it("have every client of the command line, and one for all others", () => {
    const clients = instructions(PLAIN);
    expect(clients.map(({ id }) => id)).toEqual([...CLIENT_IDS, "other"]);
    for (const { id, command, nextStep, clientInfoPrefixes } of clients) {
      expect(command).toBe(id === "other" ? null : `npx trovella connect ${id} --write`);
      expect(nextStep).toMatch(/^[A-Z].*\.$/);
      expect(clientInfoPrefixes.every((name) => name === name.toLowerCase())).toBe(true);
    }
  });

  it("have a command that connects to the database of this server", () => {
    const env = { TROVELLA_DATA_DIR: "/data/my research" };
    const elsewhere: ServerChoice = { server: { ...STARTED, env }, withheldVariable: null };
    expect(commandOf("codex", elsewhere)).toBe(
      "TROVELLA_DATA_DIR='/data/my research' npx trovella connect codex --write",
    );
    expect(commandOf("codex", elsewhere, "win32")).toBe(
      "$env:TROVELLA_DATA_DIR='/data/my research'; npx trovella connect codex --write",
    );
  });

  it("have a command that calls the running server where the database's URL is a secret", () => {
    const withheld = { ...PLAIN, withheldVariable: "DATABASE_URL" };
    expect(commandOf("codex", withheld)).toBe(
      `npx trovella connect codex --write --url ${ORIGIN}/mcp`,
    );
    expect(commandOf("claude-desktop", withheld)).toBe(
      "npx trovella connect claude-desktop --write",
    );
  });

  it("fill in the server's URL where a client takes one", () => {
    const methods = methodsOf("gemini-cli", PLAIN);
    expect(methods.map(({ transport }) => transport)).toEqual(["http", "stdio"]);
    expect(JSON.parse(methods[0]?.entry ?? "")).toEqual({
      mcpServers: { trovella: { httpUrl: `${ORIGIN}/mcp` } },
    });
    expect(methods[0]?.commandLine).toBe(
      `gemini mcp add --scope user --transport http trovella ${ORIGIN}/mcp`,
    );
    expect(methods[0]?.file).toBe("/home/ada/.gemini/settings.json");
    expect(methodsOf("claude-desktop", PLAIN).map(({ transport }) => transport)).toEqual(["stdio"]);
  });

  it("never show an entry that would start on another database for want of a withheld variable", () => {
    const withheld = { ...PLAIN, withheldVariable: "DATABASE_URL" };
    expect(methodsOf("codex", withheld).map(({ transport }) => transport)).toEqual(["http"]);
  });

  it("leave out values in which a client would expand a variable", () => {
    const env = { TROVELLA_DATA_DIR: "/data/$HOME" };
    const odd: ServerChoice = { server: { ...STARTED, env }, withheldVariable: null };
    expect(methodsOf("cursor", odd).map(({ transport }) => transport)).toEqual(["http"]);
    expect(methodsOf("codex", odd)).toHaveLength(2);
  });
});

function methodsOf(id: string, choice: ServerChoice) {
  return instructions(choice).find((client) => client.id === id)?.methods ?? [];
}

function commandOf(id: string, choice: ServerChoice, platform: NodeJS.Platform = "linux") {
  return instructions(choice, platform).find((client) => client.id === id)?.command;
}

function instructions(choice: ServerChoice, platform: NodeJS.Platform = "linux") {
  return localInstructions(
    ORIGIN,
    { ...MACHINE, platform },
    {
      version: "1.0.0",
      command: "npx trovella",
      stdioServer: () => choice,
      httpUrl: () => `${ORIGIN}/mcp`,
    },
  );
}
