import { expect, it } from "vitest";
import { CLIENT_IDS, CLIENTS } from "./clients.ts";
import { installLink } from "./install-link.ts";

const HTTP = { transport: "http", url: "http://127.0.0.1:4737/mcp" } as const;
const STDIO = {
  transport: "stdio",
  command: "/usr/bin/node",
  args: ["/opt/ä b/trovella.mjs", "mcp"],
  env: {},
} as const;

it.each(["cursor", "lm-studio"] as const)("has a link for %s with the entry in base64", (id) => {
  const url = new URL(installLink(CLIENTS[id], STDIO) ?? "");
  expect(url.searchParams.get("name")).toBe("trovella");
  const config = Buffer.from(url.searchParams.get("config") ?? "", "base64").toString("utf8");
  expect(JSON.parse(config)).toEqual({ command: STDIO.command, args: STDIO.args });
});

it("has a link for VS Code with the entry and its name", () => {
  const link = installLink(CLIENTS.vscode, HTTP) ?? "";
  expect(link.startsWith("vscode:mcp/install?%7B")).toBe(true);
  expect(JSON.parse(decodeURIComponent(link.split("?")[1] ?? ""))).toEqual({
    name: "trovella",
    type: "http",
    url: HTTP.url,
  });
});

it("never has a link that a browser would run", () => {
  for (const id of CLIENT_IDS) {
    const link = installLink(CLIENTS[id], STDIO);
    if (link) expect(link).toMatch(/^(cursor|vscode|lmstudio|kiro):/);
  }
});
