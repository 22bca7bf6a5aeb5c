import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { ensurePostgres, stopPostgres } from "@trovella/db/embedded";
import { TROVELLA } from "@trovella/testing/mcp/mcp-client";
import { findOrInstall, findProgram } from "@trovella/testing/programs/find-or-install";
import { copyTestModel } from "@trovella/testing/search/search-model";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const FOLDER = mkdtempSync(path.join(tmpdir(), "trovella-offline-"));
const HOME = path.join(FOLDER, "home");
const DATA = path.join(FOLDER, "data");
const ENVIRONMENT = {
  PATH: process.env.PATH ?? "",
  HOME,
  TROVELLA_DATA_DIR: DATA,
  TROVELLA_EMBEDDER: "local",
};

const { programs: strace, reason } = await findOrInstall({
  name: "strace",
  packages: ["strace"],
  lookUp: () => findProgram("strace"),
});

beforeAll(async () => {
  chmodSync(FOLDER, 0o755);
  mkdirSync(HOME);
  // The model and its runtime are the one thing that local mode fetches by itself, once.
  await copyTestModel(DATA);
  // Otherwise strace would wait for PostgreSQL, which outlives the command that starts it.
  await ensurePostgres({ dataDirectory: DATA });
});
afterAll(async () => {
  await stopPostgres({ dataDirectory: DATA });
  rmSync(FOLDER, { recursive: true, force: true });
});

describe.skipIf(!strace)(`local mode opens no connection to other computers ${reason}`, () => {
  it("notices an attempt, by any process and by any lookup of a name", () => {
    const script =
      "require('node:net').connect(80, '192.0.2.1').on('error', () => {}); require('node:dns').resolve4('name.invalid', () => process.exit())";
    const command = `"${process.execPath}" -e "${script}" & wait`;
    spawnSync(strace ?? "", [...straceOptions("control"), "sh", "-c", command], {
      timeout: 30_000,
    });
    const attempts = attemptsIn("control");
    expect(attempts.some((line) => line.includes("192.0.2.1"))).toBe(true);
    expect(attempts.some((line) => /port=htons\(53\)/.test(line))).toBe(true);
  });

  it("in the demo", () => {
    const demo = [process.execPath, TROVELLA, "demo", "--yes", "--out", path.join(FOLDER, "out")];
    const { status, stderr } = spawnSync(strace ?? "", [...straceOptions("demo"), ...demo], {
      env: ENVIRONMENT,
      encoding: "utf8",
    });
    expect([status, stderr]).toEqual([0, expect.any(String)]);
    expect(attemptsIn("demo")).toEqual([]);
    expect(filesIn(HOME)).toEqual([]);
  });

  it("while storing and searching by meaning", async () => {
    const client = new Client({ name: "offline", version: "1" });
    await client.connect(
      new StdioClientTransport({
        command: strace ?? "",
        args: [...straceOptions("search"), process.execPath, TROVELLA, "mcp"],
        env: ENVIRONMENT,
        stderr: "ignore",
      }),
    );
    const call = async (name: string, input: Record<string, unknown>) =>
      (await client.callTool({ name, arguments: input })).structuredContent;
    try {
      const finding = { artifactType: "finding", title: "Bread", content: "A man eats bread." };
      await call("store_research", finding);
      const search = () =>
        call("search_sources", { query: "which food does the person consume now", limit: 1 });
      await expect
        .poll(search, { timeout: 60_000, interval: 500 })
        .toMatchObject({ results: [{ title: "Bread" }] });
    } finally {
      await client.close();
    }
    expect(attemptsIn("search")).toEqual([]);
    expect(filesIn(HOME)).toEqual([]);
  });
});

function straceOptions(name: string): string[] {
  const calls = "trace=connect,sendto,sendmsg,sendmmsg";
  return ["-f", "--seccomp-bpf", "-qq", "-e", calls, "-e", "signal=none", "-o", traceOf(name)];
}

/** Whatever names an internet address that is not loopback, or asks a name server. */
function attemptsIn(name: string): string[] {
  return readFileSync(traceOf(name), "utf8")
    .split("\n")
    .filter((line) => /sa_family=AF_INET6?/.test(line))
    .filter(
      (line) => !/"(127\.[\d.]+|::1|::ffff:127\.[\d.]+)"/.test(line) || /htons\(53\)/.test(line),
    );
}

function traceOf(name: string): string {
  return path.join(FOLDER, `${name}.strace`);
}

function filesIn(directory: string): string[] {
  return readdirSync(directory, { recursive: true }).map(String);
}
