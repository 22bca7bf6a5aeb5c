import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { AppError } from "@trovella/foundation";
import { afterEach, beforeEach, expect, it } from "vitest";
import { ReviewLock } from "./review-lock.ts";
import { removePin, storePin } from "./review-pin.ts";

let directory: string;
let now: number;
let events: string[];
let lock: ReviewLock;
beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), "trovella-pin-"));
  now = 1_000_000;
  events = [];
  lock = new ReviewLock({
    dataDirectory: directory,
    now: () => now,
    onEvent: (event) => events.push(event),
  });
});
afterEach(() => rmSync(directory, { recursive: true }));

it("is open for every session while no PIN is set", async () => {
  expect(await lock.isOpenFor("one")).toBe(true);
  await lock.unlock("one", "anything");
});

it("opens for the session that gave the PIN, until another PIN is set", async () => {
  await storePin(directory, "1234");
  expect(await lock.isOpenFor("one")).toBe(false);
  await lock.unlock("one", "1234");
  expect(await lock.isOpenFor("one")).toBe(true);
  expect(await lock.isOpenFor("two")).toBe(false);
  await storePin(directory, "1234");
  expect(await lock.isOpenFor("one")).toBe(false);
  await removePin(directory);
  expect(await lock.isOpenFor("two")).toBe(true);
  expect(events).toEqual(["pin_set", "pin_removed"]);
});

it("takes five wrong PINs a minute, of all sessions together and at once", async () => {
  await storePin(directory, "1234");
  const guesses = Array.from({ length: 8 }, (_, guess) => outcome(`s${guess}`, `999${guess}`));
  const codes = await Promise.all(guesses);
  expect(codes.filter((code) => code === "FORBIDDEN")).toHaveLength(5);
  expect(codes.filter((code) => code === "RATE_LIMITED 60")).toHaveLength(3);
  now += 20_000;
  expect(await outcome("one", "1234")).toBe("RATE_LIMITED 40");
  expect(await lock.isOpenFor("one")).toBe(false);
  expect(events).toEqual(Array(9).fill("pin_refused"));
  now += 40_000;
  expect(await outcome("one", "1234")).toBe("ok");
});

it("does not count right PINs", async () => {
  await storePin(directory, "1234");
  for (let time = 0; time < 6; time++) expect(await outcome("one", "1234")).toBe("ok");
});

it("stays closed when the file is damaged", async () => {
  for (const text of ["", ".", "zz.zz", `${"00".repeat(16)}.`]) {
    writeFileSync(path.join(directory, "review-pin"), text);
    expect(await lock.isOpenFor("one")).toBe(false);
    now += 60_000;
    expect(await outcome("one", "")).toBe("FORBIDDEN");
  }
});

it("keeps a hash that only the owner can read", async () => {
  await storePin(directory, "1234");
  expect(statSync(path.join(directory, "review-pin")).mode & 0o777).toBe(0o600);
});

async function outcome(sessionId: string, pin: string): Promise<string> {
  try {
    await lock.unlock(sessionId, pin);
    return "ok";
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { retryAfterSeconds } = error.details;
    return retryAfterSeconds === undefined ? error.code : `${error.code} ${retryAfterSeconds}`;
  }
}
