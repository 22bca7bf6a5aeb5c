import type { ConnectionSettings } from "@trovella/db";
import type { Verification } from "@trovella/db/maintenance";
import { connectHttp, ERAS } from "@trovella/testing/mcp/mcp-client";
import { startCuttingProxy } from "../support/mcp-cutting-proxy.ts";
import { describeComplaints } from "../support/mcp-server.ts";
import type { Entrance } from "../support/service.ts";
import { REPEAT_CASES } from "./repeat-cases.ts";
import { runRound } from "./repeat-round.ts";
import type { Trial } from "./repeat-trial.ts";

interface Stage {
  /** Used in turn, round by round. */
  readonly entrances: readonly Entrance[];
  /** Bypasses row-level security. */
  readonly database: ConnectionSettings["target"];
  /** Kills a server; resolves when its replacement takes calls. */
  restart(): Promise<string>;
}

interface Run {
  readonly trials: readonly Trial[];
  readonly restarts: number;
}

/** Runs this many rounds of lost replies and retries. */
export async function runRepeats(
  { entrances, database, restart: startAnother }: Stage,
  rounds: number,
): Promise<Run> {
  const proxy = await startCuttingProxy(entrances[0]?.url ?? "");
  const clients = await Promise.all(
    entrances.flatMap(({ token }) =>
      ERAS.map((era) => connectHttp(proxy.url, { era, ...(token && { token }) })),
    ),
  );
  let restarts = 0;
  const restart = async () => {
    proxy.forwardTo(await startAnother());
    restarts += 1;
  };
  const trials: Trial[] = [];
  for (let number = 0; number < rounds; number += 1) {
    const client = clients[number % clients.length];
    if (!client) throw new Error("There is no client.");
    trials.push(...(await runRound({ number, call: client.call, proxy, database, restart })));
  }
  await Promise.all(clients.map((client) => client.close()));
  await proxy.close();
  return { trials, restarts };
}

interface Judged extends Run {
  readonly complaints: string;
  readonly verified: Verification;
  /** Whether the run must include killed servers. */
  readonly hasKills?: boolean;
}

/** Prints the result; true if every call had one effect and one answer. */
export function judgeRepeats(judged: Judged): boolean {
  const { trials, restarts, complaints, verified, hasKills = true } = judged;
  for (const { name } of REPEAT_CASES) console.log(describe(name, trials));
  const broken = trials.filter(({ problems }) => problems.length > 0);
  for (const { label, problems } of broken.slice(0, 20)) {
    console.log(`VIOLATED: ${label}: ${problems.join("; ").slice(0, 1_000)}`);
  }
  console.log(describeComplaints(complaints));
  const { plans, sources, chunks, differenceCount } = verified;
  console.log(
    `verify: ${plans} plans, ${sources} searched texts in ${chunks} chunks, ${differenceCount} differences`,
  );
  console.log(
    `${trials.length} calls retried by clients of ${ERAS.join(" and ")} in turn, ${restarts} kills of the server: ` +
      `${trials.length - broken.length} with one effect and one answer, ${broken.length} without`,
  );
  const isTrivial =
    trials.some(({ replies }) => replies.length === 0) ||
    (hasKills && restarts === 0) ||
    sources === 0;
  if (isTrivial)
    console.log("A call was never answered, or no server was killed: this run is not significant.");
  return broken.length === 0 && differenceCount === 0 && !isTrivial;
}

function describe(name: string, trials: readonly Trial[]): string {
  const ours = trials.filter(({ repeated }) => repeated.name === name);
  const lost = ours.reduce((sum, trial) => sum + trial.lost.length, 0);
  const replies = ours.flatMap((trial) => trial.replies);
  const replayed = replies.filter((reply) => reply.replayed).length;
  const kept = ours.filter(({ problems }) => problems.length === 0).length;
  return (
    `${name.padEnd(36)} ${ours.length} calls, ${lost} replies lost, ${replies.length} arrived ` +
    `(${replayed} replayed), ${kept} with exactly one effect`
  );
}
