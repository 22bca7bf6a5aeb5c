/** A PostgreSQL cluster of three under Patroni changes its primary under load (kills, freezes, cuts, switchovers): nothing acknowledged is lost, nothing is given out twice. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { connectDatabase } from "@trovella/db";
import {
  createToken,
  LOCAL_ORGANIZATION_ID,
  LOCAL_USER_ID,
  prepareLocalIdentity,
} from "@trovella/db/identity";
import { verifyPlans } from "@trovella/db/maintenance";
import { SCOPES } from "@trovella/foundation";
import { freePort } from "@trovella/testing/programs/free-port";
import { bringAbout, FAULTS, type Fault } from "./failover/faults.ts";
import { HaCluster } from "./failover/ha-cluster.ts";
import { judgeFailover } from "./failover/judge-failover.ts";
import { Load } from "./failover/load.ts";
import { findHaPrograms } from "./failover/programs.ts";
import { ReadinessWatch } from "./failover/readiness-watch.ts";
import { printTable, type Round, readyInGaps } from "./failover/rounds.ts";
import { type Acknowledged, openJournal } from "./support/journal.ts";
import { type ServerProcess, startServerProcess } from "./support/mcp-server.ts";

const USAGE = `npm run proof -- failover [--kill N] [--freeze N] [--cut N] [--switchover N] [--etcd N] [--no-shutdown-sessions]
  Each fault once unless numbers are given; then those alone. The long form: --kill 20 --freeze 5 --cut 10 --switchover 5 --etcd 3
  --no-shutdown-sessions   HAProxy leaves connections to a former primary open
Needs root on Debian; installs Patroni, etcd, HAProxy, nftables and PostgreSQL when they are missing.`;

const SECRET = "kX9v2mQ7Lr4TzB8nWc3HyD6sPf1JgA5u";
const SERVERS = 2;
const AGENTS = 8;
const SHOWN_MESSAGES = 20;
const TENANT = { organizationId: LOCAL_ORGANIZATION_ID };

const number = { type: "string" } as const;
const { values } = parseArgs({
  options: {
    ...{ switchover: number, etcd: number, kill: number, freeze: number, cut: number },
    "no-shutdown-sessions": { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});

for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => process.exit(1));
if (values.help) console.log(USAGE);
else await prove();

async function prove(): Promise<void> {
  const faults = chosenFaults();
  const programs = await findHaPrograms();
  const hasShutdownSessions = !values["no-shutdown-sessions"];
  console.log("Starting etcd, Patroni, PostgreSQL and HAProxy …");
  const cluster = await HaCluster.start({ programs, hasShutdownSessions });
  const folder = mkdtempSync(path.join(tmpdir(), "trovella-failover-"));
  try {
    await proveOn(cluster, { folder, faults });
  } finally {
    await cluster.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function proveOn(
  cluster: HaCluster,
  { folder, faults }: { readonly folder: string; readonly faults: readonly Fault[] },
): Promise<void> {
  const host = `localhost:${await freePort()}`;
  const servers: ServerProcess[] = [];
  const tokens: string[] = [];
  const journal = openJournal(path.join(folder, "journal"));
  const entries: Acknowledged[] = [];
  const acknowledge = (entry: Acknowledged) => {
    journal.add(entry);
    entries.push(entry);
  };
  try {
    for (let made = 0; made < SERVERS; made += 1) {
      servers.push(await startServerProcess(environment(cluster, { host, folder })));
    }
    tokens.push(...(await makeTokens(cluster)));
    const urls = servers.map(({ url }) => url);
    const watches = urls.map((url) => new ReadinessWatch(url, { host, intervalMs: 250 }));
    const load = new Load({ urls, host, tokens, acknowledge, pauseMs: 200 });
    const rounds: Round[] = [];
    for (const [index, fault] of faults.entries()) {
      rounds.push(await runRound({ cluster, load, watches, fault, index, entries }));
    }
    await load.stop();
    await Promise.all(watches.map((watch) => watch.stop()));
    await report({ cluster, servers, load, rounds, entries });
  } finally {
    journal.close();
    await Promise.all(servers.map((server) => server.stop()));
  }
}

interface RoundParts {
  readonly cluster: HaCluster;
  readonly load: Load;
  readonly watches: readonly ReadinessWatch[];
  readonly fault: Fault;
  readonly index: number;
  readonly entries: readonly Acknowledged[];
}

async function runRound(parts: RoundParts): Promise<Round> {
  const { cluster, load, watches, fault, index, entries } = parts;
  const roles = await cluster.untilHealthy();
  await load.untilOk(50);
  const figures = load.begin();
  await sleep(2_000);
  const replacedMs = await bringAbout(cluster, fault, { roles, run: index });
  await cluster.untilHealthy();
  await load.untilOk(50);
  const { missing, startedTwice, completedTwice } = await judgeFailover(
    cluster.asSuperuser,
    entries,
  );
  const falselyReady = watches.reduce((sum, watch) => sum + readyInGaps(watch, figures.gaps), 0);
  const givenTwice = startedTwice + completedTwice + load.claimedTwice.length;
  const lost = missing.length;
  const round = { fault, figures, replacedMs, missing: lost, givenTwice, falselyReady };
  const codes = [...figures.codes].map(([code, count]) => `${code} ${count}`).join(", ");
  console.log(
    `${new Date().toISOString().slice(11, 19)} ${fault}: gap ${(figures.gapMs / 1000).toFixed(1)} s${replacedMs === null ? "" : ` (${(replacedMs / 1000).toFixed(1)} s until another primary)`}, slowest answer ${(figures.slowestMs / 1000).toFixed(1)} s, ` +
      `${figures.repeated} calls sent again (${codes || "none failed"}), ${entries.length} acknowledged, ${missing.length} missing, ${givenTwice} given twice`,
  );
  return round;
}

interface Outcome {
  readonly cluster: HaCluster;
  readonly servers: readonly ServerProcess[];
  readonly load: Load;
  readonly rounds: readonly Round[];
  readonly entries: readonly Acknowledged[];
}

async function report({ cluster, servers, load, rounds, entries }: Outcome): Promise<void> {
  const database = connectDatabase({ target: cluster.url });
  const { plans, events, differenceCount } = await verifyPlans(database, TENANT);
  await database.close();
  const { missing, startedTwice, completedTwice, halfWritten } = await judgeFailover(
    cluster.asSuperuser,
    entries,
  );
  printTable(rounds);
  const logs = servers.map((server) => server.complaints()).join("\n");
  const stacks = logs.match(/"stack"/g)?.length ?? 0;
  const messages = [...logs.matchAll(/"message":"([^"]{1,200})[^"]*","stack"/g)].map(
    ([, message]) => message,
  );
  const falselyReady = rounds.reduce((sum, round) => sum + round.falselyReady, 0);
  console.log(
    `${entries.length} acknowledged writes, ${missing.length} missing; ${startedTwice} attempts and ${completedTwice} results twice, ` +
      `${load.claimedTwice.length} attempts given to two calls; ${load.refusals.length} refusals${load.refusals[0] ? ` (${load.refusals[0].slice(0, 200)})` : ""}; ` +
      `${halfWritten} half-written plans; verify: ${plans} plans, ${events} events, ${differenceCount} differences; ` +
      `/readyz said yes ${falselyReady} times in vain; ${stacks} stack traces in the log`,
  );
  for (const message of new Set(messages.slice(0, SHOWN_MESSAGES))) console.log(`  ${message}`);
  const wrong = [missing.length, startedTwice, completedTwice, load.claimedTwice.length];
  const isBad = [...wrong, halfWritten, differenceCount, falselyReady].some((count) => count > 0);
  const hasInternal = rounds.some(({ figures }) =>
    ["INTERNAL", "HTTP 500"].some((code) => figures.codes.has(code)),
  );
  if (isBad || hasInternal) process.exitCode = 1;
}

/** Each once, or as often as the options say, in turn. */
function chosenFaults(): Fault[] {
  const isChosen = FAULTS.some((fault) => values[fault] !== undefined);
  const left = new Map(FAULTS.map((fault) => [fault, Number(values[fault] ?? (isChosen ? 0 : 1))]));
  const faults: Fault[] = [];
  while ([...left.values()].some((count) => count > 0)) {
    for (const [fault, count] of left) {
      if (count > 0) faults.push(fault);
      left.set(fault, count - 1);
    }
  }
  return faults;
}

function environment(cluster: HaCluster, { host, folder }: { host: string; folder: string }) {
  return {
    TROVELLA_MODE: "team",
    DATABASE_URL: cluster.url,
    TROVELLA_PUBLIC_URL: `http://${host}`,
    TROVELLA_SECRET: SECRET,
    TROVELLA_DATA_DIR: folder,
    TROVELLA_CLIENT_DOCUMENTS: "off",
    HOST: "127.0.0.1",
    LOG_LEVEL: "info",
  };
}

async function makeTokens(cluster: HaCluster): Promise<string[]> {
  const database = connectDatabase({ target: cluster.url });
  await prepareLocalIdentity(database);
  const wish = { tenant: TENANT, userId: LOCAL_USER_ID, scopes: SCOPES, expiresInDays: 1 };
  const made = await Promise.all(
    Array.from({ length: AGENTS }, (_, agent) =>
      createToken(database, { ...wish, name: `agent ${agent}` }, new Date()),
    ),
  );
  await database.close();
  return made.map(({ token }) => token);
}
