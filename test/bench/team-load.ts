/** The load generator of `npm run bench -- team`, in its own process, so that its CPU is not counted as the servers'. */
import { setTimeout as sleep } from "node:timers/promises";
import { quantile } from "./measure.ts";
import { TeamMember } from "./team-traffic.ts";

export interface LoadOptions {
  readonly url: string;
  readonly tokens: readonly string[];
  readonly perSecond: number;
  readonly seconds: number;
}

export interface LoadReport {
  readonly sent: number;
  readonly errors: number;
  readonly firstErrors: readonly string[];
  /** Latency from the time a request was due, including the wait for a free caller (no coordinated omission). */
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly slowestMs: number;
  /** Requests not sent or answered at the end. */
  readonly backlog: number;
}

const SHOWN = 3;
const TICK_MS = 5;

const options = JSON.parse(process.argv[2] ?? "{}") as LoadOptions;
const members = options.tokens.map(
  (token, number) => new TeamMember(options.url, { token, number }),
);
// Every caller has a plan and a connection before the measurement.
for (const member of members) await member.request();
process.stdout.write("ready\n");
process.stdout.write(`${JSON.stringify(await run(options))}\n`);
for (const member of members) member.close();

/** Sends at a fixed rate, independent of the response times (open loop). */
async function run({ perSecond, seconds }: LoadOptions): Promise<LoadReport> {
  const free = [...members];
  const due: number[] = [];
  const times: number[] = [];
  const errors: string[] = [];
  const startedAt = performance.now();
  let scheduled = 0;
  let answered = 0;

  const dispatch = () => {
    while (due.length > 0 && free.length > 0) {
      const member = free.shift() as TeamMember;
      const dueAt = due.shift() as number;
      void member
        .request()
        .catch((error) => errors.push(String(error)))
        .finally(() => {
          answered += 1;
          times.push(performance.now() - dueAt);
          free.push(member);
          dispatch();
        });
    }
  };
  while (performance.now() - startedAt < seconds * 1000) {
    const dueByNow = ((performance.now() - startedAt) / 1000) * perSecond;
    for (; scheduled < dueByNow; scheduled += 1) {
      due.push(startedAt + (scheduled / perSecond) * 1000);
    }
    dispatch();
    await sleep(TICK_MS);
  }
  const backlog = scheduled - answered;
  while (answered < scheduled) await sleep(TICK_MS);
  times.sort((one, other) => one - other);
  return {
    sent: scheduled,
    errors: errors.length,
    firstErrors: errors.slice(0, SHOWN),
    p50Ms: quantile(times, 0.5),
    p99Ms: quantile(times, 0.99),
    slowestMs: times.at(-1) ?? 0,
    backlog,
  };
}
