import { expect, it } from "vitest";
import { CLIENTS, type ClientId } from "./clients.ts";
import type { ConnectRequest } from "./connect-request.ts";
import type { ServerEndpoint } from "./entry.ts";
import { chooseServer, type Installation } from "./installation.ts";

const LOCAL_URL = "http://127.0.0.1:4737/mcp";
const STDIO: ServerEndpoint = { transport: "stdio", command: "node", args: ["mcp"], env: {} };

it.each([
  [undefined, LOCAL_URL],
  ["https://trovella.example.org/mcp", "https://trovella.example.org/mcp"],
])("with --url %s connects to %s", (url, expected) => {
  const { server } = chooseServer(request({ transport: "http", url }), installation());
  expect(server).toEqual({ transport: "http", url: expected });
});

it.each(["", "x", "ftp://a/mcp", "https://u:p@a/mcp", "https://a/mcp?token=1", "https://a/mcp#1"])(
  "refuses --url %j",
  (url) => {
    const chosen = request({ transport: "http", url });
    expect(() => chooseServer(chosen, installation())).toThrow(/--url must/);
  },
);

it("refuses a $ where the client would expand it", () => {
  const here = installation({ ...STDIO, env: { TROVELLA_DATA_DIR: "/data/$x" } });
  expect(() => chooseServer(request({ client: "gemini-cli" }), here)).toThrow("/data/$x");
  expect(() => chooseServer(request({ client: "codex" }), here)).not.toThrow();
});

function request({
  client = "codex",
  transport = "stdio",
  url,
}: {
  client?: ClientId;
  transport?: ConnectRequest["transport"];
  url?: string | undefined;
}): ConnectRequest {
  return {
    client: CLIENTS[client],
    scope: "user",
    transport,
    url,
    action: "show",
    isForced: false,
    isUsage: false,
  };
}

function installation(server = STDIO): Installation {
  return {
    version: "1.0.0",
    command: "npx trovella",
    stdioServer: () => ({ server, withheldVariable: null }),
    httpUrl: () => LOCAL_URL,
  };
}
