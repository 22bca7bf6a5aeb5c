/** The highest of several rates of mixed calls that 1, 2 and 3 servers behind nginx and PgBouncer hold, and what it costs. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import type { EmbeddedPostgres } from "@trovella/db/embedded";
import { addOrganization } from "../e2e/support/team-server.ts";
import { withTemporaryCluster } from "../proof/support/temporary-cluster.ts";
import { findProxies, type ProxyPrograms } from "../replicas/programs.ts";
import { tokensOf } from "../replicas/replica-service.ts";
import { startReplicas, type TeamReplicas } from "../replicas/team-replicas.ts";
import { describeLoad } from "./measure.ts";
import { cpuMsOf, watchMemory } from "./process-figures.ts";
import { startLoad } from "./start-load.ts";
import type { LoadReport } from "./team-load.ts";

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "300" },
    probe: { type: "string", default: "20" },
    rates: { type: "string", default: "25,50,100,200,400" },
    replicas: { type: "string", default: "1,2,3" },
  },
});
const SECONDS = Number(values.seconds);
/** How long a rate is tried before the highest that was held is held for the whole time. */
const PROBE_SECONDS = Math.min(SECONDS, Number(values.probe));
const RATES = numbersIn(values.rates);
const REPLICAS = numbersIn(values.replicas);
/** A token may be used 600 times a minute and an organization 6,000 times. */
const ORGANIZATIONS = 10;
const TOKENS_EACH = 10;
/** What may be under way or waiting at the end of a rate that is held: half a second's calls. */
const ALLOWED_BACKLOG_SECONDS = 0.5;

const HEAD =
  "calls/s  seconds    calls  errors  backlog   p50 ms   p99 ms  slowest   CPU of servers, PostgreSQL, PgBouncer, nginx   memory of servers, first and last part";

interface Row {
  readonly load: LoadReport;
  /** Shares of one core. */
  readonly cpu: Readonly<Record<"servers" | "postgres" | "pgbouncer" | "nginx", number>>;
  readonly firstMb: number;
  readonly lastMb: number;
}

const { proxies, reason } = await findProxies();
if (!proxies) throw new Error(reason);
console.log(`Load before: ${describeLoad()}`);
for (const count of REPLICAS) {
  await withTemporaryCluster("bench-team", (cluster) => measureReplicas(cluster, proxies, count));
}
console.log(`Load after: ${describeLoad()}`);

async function measureReplicas(
  cluster: EmbeddedPostgres,
  programs: ProxyPrograms,
  count: number,
): Promise<void> {
  const replicas = await startReplicas({ proxies: programs, cluster, count });
  try {
    const tokens = await newTokens(replicas);
    const measure = (rate: number, seconds: number) =>
      measureRate({ replicas, cluster, tokens, rate, seconds });
    console.log(`\n${count} ${count === 1 ? "server" : "servers"}`);
    console.log(HEAD);
    const held: number[] = [];
    for (const rate of RATES) {
      const row = await measure(rate, PROBE_SECONDS);
      console.log(describe(rate, PROBE_SECONDS, row));
      if (!isHeld(rate, row)) break;
      held.push(rate);
    }
    if (PROBE_SECONDS < SECONDS) await holdHighest(held, measure);
  } finally {
    await replicas.stop();
  }
}

/** The highest of the rates that is held for the whole time; those below it are not tried. */
async function holdHighest(
  held: readonly number[],
  measure: (rate: number, seconds: number) => Promise<Row>,
): Promise<void> {
  for (const rate of held.toReversed()) {
    const row = await measure(rate, SECONDS);
    console.log(describe(rate, SECONDS, row));
    if (isHeld(rate, row)) {
      console.log(`${rate} calls per second held for ${SECONDS} s with ${row.load.errors} errors`);
      return;
    }
  }
  console.log("none of the rates was held");
  process.exitCode = 1;
}

async function newTokens(replicas: TeamReplicas): Promise<string[]> {
  const tokens: string[][] = [];
  for (let made = 0; made < ORGANIZATIONS; made += 1) {
    const { owner } = await addOrganization(replicas, `team${made}`);
    tokens.push(await tokensOf(replicas, owner, TOKENS_EACH));
  }
  return tokens.flat();
}

async function measureRate({
  replicas,
  cluster,
  tokens,
  rate,
  seconds,
}: {
  readonly replicas: TeamReplicas;
  readonly cluster: EmbeddedPostgres;
  readonly tokens: readonly string[];
  readonly rate: number;
  readonly seconds: number;
}): Promise<Row> {
  const { url, nginx, pgbouncer } = replicas;
  const servers = replicas.servers.map(({ pid }) => pid);
  const pids = {
    servers,
    postgres: [postmasterPid(cluster)],
    pgbouncer: [pgbouncer.pid],
    nginx: [nginx.pid],
  };
  const load = await startLoad({ url, tokens, perSecond: rate, seconds });
  const before = mapValues(pids, cpuMsOf);
  const memory = watchMemory(servers);
  const startedAt = performance.now();
  const report = await load.report;
  const elapsedMs = performance.now() - startedAt;
  const cpu = mapValues(pids, (of, name) => (cpuMsOf(of) - before[name]) / elapsedMs);
  return { load: report, cpu, ...(await memory.stop()) };
}

function isHeld(rate: number, { load }: Row): boolean {
  return load.errors === 0 && load.backlog <= rate * ALLOWED_BACKLOG_SECONDS;
}

function describe(rate: number, seconds: number, { load, cpu, firstMb, lastMb }: Row): string {
  const { sent, errors, backlog, p50Ms, p99Ms, slowestMs, firstErrors } = load;
  const share = (part: number) => `${(100 * part).toFixed(0)} %`.padStart(6);
  const columns = [
    String(rate).padStart(7),
    String(seconds).padStart(9),
    String(sent).padStart(9),
    String(errors).padStart(8),
    String(backlog).padStart(9),
    p50Ms.toFixed(1).padStart(9),
    p99Ms.toFixed(1).padStart(9),
    slowestMs.toFixed(0).padStart(9),
  ].join("");
  const shares = [cpu.servers, cpu.postgres, cpu.pgbouncer, cpu.nginx].map(share).join(" ");
  const memory = `${firstMb.toFixed(0)} MB, ${lastMb.toFixed(0)} MB`;
  return [`${columns}   ${shares}   ${memory}`, ...firstErrors].join("\n    ");
}

function postmasterPid({ dataDirectory }: EmbeddedPostgres): number {
  const file = path.join(dataDirectory, "pg", "postmaster.pid");
  return Number(readFileSync(file, "utf8").split("\n")[0]);
}

function mapValues<Name extends string, From, To>(
  record: Readonly<Record<Name, From>>,
  change: (value: From, name: Name) => To,
): Record<Name, To> {
  const entries = Object.entries(record) as [Name, From][];
  return Object.fromEntries(entries.map(([name, value]) => [name, change(value, name)])) as Record<
    Name,
    To
  >;
}

function numbersIn(list: string): number[] {
  const numbers = list.split(",").map(Number);
  if (numbers.every((number) => Number.isInteger(number) && number > 0)) return numbers;
  throw new Error(`"${list}" is no list of whole numbers. Next: write one such as 25,50.`);
}
