import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { isStale, takeStartLock } from "./start-lock.ts";

const NOBODYS_ID = 2 ** 30;

let directory = "";
let lockFile = "";

beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), "trovella-lock-"));
  lockFile = path.join(directory, "start.lock");
});
afterEach(() => rmSync(directory, { recursive: true }));

it("is held by one at a time and leaves nothing behind", () => {
  const lock = takeStartLock(lockFile);
  expect(takeStartLock(lockFile)).toBeUndefined();
  expect(readdirSync(directory)).toEqual(["start.lock"]);
  lock?.release();
  expect(readdirSync(directory)).toEqual([]);
  takeStartLock(lockFile)?.release();
});

it("is taken over from a dead holder", () => {
  writeFileSync(lockFile, `${NOBODYS_ID} somebody\n`);
  const lock = takeStartLock(lockFile);
  expect(lock).toBeDefined();
  lock?.release();
});

it("is taken over without a heartbeat of its holder, which then leaves it to the new one", () => {
  const first = takeStartLock(lockFile);
  const longAgo = new Date(Date.now() - 60_000);
  utimesSync(lockFile, longAgo, longAgo);
  const second = takeStartLock(lockFile);
  first?.release();
  expect(readdirSync(directory)).toEqual(["start.lock"]);
  second?.release();
  expect(readdirSync(directory)).toEqual([]);
});

it.each([
  { processId: process.pid, age: 14_000, stale: false },
  { processId: process.pid, age: 16_000, stale: true },
  { processId: NOBODYS_ID, age: 0, stale: true },
])("is stale $stale after $age ms of process $processId", ({ processId, age, stale }) => {
  expect(isStale({ processId, touchedAt: 1_000_000 - age }, 1_000_000)).toBe(stale);
});
