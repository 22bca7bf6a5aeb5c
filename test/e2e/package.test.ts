import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { Worker } from "node:worker_threads";
import { connectStdio, WITHOUT_MODEL } from "@trovella/testing/mcp/mcp-client";
import { ROOT } from "@trovella/testing/sources";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Installed, install, runInstalled } from "../../scripts/package/installed-package.ts";
import { makeTarball } from "../../scripts/package/make-tarball.ts";
import { testDirectory } from "./support/test-directory.ts";
import { startServing } from "./support/trovella-process.ts";

const folder = mkdtempSync(path.join(tmpdir(), "trovella-package-"));
const installed: Installed = {
  home: path.join(folder, "home"),
  prefix: path.join(folder, "prefix"),
  dataDirectory: testDirectory(),
};
const place = path.join(installed.prefix, "lib/node_modules/trovella");
const program = path.join(place, "apps/server/bin/trovella.mjs");

beforeAll(async () => {
  chmodSync(folder, 0o755);
  mkdirSync(installed.home);
  const { file } = await makeTarball(folder);
  install(file, installed, { cache: null });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it("is complete without this repository", async () => {
  const { version } = JSON.parse(await runInstalled(installed, ["version", "--json"]));
  expect(version).toBe(JSON.parse(read("package.json")).version);
  expect(await runInstalled(installed, ["doctor", "--start"])).toMatch(/migrations +up to date/i);
  expect(await runInstalled(installed, ["connect", "claude-desktop"])).toContain(
    JSON.stringify(program),
  );
});

it("serves a client with all tools and skills", async () => {
  const environment = { TROVELLA_DATA_DIR: installed.dataDirectory, ...WITHOUT_MODEL };
  const { client, call, close } = await connectStdio(environment, { program });
  try {
    const { tools } = await client.listTools();
    expect(tools.length).toBeGreaterThan(15);
    expect(await call("get_skill", { name: "research" })).toMatchObject({ name: "research" });
  } finally {
    await close();
  }
});

it("ends with one sentence when the database is out of reach, though it would have answered already", async () => {
  const child = spawn(process.execPath, [program, "mcp"], {
    env: { PATH: process.env.PATH ?? "", DATABASE_URL: "postgresql://127.0.0.1:1/none" },
    // Its client keeps the connection open.
    stdio: ["pipe", "ignore", "pipe"],
  });
  const [said, [exitCode]] = await Promise.all([text(child.stderr), once(child, "exit")]);
  expect(said).toMatch(/^The database cannot be reached\. Next: .*\n$/);
  expect(exitCode).toBe(1);
});

it("serves the console and metrics", async () => {
  const environment = { TROVELLA_DATA_DIR: installed.dataDirectory, ...WITHOUT_MODEL };
  const { url, child, ended } = await startServing([], environment, {}, program);
  try {
    expect(await (await fetch(url)).text()).toMatch(
      /data-command="trovella"[\s\S]*<title>Trovella/,
    );
    expect(await (await fetch(`${url}/metrics`)).text()).toContain("trovella_");
  } finally {
    child.kill("SIGTERM");
  }
  expect(await ended).toBe(0);
});

it("contains the threads that are plain JavaScript in the repository", async () => {
  const worker = new Worker(path.join(place, "apps/server/dist/package/validation-worker.js"));
  try {
    const schema = { type: "object", properties: { price: { type: "number", minimum: 1 } } };
    worker.postMessage({ schema, data: { price: 0 }, hasData: true });
    const [, verdict] = [await once(worker, "message"), await once(worker, "message")];
    expect(verdict).toEqual([{ kind: "invalid", errors: ["/price must be >= 1"] }]);
  } finally {
    await worker.terminate();
  }
});

it("has license, notices and no trace of the computer that made it", () => {
  expect(read("LICENSE")).toContain("Apache License");
  expect(read("THIRD-PARTY-NOTICES.txt")).toMatch(/^zod \S+ \(MIT\)$/m);
  const files = readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(place, path.join(entry.parentPath, entry.name)));
  const own = files.filter((file) => !file.startsWith("node_modules"));
  expect(own.filter((file) => /\.(ts|tsx|map)$/.test(file))).toEqual([]);
  expect(own.filter((file) => read(file).includes(ROOT))).toEqual([]);
});

function read(file: string): string {
  return readFileSync(path.join(place, file), "utf8");
}
