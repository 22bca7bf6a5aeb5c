/** Every list of the console with 10,000 plans, with its filters and orders, beside `select 1` through the same API in the same run. */
import { mkdtempSync, rmSync } from "node:fs";
import { Agent, get } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { stopPostgres } from "@trovella/db/embedded";
import { consoleCalls } from "@trovella/testing/api/console-calls";
import type { TestApi } from "@trovella/testing/api/test-api";
import { FULL_SIZE } from "@trovella/testing/console/seed-console";
import { seedDays } from "../browser/support/seed-days.ts";
import { startServing } from "../e2e/support/trovella-process.ts";
import { describeLoad, quantile } from "./measure.ts";

const ROUNDS = process.argv.includes("--small") ? 20 : 100;
const WARM_UP = 20;
const GOAL = 3;
const BASE = "select 1 (settings.ping)";

const dataDirectory = mkdtempSync(path.join(tmpdir(), "trovella-bench-lists-"));
const { url, child, ended } = await startServing([], { TROVELLA_DATA_DIR: dataDirectory });
try {
  console.log(`Load before: ${describeLoad()}`);
  console.log(`seeding a database with ${FULL_SIZE.plans} plans …`);
  await seedDays(dataDirectory, { endedDaysAgo: 0, size: FULL_SIZE });
  print(await measured(await requestsTo(url)));
  console.log(`Load after: ${describeLoad()}`);
} finally {
  child.kill("SIGKILL");
  await ended;
  await stopPostgres({ dataDirectory });
  rmSync(dataDirectory, { recursive: true, force: true });
}

function print(times: ReadonlyMap<string, readonly number[]>): void {
  const base = quantiles(times.get(BASE) ?? []);
  console.log(
    `\n${"".padEnd(40)}${["p50 ms", "× select 1", "p95 ms", "× select 1"].map((title) => title.padStart(12)).join("")}`,
  );
  let slow = 0;
  for (const [name, values] of times) {
    const { p50, p95 } = quantiles(values);
    const isSlow = p95 / base.p95 > GOAL;
    if (isSlow) slow += 1;
    const figures = [p50, p50 / base.p50, p95, p95 / base.p95];
    console.log(
      `${name.padEnd(40)}${figures.map((figure) => figure.toFixed(1).padStart(12)).join("")}${isSlow ? "  *" : ""}`,
    );
  }
  console.log(`\n${slow} of ${times.size - 1} take more than ${GOAL} times as long at p95 (*).`);
}

type Requests = Readonly<Record<string, () => Promise<unknown>>>;

type Procedures = ReturnType<TestApi["as"]>;

/** The calls of the console as HTTP requests to the server, as a browser sends them. */
async function requestsTo(url: string): Promise<Requests> {
  const agent = new Agent({ keepAlive: true });
  const request = async (name: string, input?: unknown) => {
    const query = input === undefined ? "" : `?input=${encodeURIComponent(JSON.stringify(input))}`;
    return await replyOf(new URL(`/api/trpc/${name}${query}`, url), agent);
  };
  const procedures = calling(request);
  const { executions } = await procedures.skillExecution.list({ offset: 100, limit: 1 });
  const { nextCursor } = await procedures.researchPlan.list();
  const planId = executions[0]?.planId ?? "";
  const { claims } = await procedures.claims.list({ planId });
  const claimId = claims[0]?.id ?? "";
  const { evidence } = await procedures.claims.detail({ claimId });
  const sourceId = evidence[0]?.sourceId ?? "";
  const ids = { planId, executionId: executions[0]?.id ?? "", claimId, sourceId };
  const lists = Object.entries(consoleCalls(ids, { plans: nextCursor })).filter(
    ([name]) => name.includes(".list") && !name.startsWith("securityEvent"),
  );
  return {
    [BASE]: () => request("settings.ping"),
    ...Object.fromEntries(lists.map(([name, call]) => [name, () => call(procedures)])),
  };
}

async function replyOf(url: URL, agent: Agent): Promise<unknown> {
  const reply = await new Promise<string>((resolve, reject) => {
    get(url, { agent }, (response) => {
      const isOk = response.statusCode === 200;
      text(response).then(
        (body) => (isOk ? resolve(body) : reject(new Error(`${url.pathname}: ${body}`))),
        reject,
      );
    }).on("error", reject);
  });
  return JSON.parse(reply).result.data;
}

/** Looks like the procedures, but sends requests. */
function calling(request: (name: string, input?: unknown) => Promise<unknown>): Procedures {
  const ofRouter = (router: string) =>
    new Proxy(
      {},
      { get: (_, name) => (input?: unknown) => request(`${router}.${String(name)}`, input) },
    );
  return new Proxy({} as Procedures, { get: (_, name) => ofRouter(String(name)) });
}

/** Interleaved, so that load spikes of the machine affect all alike. */
async function measured(requests: Requests): Promise<Map<string, number[]>> {
  const times = new Map(Object.keys(requests).map((name) => [name, [] as number[]]));
  for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
    for (const [name, request] of Object.entries(requests)) {
      const startedAt = performance.now();
      await request();
      if (round >= WARM_UP) times.get(name)?.push(performance.now() - startedAt);
    }
  }
  return times;
}

function quantiles(values: readonly number[]): { p50: number; p95: number } {
  const sorted = values.toSorted((one, other) => one - other);
  return { p50: quantile(sorted, 0.5), p95: quantile(sorted, 0.95) };
}
