import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import {
  connectDatabase,
  type Database,
  isDatabaseUnavailable,
  withTenantContext,
} from "@trovella/db";
import { readPassword } from "@trovella/db/embedded";
import { verifyPlans } from "@trovella/db/maintenance";
import { type PostgresGateway, startGateway } from "@trovella/testing/database/postgres-gateway";
import { freePort } from "@trovella/testing/programs/free-port";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { defineStatement, execution } from "../../packages/db/src/connection/statement.ts";
import { judgeFailover } from "../proof/failover/judge-failover.ts";
import { Load } from "../proof/failover/load.ts";
import { ReadinessWatch } from "../proof/failover/readiness-watch.ts";
import type { Acknowledged } from "../proof/support/journal.ts";
import { type PostgresNode, type PostgresPair, startPair } from "./support/postgres-pair.ts";
import { addOrganization, TEAM_SECRET, tokenOf } from "./support/team-server.ts";
import { runTrovella, startServing } from "./support/trovella-process.ts";

vi.setConfig({ testTimeout: 60_000 });

const TENANT = { organizationId: "org_alpha" };
const AGENTS = 4;

let pair: PostgresPair;
let gateway: PostgresGateway;
let host: string;
let serving: Awaited<ReturnType<typeof startServing>>;
let readiness: ReadinessWatch;
let load: Load;
const journal: Acknowledged[] = [];
const dataDirectory = mkdtempSync(path.join(tmpdir(), "trovella-failover-"));

beforeAll(async () => {
  pair = await startPair();
  gateway = await startGateway(socketOf(pair.primary));
});
afterAll(async () => {
  // First, so that nothing waits for its answers.
  serving?.child.kill("SIGKILL");
  await serving?.ended;
  await load?.stop();
  await readiness?.stop();
  gateway?.close();
  await pair?.remove();
  rmSync(dataDirectory, { recursive: true, force: true });
});

describe("a server that is started", () => {
  it("exits with a clear sentence when its database goes away meanwhile, and listens nowhere", async () => {
    gateway.limitTo(1);
    const { exitCode, stdout, stderr } = await startTeam();
    gateway.limitTo(Number.POSITIVE_INFINITY);
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: "" });
    expect(stderr).toMatch(/^The database cannot be reached\. Next: .*$/m);
  });

  it("refuses a standby, which doctor names as well", async () => {
    gateway.leadTo(socketOf(pair.standby));
    const [{ exitCode, stderr }, doctor] = await Promise.all([
      startTeam(),
      runTrovella(["doctor"], await environment()),
    ]);
    gateway.leadTo(socketOf(pair.primary));
    expect([exitCode, stderr]).toEqual([1, expect.stringMatching(/^The database is a standby/)]);
    expect(doctor.stdout).toMatch(/^fail +Primary +The database is a standby/m);
  });
});

describe("a server under load", () => {
  it("works with a primary whose commits wait for a standby", async () => {
    const port = await freePort("localhost");
    host = `localhost:${port}`;
    serving = await startServing(["--port", String(port)], await environment());
    const tokens = await tokensOf(pair.primary);
    readiness = new ReadinessWatch(serving.url, { host, intervalMs: 100 });
    load = new Load({
      urls: [serving.url],
      host,
      tokens,
      pauseMs: 100,
      acknowledge: (entry) => journal.push(entry),
    });
    await load.untilOk(20);
  });

  it("keeps no connection to a standby (A)", async () => {
    load.begin();
    gateway.leadTo(socketOf(pair.standby));
    gateway.cut();
    await readiness.until(false);
    const fromMs = performance.now();
    await sleep(1_500);
    const toMs = performance.now();
    gateway.leadTo(socketOf(pair.primary));
    await load.untilOk(40);
    expect(readiness.between(fromMs, toMs).filter(({ isReady }) => isReady)).toEqual([]);
    await readiness.until(true);
    expect(failures()).not.toContain("INTERNAL");
    expect(failures()).not.toContain("HTTP 500");
  });

  it("loses nothing in a planned switch of the primary", async () => {
    load.begin();
    await pair.primary.stop();
    await pair.standby.promote();
    gateway.leadTo(socketOf(pair.standby));
    await load.untilOk(40);
    await judge(pair.standby);
    // The old primary becomes the standby of the new one.
    await pair.primary.start(pair.standby);
    await pair.standby.requireStandby();
    await pair.standby.untilReplicated();
    await load.untilOk(10);
  });

  it("loses nothing when the primary is killed", async () => {
    load.begin();
    await pair.standby.kill();
    await pair.primary.promote();
    gateway.leadTo(socketOf(pair.primary));
    await load.untilOk(40);
    await judge(pair.primary);
  });

  it("gives up connections that are silent (B)", async () => {
    await sleep(500);
    load.begin();
    gateway.silence();
    await load.untilOk(40);
    await readiness.until(true);
    await judge(pair.primary);
    expect(failures()).not.toContain("HTTP 500");
  });

  it("has lived through all of it, with a line for each outage and no stack trace", async () => {
    await load.stop();
    expect(serving.child.exitCode).toBeNull();
    const lines = serving.output.stderr.split("\n").filter(Boolean);
    const messages = lines.map((line) => JSON.parse(line).msg);
    expect(messages).toContain("the database is unavailable");
    expect(messages).toContain("the database is available again");
    expect(serving.output.stderr).not.toContain("stack");
    expect(load.refusals).toEqual([]);
  });
});

it("takes no commit for acknowledged whose wait for the standby was cancelled", async () => {
  await pair.primary.requireStandby();
  const database = openDatabase(pair.primary);
  const statement = defineStatement("SELECT pg_logical_emit_message(true, 'test', 'a write')");
  const write = withTenantContext(database, TENANT, (context) =>
    context.send([execution(statement)], { last: true }),
  );
  const cancel = `SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'`;
  const cancelling = (async () => {
    while ((await pair.primary.query(cancel)).length === 0) await sleep(50);
  })();
  await expect(write).rejects.toSatisfy(isDatabaseUnavailable);
  await cancelling;
  expect(database.connections.broken).toMatchObject({ unreplicated: 1 });
  await database.close();
});

async function startTeam() {
  return runTrovella(["serve", "--port", "0"], await environment());
}

async function environment(): Promise<Record<string, string>> {
  const password = readPassword(pair.primary.paths.dataDirectory);
  return {
    TROVELLA_MODE: "team",
    DATABASE_URL: `postgresql://trovella_server:${password}@127.0.0.1:${gateway.port}/trovella`,
    TROVELLA_PUBLIC_URL: `http://${host ?? "localhost:4737"}`,
    TROVELLA_SECRET: TEAM_SECRET,
    TROVELLA_DATA_DIR: dataDirectory,
    TROVELLA_CLIENT_DOCUMENTS: "off",
    HOST: "127.0.0.1",
  };
}

async function tokensOf(node: PostgresNode): Promise<string[]> {
  const { asSuperuser } = node;
  const { owner } = await addOrganization({ target: asSuperuser }, "alpha");
  const database = openDatabase(node);
  const tokens = await Promise.all(Array.from({ length: AGENTS }, () => tokenOf(database, owner)));
  await database.close();
  return tokens;
}

function openDatabase({ asSuperuser }: PostgresNode): Database {
  return connectDatabase({ target: { ...asSuperuser, user: "trovella_server" } });
}

async function judge(node: PostgresNode): Promise<void> {
  const judged = await judgeFailover(node.asSuperuser, journal);
  expect(judged).toEqual({
    acknowledged: expect.any(Number),
    missing: [],
    startedTwice: 0,
    completedTwice: 0,
    halfWritten: 0,
  });
  expect(judged.acknowledged).toBeGreaterThan(20);
  expect(load.claimedTwice).toEqual([]);
  const database = openDatabase(node);
  const { differenceCount } = await verifyPlans(database, TENANT);
  await database.close();
  expect(differenceCount).toBe(0);
}

function failures(): string[] {
  return [...load.figures.codes.keys()];
}

function socketOf({ paths }: PostgresNode): string {
  return paths.socketDirectory;
}
