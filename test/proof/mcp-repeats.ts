/** Every mutating call loses its reply and is sent again, 50 times each: one effect, one answer. */
import { openDatabase, type Verification, verifyDatabase } from "@trovella/db";
import { connectHttp, ERAS } from "../mcp-client.ts";
import { startCuttingProxy } from "./parts/mcp-cutting-proxy.ts";
import { REPEAT_CASES } from "./parts/mcp-repeat-cases.ts";
import { runRound } from "./parts/mcp-repeat-round.ts";
import type { Trial } from "./parts/mcp-repeat-trial.ts";
import { describeComplaints, startServer } from "./parts/mcp-server.ts";
import { withTemporaryCluster } from "./parts/temporary-cluster.ts";

const ROUNDS = Number(process.argv[2] ?? 50);

await withTemporaryCluster("repeats", async ({ dataDirectory, socketDirectory, bootstrapUser }) => {
  const database = { socketDirectory, user: bootstrapUser, database: "trovella" };
  let server = await startServer(dataDirectory);
  const proxy = await startCuttingProxy(server.url);
  const clients = await Promise.all(ERAS.map((era) => connectHttp(proxy.url, { era })));
  let restarts = 0;
  let complaints = "";
  const restart = async () => {
    await server.kill();
    complaints += server.complaints();
    server = await startServer(dataDirectory);
    proxy.forwardTo(server.url);
    restarts += 1;
  };

  const trials: Trial[] = [];
  for (let number = 0; number < ROUNDS; number += 1) {
    const client = clients[number % clients.length];
    if (!client) throw new Error("There is no client.");
    trials.push(...(await runRound({ number, call: client.call, proxy, database, restart })));
  }
  await Promise.all(clients.map((client) => client.close()));
  await proxy.close();
  await server.stop();
  const verified = await verifyAll(dataDirectory);
  judge(trials, { restarts, complaints: complaints + server.complaints(), verified });
});

/** Whether the plans are as their logs tell them, and the search index as the stored texts call for. */
async function verifyAll(dataDirectory: string): Promise<Verification> {
  const database = await openDatabase({ dataDirectory });
  try {
    return await verifyDatabase(database);
  } finally {
    await database.close();
  }
}

interface Run {
  readonly restarts: number;
  readonly complaints: string;
  readonly verified: Verification;
}

function judge(trials: readonly Trial[], { restarts, complaints, verified }: Run): void {
  for (const { name } of REPEAT_CASES) console.log(describe(name, trials));
  const broken = trials.filter(({ problems }) => problems.length > 0);
  for (const { label, problems } of broken.slice(0, 20)) {
    console.log(`NOT KEPT: ${label}: ${problems.join("; ").slice(0, 1_000)}`);
  }
  console.log(describeComplaints(complaints));
  const { plans, sources, chunks, differenceCount } = verified;
  console.log(
    `verify: ${plans} plans, ${sources} searched texts in ${chunks} chunks, ${differenceCount} differences`,
  );
  console.log(
    `${trials.length} calls sent again by clients of ${ERAS.join(" and ")} in turn, ${restarts} kills of the server: ` +
      `${trials.length - broken.length} with one effect and one answer, ${broken.length} without`,
  );
  const isTrivial =
    trials.some(({ replies }) => replies.length === 0) || restarts === 0 || sources === 0;
  if (isTrivial)
    console.log("A call was never answered, or no server killed, so this shows nothing.");
  if (broken.length > 0 || differenceCount > 0 || isTrivial) process.exitCode = 1;
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
