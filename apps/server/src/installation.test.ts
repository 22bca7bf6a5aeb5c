import { existsSync } from "node:fs";
import { localInstructions } from "@trovella/connect";
import { describe, expect, it } from "vitest";
import { CommandFailure } from "./exit.ts";
import { createInstallation, holdsSecret } from "./installation.ts";

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
