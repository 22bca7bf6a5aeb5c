import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { scratchDirectory } from "@trovella/testing/database/scratch-directory";
import pg from "pg";
import { afterAll, expect, it } from "vitest";
import { clusterPaths } from "./cluster-paths.ts";
import { embeddedConnection, ensurePostgres } from "./index.ts";
import { livePostmaster } from "./postmaster.ts";

const IDLE_STOP_MS = 600;

const scratch = scratchDirectory();
const dataDirectory = path.join(scratch.directory, "data");

afterAll(() => scratch.remove("data"), 60_000);

it("stops PostgreSQL when no client is connected any more, not before, and starts it again", async () => {
  const { socketDirectory } = await ensurePostgres({ dataDirectory, idleStopMs: IDLE_STOP_MS });
  const client = new pg.Client(
    embeddedConnection({ socketDirectory, user: "trovella", database: "postgres" }),
  );
  await client.connect();
  await client.query("create table kept (value integer)");
  await delay(4 * IDLE_STOP_MS);
  expect((await client.query("insert into kept values (1) returning value")).rowCount).toBe(1);

  await client.end();
  await untilStopped();

  await ensurePostgres({ dataDirectory, idleStopMs: IDLE_STOP_MS });
  const again = new pg.Client(
    embeddedConnection({ socketDirectory, user: "trovella", database: "postgres" }),
  );
  await again.connect();
  expect((await again.query("select value from kept")).rows).toEqual([{ value: 1 }]);
  await again.end();
  await untilStopped();
}, 60_000);

it("counts a client that comes and goes between two ticks", async () => {
  const ask = () => ensurePostgres({ dataDirectory, idleStopMs: IDLE_STOP_MS });
  await ask();
  const before = livePostmaster(clusterPaths(dataDirectory));
  for (let count = 0; count < 8; count += 1) {
    await delay(IDLE_STOP_MS / 2);
    await ask();
  }
  expect(livePostmaster(clusterPaths(dataDirectory))).toBe(before);
  await untilStopped();
}, 60_000);

it("has one watcher, and none when none is requested", async () => {
  const { socketDirectory } = await ensurePostgres({ dataDirectory, idleStopMs: 0 });
  const client = new pg.Client(
    embeddedConnection({ socketDirectory, user: "trovella", database: "postgres" }),
  );
  await client.connect();
  const countWatchers = async () => {
    const { rows } = await client.query(
      "select count(*)::integer as count from pg_locks where locktype = 'advisory' and objid = 4737",
    );
    return rows[0].count;
  };
  expect(await countWatchers()).toBe(0);
  const asked = () => ensurePostgres({ dataDirectory, idleStopMs: 60_000 });
  await Promise.all([asked(), asked(), asked()]);
  await expect.poll(countWatchers).toBe(1);
  await client.end();
}, 60_000);

function untilStopped(): Promise<void> {
  const isStopped = () => livePostmaster(clusterPaths(dataDirectory)) === undefined;
  return expect.poll(isStopped, { timeout: 20_000 }).toBe(true);
}
