import { existsSync } from "node:fs";
import { localInstructions } from "@trovella/connect";
import { describe, expect, it } from "vitest";
import { CommandFailure } from "./exit.ts";
import { carriedSettings, commandName, createInstallation, holdsSecret } from "./installation.ts";

const HOME = { HOME: "/home/ada" };

describe("the server that clients start", () => {
  it("is this installation with this Node.js", () => {
    const { server } = createInstallation(HOME).stdioServer();
    if (server.transport !== "stdio") throw new Error("expected a program to start");
    expect(server.command).toBe(process.execPath);
    expect(server.args).toHaveLength(2);
    expect(server.args[0]).toMatch(/[\\/]bin[\\/]trovella\.mjs$/);
    expect(existsSync(server.args[0] ?? "")).toBe(true);
    expect(server.env).toEqual({});
  });

  it("uses the database that the environment names", () => {
    const environment = {
      ...HOME,
      TROVELLA_DATA_DIR: "/a/../data",
      DATABASE_URL: "postgres://me@db/x",
    };
    expect(createInstallation(environment).stdioServer()).toMatchObject({
      server: { env: { TROVELLA_DATA_DIR: "/data", DATABASE_URL: "postgres://me@db/x" } },
      withheldVariable: null,
    });
  });

  it("withholds database URLs with a password, both of them", () => {
    const { server, withheldVariable } = createInstallation({
      ...HOME,
      DATABASE_URL: "postgres://me@db/x",
      DATABASE_DIRECT_URL: "postgres://me:pw@db/x",
    }).stdioServer();
    expect(server).toMatchObject({ env: {} });
    expect(withheldVariable).toBe("DATABASE_URL");
  });

  it("refuses a configuration that would not start", () => {
    const installation = createInstallation({ DATABASE_URL: "mysql://x" });
    expect(() => installation.stdioServer()).toThrow(CommandFailure);
  });

  it("never shows a password in the console's instructions", () => {
    const environment = { DATABASE_URL: "postgresql://ada:hunter2@db.example/trovella" };
    const machine = { platform: "linux", home: "/home/ada", environment, cwd: "/work" } as const;
    const clients = localInstructions("http://a", machine, createInstallation(environment));
    expect(JSON.stringify(clients)).not.toContain("hunter2");
    for (const { methods } of clients) {
      expect(methods.filter(({ transport }) => transport === "stdio")).toEqual([]);
    }
  });
});

describe("the settings that entries carry", () => {
  it("are those that are set, with absolute paths", () => {
    const set = { TROVELLA_EMBEDDER: "none", PORT: "5000", TROVELLA_FONT_DIR: "/a/../fonts" };
    expect(carriedSettings({ ...HOME, ...set, LOG_LEVEL: "", UNKNOWN: "x" })).toEqual({
      values: { ...set, TROVELLA_FONT_DIR: "/fonts" },
      withheld: [],
    });
    expect(carriedSettings({ PORT: "0" }).values).toEqual({});
  });

  it.each([
    [{ TROVELLA_EMBEDDER: "https://KEY@api.example/v1?dimensions=2#m" }, ["TROVELLA_EMBEDDER"]],
    [{ TROVELLA_EMBEDDER: "https://api.example/v1?dimensions=2#m" }, []],
    [{ HTTPS_PROXY: "http://me:pw@proxy.example" }, ["HTTPS_PROXY"]],
    [{ TROVELLA_SECRET: "x".repeat(32) }, ["TROVELLA_SECRET"]],
    [
      {
        TROVELLA_EXTRACT_PROVIDER: "anthropic",
        TROVELLA_EXTRACT_MODEL: "m",
        TROVELLA_EXTRACT_API_KEY: "k",
      },
      ["TROVELLA_EXTRACT_PROVIDER", "TROVELLA_EXTRACT_MODEL", "TROVELLA_EXTRACT_API_KEY"],
    ],
  ])("never hold a secret, or what is refused without it: %o", (environment, withheld) => {
    const settings = carriedSettings(environment);
    expect(settings.withheld).toEqual(withheld);
    for (const name of withheld) expect(settings.values).not.toHaveProperty(name);
  });
});

it.each([
  ["/usr/lib/node_modules/trovella/bin/trovella.mjs", "trovella"],
  ["C:\\npm\\node_modules\\trovella\\bin\\trovella.mjs", "trovella"],
  ["/home/ada/trovella/apps/server/bin/trovella.mjs", "npx trovella"],
])("calls the command of %s %s", (program, name) => {
  expect(commandName(program)).toBe(name);
});

it.each([
  ["postgres://me@db/x", false],
  ["postgres://me@/x?host=/run/postgresql", false],
  ["postgres://db/x?sslmode=require&sslkey=/k", false],
  ["postgres://me:pw@db/x", true],
  ["postgres://me:pw@/x?host=/run", true],
  ["postgres://db/x?password=pw", true],
  ["postgres://db/x?sslpassword=pw", true],
  ["postgres://[", true],
])("knows whether %s holds a secret: %s", (url, isSecret) => {
  expect(holdsSecret(url)).toBe(isSecret);
});

describe("the URL of the server that runs here", () => {
  it.each([
    [{}, "http://127.0.0.1:4737/mcp"],
    [{ PORT: "5000" }, "http://127.0.0.1:5000/mcp"],
    [{ HOST: "0.0.0.0" }, "http://127.0.0.1:4737/mcp"],
    [{ HOST: "::1" }, "http://[::1]:4737/mcp"],
  ])("with %o is %s", (environment, expected) => {
    expect(createInstallation(environment).httpUrl()).toBe(expected);
  });

  it("is not guessed for a server on any free port", () => {
    expect(() => createInstallation({ PORT: "0" }).httpUrl()).toThrow(/--url/);
  });
});
