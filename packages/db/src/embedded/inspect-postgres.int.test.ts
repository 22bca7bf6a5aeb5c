import { chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { scratchDirectory } from "@trovella/testing/database/scratch-directory";
import { afterAll, expect, it } from "vitest";
import { ensurePostgres, inspectPostgres, stopPostgres } from "./index.ts";
import { isRoot, postgresUser } from "./operating-system-user.ts";

const scratch = scratchDirectory();
const dataDirectory = path.join(scratch.directory, "data");

afterAll(() => scratch.remove("data"), 60_000);

it("reports the state, and creates and starts nothing", async () => {
  const nothing = {
    ...{ isInitialized: false, isRunning: false, version: null, problems: [] },
    socketDirectory: path.join(dataDirectory, "run"),
    user: postgresUser(dataDirectory).name,
  };
  expect(await inspectPostgres({ dataDirectory })).toEqual(nothing);
  expect(existsSync(dataDirectory)).toBe(false);

  await ensurePostgres({ dataDirectory });
  const running = { ...nothing, isInitialized: true, isRunning: true, version: "18.4" };
  expect(await inspectPostgres({ dataDirectory })).toEqual(running);

  await stopPostgres({ dataDirectory });
  const stopped = { ...nothing, isInitialized: true, version: "18" };
  expect(await inspectPostgres({ dataDirectory })).toEqual(stopped);
}, 60_000);

it("names each problem with its fix", async () => {
  const open = path.join(scratch.directory, "open");
  mkdirSync(path.join(open, "pg"), { recursive: true });
  chmodSync(open, 0o777);
  writeFileSync(path.join(open, "pg", "PG_VERSION"), "17\n");
  const { problems } = await inspectPostgres({ dataDirectory: open });
  expect(problems.map(({ what }) => what)).toEqual([
    expect.stringContaining("made by PostgreSQL 17"),
    expect.stringContaining("Other users may write"),
  ]);
  expect(problems.map(({ fix }) => fix)).toEqual([
    expect.stringMatching(/^Make a backup/),
    expect.stringMatching(/^Run "chmod go-w /),
  ]);
});

it("names a parent directory that the user of PostgreSQL cannot enter", async () => {
  const closed = path.join(scratch.directory, "closed");
  mkdirSync(closed);
  chmodSync(closed, isRoot() ? 0o700 : 0o000);
  const { problems } = await inspectPostgres({ dataDirectory: path.join(closed, "data") });
  expect(problems.map(({ what }) => what)).toContainEqual(expect.stringContaining(closed));
  chmodSync(closed, 0o700);
});
