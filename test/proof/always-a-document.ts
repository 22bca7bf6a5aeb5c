/** Agents die at random calls in 2,000 plans while servers are killed 50 times: every ended plan with a finding or result has a document. */
import { setTimeout as sleep } from "node:timers/promises";
import { connectDatabase } from "@trovella/db";
import { composeMissingDocuments } from "@trovella/research";
import { Random } from "@trovella/testing/engine/random";
import { judgeDocuments } from "./documents/judge-documents.ts";
import { call, Died, fate, type Mortal, workOn } from "./documents/mortal-agent.ts";
import { ServerPool } from "./documents/server-pool.ts";
import { localService } from "./support/service.ts";
import { withTemporaryCluster } from "./support/temporary-cluster.ts";

const PLANS = Number(process.argv[2] ?? 2_000);
const KILLS = Number(process.argv[3] ?? 50);
const SERVERS = 2;
const PLANS_AT_ONCE = 24;
const AFTER_MINUTES = 30;
/** Short enough that servers compose while agents work and while they are killed. */
const COMPOSED_AFTER_MINUTES = 0.2;

await withTemporaryCluster("documents", async (cluster) => {
  const pool = new ServerPool({
    TROVELLA_DATA_DIR: cluster.dataDirectory,
    TROVELLA_DOCUMENT_AFTER_MINUTES: String(COMPOSED_AFTER_MINUTES),
  });
  await pool.start(SERVERS);
  const done = { plans: 0 };
  await Promise.all([
    killRegularly(pool, done),
    ...Array.from({ length: PLANS_AT_ONCE }, (_, index) => runPlans(pool, index, done)),
  ]);
  await pool.stop();
  await judge(cluster, pool);
});

/** Spread evenly over the plans, so that every kill hits work. */
async function killRegularly(pool: ServerPool, done: { plans: number }): Promise<void> {
  while (pool.kills < KILLS) {
    if (done.plans >= ((pool.kills + 0.5) / KILLS) * PLANS * 0.95) await pool.killOne();
    else await sleep(20);
  }
}

async function runPlans(pool: ServerPool, first: number, done: { plans: number }): Promise<void> {
  for (let number = first; number < PLANS; number += PLANS_AT_ONCE) {
    const random = new Random(number, 17);
    const isHopeless = random.chance(0.08);
    const agents = Array.from(
      { length: random.between(1, 3) },
      (_, index): Mortal => ({
        pool,
        random: new Random(number, index),
        name: `agent-${number}-${index}`,
        isHopeless,
      }),
    );
    const planId = await createdPlan(agents[0] as Mortal, random);
    await Promise.all(agents.map((agent) => workOn(agent, planId)));
    done.plans += 1;
  }
}

/** An agent that dies before it knows its plan is replaced. */
async function createdPlan(agent: Mortal, random: Random): Promise<string> {
  return (await createPlan(agent, random)) ?? createdPlan(agent, random);
}

/** Null when the agent dies before it knows the plan. */
async function createPlan(agent: Mortal, random: Random): Promise<string | null> {
  const count = random.between(2, 7);
  const types = Array.from({ length: count }, (_, index) =>
    index === count - 1 ? "synthesize" : random.pick(["search", "extract", "analyze"]),
  );
  const budget = random.pick([
    null,
    null,
    { steps: random.between(1, count) },
    { attempts: random.between(2, 2 * count) },
  ]);
  try {
    const { planId } = await call(agent, "create_research_plan", {
      name: `[Deep] Plan ${agent.name}`,
      researchQuestion: "Is it so?",
      steps: types.map((stepType) => ({
        stepType,
        instructions: "Find out and note the sources.",
      })),
      stallThresholdMinutes: 0.01,
      ...(budget ? { budget } : {}),
    });
    return planId ?? null;
  } catch (error) {
    if (error instanceof Died) return null;
    throw error;
  }
}

async function judge(
  cluster: Parameters<typeof localService>[0],
  { kills }: ServerPool,
): Promise<void> {
  const { target, asSuperuser, organizationId } = localService(cluster, []);
  const database = connectDatabase({ target, maxConnections: 4 });
  const problems: unknown[] = [];
  const now = new Date(Date.now() + 2 * AFTER_MINUTES * 60_000);
  let composed = 0;
  for (let more = 1; more > 0; composed += more) {
    more = await composeMissingDocuments(database, {
      now,
      afterMs: AFTER_MINUTES * 60_000,
      onComposed: () => undefined,
      onProblem: (error) => problems.push(error),
    });
  }
  const found = await judgeDocuments(database, asSuperuser, organizationId);
  await database.close();
  console.log(
    `${found.plans} plans, ${fate.died} agents died, ${fate.lived} came to an end, ${kills} servers killed; ` +
      `${found.ended} plans ended (${found.leftAtBudget} of them left at the end of their budget), ${found.withMaterial} with a finding or result; ` +
      `${composed} documents composed by the last sweep`,
  );
  console.log(
    `ended plans with a finding or result and no document: ${found.withoutDocument}; without composing it would be ${found.withoutComposing}; ` +
      `${found.composedTwice} composed twice; ${found.lintFindings} flags of the lint in 50 composed documents; ` +
      `${problems.length} problems; verify: ${found.differences} differences`,
  );
  if (problems.length > 0) console.log(problems[0]);
  const isKept =
    found.withoutDocument + found.composedTwice + found.lintFindings + found.differences === 0 &&
    problems.length === 0 &&
    found.withoutComposing > 0;
  if (!isKept) process.exitCode = 1;
}
