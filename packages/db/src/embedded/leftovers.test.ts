import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { creatorOf, isAlive, removeLeftovers, temporaryName } from "./leftovers.ts";

/** Above every system's highest process id. */
const NOBODYS_ID = 2 ** 30;

it("reads the process id from a temporary name, and from no other", () => {
  expect(creatorOf(temporaryName("pg"))).toBe(process.pid);
  expect(temporaryName("pg")).not.toBe(temporaryName("pg"));
  for (const name of ["pg", "start.lock", "bin-18.4", "pg.tmp-12", "notes.tmp-12-x"]) {
    expect(creatorOf(name)).toBeUndefined();
  }
});

it("removes the leftovers of dead processes, and whatever is too old", () => {
  const directory = mkdtempSync(path.join(tmpdir(), "trovella-leftovers-"));
  const ours = temporaryName("pg");
  mkdirSync(path.join(directory, "pg"));
  mkdirSync(path.join(directory, ours));
  mkdirSync(path.join(directory, `pg.tmp-${NOBODYS_ID}-0123abcd`, "base"), { recursive: true });
  writeFileSync(path.join(directory, `start.lock.tmp-${NOBODYS_ID}-0123abcd`), "");

  removeLeftovers(directory, Date.now());
  expect(readdirSync(directory).sort()).toEqual(["pg", ours]);
  removeLeftovers(directory, Date.now() + 11 * 60_000);
  expect(readdirSync(directory)).toEqual(["pg"]);
  rmSync(directory, { recursive: true });
});

it("tells a living process from a dead one", () => {
  expect(isAlive(process.pid)).toBe(true);
  expect(isAlive(1)).toBe(true);
  expect(isAlive(NOBODYS_ID)).toBe(false);
});
