import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { CommandFailure } from "../exit.ts";
import { CLIENTS } from "./clients.ts";
import { holdsSecret, installedServer, refuseVariables, runningServer } from "./installation.ts";

const HOME = { HOME: "/home/ada" };

describe("installedServer", () => {
  it("starts this installation with this Node.js", () => {
    const { server } = installedServer(HOME);
    if (server.transport !== "stdio") throw new Error("expected a program to start");
    expect(server.command).toBe(process.execPath);
    expect(server.args).toHaveLength(2);
    expect(server.args[0]).toMatch(/[\\/]bin[\\/]trovella\.mjs$/);
    expect(existsSync(server.args[0] ?? "")).toBe(true);
    expect(server.env).toEqual({});
  });

  it("names the database that the environment names", () => {
    const environment = {
      ...HOME,
      TROVELLA_DATA_DIR: "/a/../data",
      DATABASE_URL: "postgres://me@db/x",
    };
    expect(installedServer(environment)).toMatchObject({
      server: { env: { TROVELLA_DATA_DIR: "/data", DATABASE_URL: "postgres://me@db/x" } },
      withheld: null,
    });
  });

  it("withholds database addresses with a password, both of them", () => {
    const { server, withheld } = installedServer({
      ...HOME,
      DATABASE_URL: "postgres://me@db/x",
      DATABASE_DIRECT_URL: "postgres://me:pw@db/x",
    });
    expect(server).toMatchObject({ env: {} });
    expect(withheld).toBe("DATABASE_URL");
  });

  it("refuses a configuration that would not start", () => {
    expect(() => installedServer({ DATABASE_URL: "mysql://x" })).toThrow(CommandFailure);
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
])("knows whether %s holds a secret: %s", (address, isSecret) => {
  expect(holdsSecret(address)).toBe(isSecret);
});

describe("runningServer", () => {
  it.each([
    [{}, undefined, "http://127.0.0.1:4737/mcp"],
    [{ PORT: "5000" }, undefined, "http://127.0.0.1:5000/mcp"],
    [{ HOST: "0.0.0.0" }, undefined, "http://127.0.0.1:4737/mcp"],
    [{ HOST: "::1" }, undefined, "http://[::1]:4737/mcp"],
    [{}, "https://trovella.example.org/mcp", "https://trovella.example.org/mcp"],
  ])("with %o and --url %s is at %s", (environment, url, expected) => {
    expect(runningServer(environment, url).server).toEqual({ transport: "http", url: expected });
  });

  it.each([
    "",
    "x",
    "ftp://a/mcp",
    "https://u:p@a/mcp",
    "https://a/mcp?token=1",
    "https://a/mcp#1",
  ])("refuses --url %j", (url) => {
    expect(() => runningServer({}, url)).toThrow(/--url must/);
  });
});

it("does not guess the address of a server on any free port", () => {
  expect(() => runningServer({ PORT: "0" }, undefined)).toThrow(/--url/);
});

it("refuses a $ where the client would replace it", () => {
  const { server } = installedServer({ ...HOME, TROVELLA_DATA_DIR: "/data/$x" });
  expect(() => refuseVariables(CLIENTS["gemini-cli"], server)).toThrow("/data/$x");
  expect(() => refuseVariables(CLIENTS.codex, server)).not.toThrow();
});
