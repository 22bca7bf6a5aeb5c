import {
  type ConnectionSettings,
  type Database,
  withClient,
  withTenantContext,
} from "@trovella/db";
import { verifyDatabase } from "@trovella/db/maintenance";
import { lintOutput } from "@trovella/research";

/**
 * A plan has ended when it is closed, or when its budget or its breaker allows no further research (phase closing or spent)
 * and nobody has worked on it for as long as an assistant has for the document.
 */
const ENDED = `
  SELECT plan.id,
    EXISTS (SELECT FROM research_artifact AS artifact WHERE artifact.plan_id = plan.id)
      OR EXISTS (SELECT FROM plan_step AS step WHERE step.plan_id = plan.id AND step.status = 'completed') AS has_material,
    plan.closed_at IS NOT NULL AS is_closed,
    (SELECT count(*) FROM research_output AS output WHERE output.plan_id = plan.id) AS outputs,
    (SELECT count(*) FROM research_output AS output WHERE output.plan_id = plan.id AND origin = 'assistant') AS written,
    (SELECT count(*) FROM research_output AS output WHERE output.plan_id = plan.id AND origin = 'server' AND NOT is_draft) AS composed,
    (SELECT count(*) FROM research_output AS output WHERE output.plan_id = plan.id AND origin = 'server' AND is_draft) AS drafts
  FROM research_plan AS plan WHERE plan.closed_at IS NOT NULL OR plan.phase <> 'open'`;

export interface Judgement {
  readonly plans: number;
  readonly ended: number;
  readonly leftAtBudget: number;
  readonly withMaterial: number;
  /** Ended plans with a finding or a result and without a document. */
  readonly withoutDocument: number;
  /** The same if the server composed none. */
  readonly withoutComposing: number;
  readonly composedTwice: number;
  readonly lintFindings: number;
  readonly differences: number;
}

export async function judgeDocuments(
  database: Database,
  asSuperuser: ConnectionSettings["target"],
  organizationId: string,
): Promise<Judgement> {
  const { rows, plans, sample } = await withClient(asSuperuser, async (client) => ({
    rows: (await client.query(ENDED)).rows,
    plans: Number((await client.query("SELECT count(*) AS n FROM research_plan")).rows[0].n),
    sample: (
      await client.query(
        "SELECT plan_id, title, content FROM research_output WHERE origin = 'server' ORDER BY md5(id) LIMIT 50",
      )
    ).rows,
  }));
  const withMaterial = rows.filter((row) => row.has_material);
  let lintFindings = 0;
  for (const { plan_id: planId, title, content } of sample) {
    const { findings } = await lintOutput({ planId, title, content }, (work) =>
      withTenantContext(database, { organizationId }, work),
    );
    lintFindings += findings.length;
  }
  const { differenceCount } = await verifyDatabase(database);
  return {
    plans,
    ended: rows.length,
    leftAtBudget: rows.filter((row) => !row.is_closed).length,
    withMaterial: withMaterial.length,
    withoutDocument: withMaterial.filter((row) => Number(row.outputs) === 0).length,
    withoutComposing: withMaterial.filter((row) => Number(row.written) === 0).length,
    composedTwice: rows.filter((row) => Number(row.composed) > 1 || Number(row.drafts) > 1).length,
    lintFindings,
    differences: differenceCount,
  };
}
