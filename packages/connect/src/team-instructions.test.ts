import { hostname, userInfo } from "node:os";
import { ROOT } from "@trovella/testing/sources";
import { expect, it } from "vitest";
import { CLIENT_IDS, CLIENTS } from "./clients.ts";
import { teamInstructions } from "./team-instructions.ts";

const clients = teamInstructions("https://research.example");

it("has every client, by browser and by token where it takes a URL", () => {
  expect(clients.map(({ id }) => id)).toEqual([...CLIENT_IDS, "other"]);
  for (const { id, command, methods, nextStep } of clients) {
    expect(command).toBeNull();
    expect(nextStep).toMatch(/^[A-Z].*\.$/);
    const kinds = methods.map(({ transport, signIn }) => `${transport} ${signIn}`);
    const client = CLIENT_IDS.map((each) => CLIENTS[each]).find((each) => each.id === id);
    const byToken = client && !client.tokenKeys ? [] : ["http token"];
    const isHttp = !client || client.shape.http;
    expect(kinds).toEqual(isHttp ? ["http browser", ...byToken] : []);
    for (const { entry } of methods) expect(entry).toContain("https://research.example/mcp");
  }
});

it("never holds a token, and names the variable that does", () => {
  const [, byToken] = methodsOf("codex");
  expect(byToken?.entry).toContain('bearer_token_env_var = "TROVELLA_TOKEN"');
  expect(JSON.parse(methodsOf("claude-code")[1]?.entry ?? "")).toEqual({
    mcpServers: {
      trovella: {
        type: "http",
        url: "https://research.example/mcp",
        headers: { Authorization: "Bearer $" + "{TROVELLA_TOKEN}" },
      },
    },
  });
});

it("reveals nothing about the server's computer", () => {
  const text = JSON.stringify(clients);
  for (const secret of [ROOT, userInfo().homedir, process.execPath, hostname()]) {
    if (secret.length > 4) expect(text).not.toContain(secret);
  }
  expect(methodsOf("cursor")[0]?.file).toBe("~/.cursor/mcp.json");
});

function methodsOf(id: string) {
  return clients.find((client) => client.id === id)?.methods ?? [];
}
