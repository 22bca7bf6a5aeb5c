import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import manifest from "../../apps/server/package.json" with { type: "json" };
import { runTrovella } from "./support/trovella-process.ts";

const LINKED_BIN = fileURLToPath(new URL("../../node_modules/.bin/trovella", import.meta.url));

describe("the trovella command", () => {
  it("shows commands, variables with defaults, and exit codes with --help", async () => {
    const { exitCode, stdout, stderr } = await runTrovella(["--help"]);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
    expect(stdout).toContain("Usage: trovella <command> [options]");
    expect(stdout).toMatch(/^ {2}serve +Start/m);
    expect(stdout).toMatch(/^ {2}PORT +.*0 to 65535; default: 4737/m);
    expect(stdout).toMatch(/^ {2}3 +Not configured/m);
  });

  it("shows the help on stderr and ends with 2 when no command is given", async () => {
    const { exitCode, stdout, stderr } = await runTrovella([]);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
    expect(stderr).toContain("Usage: trovella <command> [options]");
  });

  it.each([
    { options: ["serve", "--help"], shown: "--port <number>" },
    { options: ["serve", "-h", "--port", "0"], shown: "LOG_LEVEL" },
    { options: ["help", "serve"], shown: "Usage: trovella serve" },
    { options: ["version", "--help"], shown: "--json" },
    { options: ["backup", "--help"], shown: "Usage: trovella backup <file> [options]" },
    { options: ["verify", "--help"], shown: "Usage: trovella verify [planId] [options]" },
    { options: ["restore", "--help"], shown: "DATABASE_URL" },
    { options: ["token", "--help"], shown: "Usage: trovella token <command> [options]" },
    { options: ["token", "create", "-h"], shown: "Usage: trovella token create [options]" },
    { options: ["help", "output", "get"], shown: "Usage: trovella output get <id> [options]" },
  ])("shows the help of a command with $options", async ({ options, shown }) => {
    const { exitCode, stdout } = await runTrovella(options);
    expect(exitCode).toBe(0);
    expect(stdout).toContain(shown);
  });

  it.each([["version"], ["--version"], ["-v"]])("prints its version with %s", async (option) => {
    const { exitCode, stdout, stderr } = await runTrovella([option]);
    expect({ exitCode, stdout, stderr }).toEqual({
      exitCode: 0,
      stdout: `trovella ${manifest.version}\n`,
      stderr: "",
    });
  });

  it("prints its version as JSON with --json", async () => {
    const { stdout } = await runTrovella(["version", "--json"]);
    expect(JSON.parse(stdout)).toEqual({
      name: "trovella",
      version: manifest.version,
      node: process.version,
    });
  });

  it.each([
    { options: ["frobnicate"], named: 'no command "frobnicate"' },
    { options: ["toString"], named: 'no command "toString"' },
    { options: ["--frob"], named: "no option --frob" },
    { options: ["serve", "--prot", "5000"], named: "no option --prot" },
    { options: ["serve", "-p", "5000"], named: "no option -p" },
    { options: ["serve", "--no-port"], named: "no option --no-port" },
    { options: ["serve", "--constructor"], named: "no option --constructor" },
    { options: ["serve", "--port"], named: "a value after --port" },
    { options: ["serve", "--port="], named: "a value after --port" },
    { options: ["serve", "--port", "--host", "::1"], named: "a value after --port" },
    { options: ["serve", "now"], named: 'the argument "now"' },
    { options: ["version", "--json=yes"], named: "--json without a value" },
  ])("refuses $options, names the mistake and says how to get help", async (wrong) => {
    const { exitCode, stdout, stderr } = await runTrovella(wrong.options);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
    expect(stderr).toContain(wrong.named);
    expect(stderr).toMatch(/Run `trovella .*--help`/);
    expect(stderr.trim().split("\n")).toHaveLength(1);
  });

  it("names every bad variable, its value and what is allowed, and ends with 2", async () => {
    const { exitCode, stderr } = await runTrovella(["serve"], { PORT: "abc", LOG_LEVEL: "loud" });
    expect(exitCode).toBe(2);
    expect(stderr.split("\n")).toEqual([
      'PORT is "abc", but it must be a whole number from 0 to 65535.',
      'LOG_LEVEL is "loud", but it must be one of trace, debug, info, warn, error, fatal, silent.',
      "",
    ]);
  });

  it("ends well when nobody reads its output to the end", async () => {
    const { exitCode, stderr } = await runTrovella(["--help"], {}, { isStdoutClosed: true });
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
  });

  it("runs through npm's link from any folder, whatever tsconfig.json lies there", async () => {
    const folder = mkdtempSync(path.join(tmpdir(), "trovella-cli-"));
    try {
      writeFileSync(path.join(folder, "tsconfig.json"), "not JSON at all");
      const { stdout } = await promisify(execFile)(LINKED_BIN, ["version"], { cwd: folder });
      expect(stdout).toBe(`trovella ${manifest.version}\n`);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
