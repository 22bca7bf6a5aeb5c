import { type ConnectionSettings, connectDatabase, withClient } from "@trovella/db";
import { type Verification, verifyPlans } from "@trovella/db/maintenance";
import { readHistories } from "./mcp-audit.ts";
import type { Acknowledgement } from "./retrying-agents.ts";

export interface Losses {
  /** Acknowledged writes that the database does not hold. */
  readonly missing: readonly Acknowledgement[];
  /** Attempts and completions that are logged twice. */
  readonly doubled: number;
  readonly verification: Verification;
}

interface Judged {
  readonly target: ConnectionSettings["target"];
  readonly asSuperuser: ConnectionSettings["target"];
  readonly organizationId: string;
}

/** Compares what was acknowledged with what is stored. */
export async function findLosses(
  { target, asSuperuser, organizationId }: Judged,
  acknowledged: readonly Acknowledgement[],
): Promise<Losses> {
  const { plans, marks, histories } = await withClient(asSuperuser, async (client) => {
    const { rows: plans } = await client.query("SELECT handle FROM research_plan");
    const { rows: results } = await client.query(
      "SELECT result->>'mark' AS mark FROM plan_step WHERE status = 'completed'",
    );
    return {
      plans: new Set(plans.map(({ handle }) => handle)),
      marks: new Set(results.map(({ mark }) => mark)),
      histories: await readHistories(client, organizationId),
    };
  });
  const missing = acknowledged.filter(({ kind, planId, stepId, attempt, mark }) => {
    if (kind === "created") return !plans.has(planId);
    if (kind === "submitted") return !marks.has(mark);
    const attempts = histories.get(`${planId}/${stepId}`)?.attempts ?? [];
    return !attempts.some((one) => one.attempt === attempt);
  });
  const doubled = [...histories.values()].filter(({ attempts, completions }) => {
    return (
      new Set(attempts.map(({ attempt }) => attempt)).size < attempts.length ||
      completions.length > 1
    );
  }).length;
  const database = connectDatabase({ target });
  try {
    return { missing, doubled, verification: await verifyPlans(database, { organizationId }) };
  } finally {
    await database.close();
  }
}
