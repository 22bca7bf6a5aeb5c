import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { isTransient, lastFatal, lastLine, startError } from "./start-failure.ts";

const LOG = `2026-11-15 21:01:07.446 UTC [10] LOG:  starting PostgreSQL 18.4
2026-11-15 21:01:07.500 UTC [10] FATAL:  could not write to file "pg_wal/xlogtemp.10": No space left on device
2026-11-15 21:01:07.551 UTC [11] FATAL:  the database system is starting up
2026-11-15 21:01:07.552 UTC [12] FATAL:  terminating connection due to administrator command
`;
const PLACE = {
  dataDirectory: "/data",
  clusterDirectory: "/data/pg",
  logFile: "/data/postgres.log",
};

describe("lastFatal", () => {
  it("is the last line about why PostgreSQL ended, not about its clients", () => {
    expect(lastFatal(LOG)).toMatch(/^could not write to file .* No space left on device$/);
  });

  it("is undefined when PostgreSQL logged nothing, as when it was killed", () => {
    expect(lastFatal("")).toBeUndefined();
    expect(lastFatal(LOG.split("\n").slice(2).join("\n"))).toBeUndefined();
  });
});

it.each([
  "pre-existing shared memory block (key 1, ID 2) is still in use",
  'lock file "postmaster.pid" already exists',
  'lock file "/data/run/.s.PGSQL.5432.lock" is empty',
])("retries after: %s", (fatal) => {
  expect(isTransient(fatal)).toBe(true);
});

it.each([
  {
    fatal: 'could not extend file "base/5/1": No space left on device',
    says: /is full\. Next: free/,
  },
  {
    fatal: 'could not extend file "base/1/2691": wrote only 4096 of 8192 bytes at block 10',
    says: /is full/,
  },
  { fatal: "could not resize shared memory segment: No space left on device", says: /segment/ },
  {
    fatal: "data directory has wrong ownership",
    says: /wrong ownership\. Next: read \/data\/post/,
  },
  {
    fatal: 'could not create lock file "/data/run/.s.PGSQL.5432.lock": Read-only file system',
    says: /is read-only\. Next: make it writable/,
  },
  {
    fatal: "could not locate a valid checkpoint record at 0/1D0C7A8",
    says: /pg is damaged: could not .* Next: move that directory .*trovella restore FILE.*none in/,
  },
  { fatal: "WAL ends before consistent recovery point", says: /is damaged/ },
  {
    fatal: 'could not open file "/data/pg/global/pg_control": No such file or directory',
    says: /is damaged/,
  },
])("explains: $fatal", ({ fatal, says }) => {
  expect(isTransient(fatal)).toBe(false);
  expect(startError({ fatal, ...PLACE }).message).toMatch(says);
});

it("names the newest backup of a damaged database", () => {
  const dataDirectory = mkdtempSync(path.join(tmpdir(), "trovella-damaged-"));
  const backups = path.join(dataDirectory, "backups");
  mkdirSync(backups);
  for (const [index, name] of ["b.jsonl.gz", "a.jsonl.gz", "c.txt"].entries()) {
    writeFileSync(path.join(backups, name), "");
    utimesSync(path.join(backups, name), 0, 1000 * index);
  }
  const fatal = "could not locate a valid checkpoint record at 0/1D0C7A8";
  const { message } = startError({ ...PLACE, fatal, dataDirectory });
  expect(message).toContain(`trovella restore ${path.join(backups, "a.jsonl.gz")}"`);
  rmSync(dataDirectory, { recursive: true });
});

it("picks the line of initdb's output with the error", () => {
  const output = `creating directory … ok
initdb: error: could not change permissions of directory "/data": Operation not permitted
initdb: removing contents of data directory
`;
  expect(lastLine(output)).toBe(
    'could not change permissions of directory "/data": Operation not permitted.',
  );
  expect(lastLine("")).toBe("");
});
