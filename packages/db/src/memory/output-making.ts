import { queryRows } from "../connection/query-rows.ts";
import { defineStatement, execution } from "../connection/statement.ts";
import type { TenantContext } from "../connection/tenant-context.ts";

/** How the research of a plan was done until a moment, as its steps and reviews record it. */
export interface OutputMaking {
  readonly steps: number;
  readonly searches: number;
  readonly pagesRead: number;
  readonly startedAt: Date | null;
  readonly endedAt: Date | null;
  /** The programs that did the steps. */
  readonly clients: readonly string[];
  /** What the last step said of its result, between 0 and 1. */
  readonly confidence: number | null;
  readonly decisions: readonly DecidedReview[];
}

export interface DecidedReview {
  readonly summary: string;
  readonly decision: "approve" | "reject" | "modify" | "skip";
  readonly decidedVia: string | null;
  readonly decidedBy: string | null;
  readonly decidedAt: Date;
}

const entriesOf = (list: string) =>
  `CASE WHEN jsonb_typeof(step_execution_report -> '${list}') = 'array' THEN jsonb_array_length(step_execution_report -> '${list}') ELSE 0 END`;

const READ_MAKING = defineStatement(`
  WITH step AS (
    SELECT id, step_order, started_at, completed_at, confidence, lease_client,
      ${entriesOf("webSearches")} AS searches, ${entriesOf("webFetches")} AS fetches
    FROM plan_step WHERE plan_id = $1 AND status = 'completed' AND completed_at <= $2),
  review AS (
    SELECT summary, decision, decided_via, decided_by, decided_at
    FROM plan_review WHERE plan_id = $1 AND decision IS NOT NULL AND decided_at <= $2
    ORDER BY decided_at, id LIMIT 100)
  SELECT count(*)::int AS steps, coalesce(sum(searches), 0)::int AS searches, coalesce(sum(fetches), 0)::int AS "pagesRead",
    min(started_at) AS "startedAt", max(completed_at) AS "endedAt",
    coalesce(array_agg(DISTINCT lease_client) FILTER (WHERE lease_client IS NOT NULL), '{}') AS clients,
    (array_agg(confidence ORDER BY completed_at DESC, step_order DESC) FILTER (WHERE confidence IS NOT NULL))[1] AS confidence,
    (SELECT coalesce(jsonb_agg(jsonb_build_object('summary', left(summary, 500), 'decision', decision,
        'decidedVia', decided_via, 'decidedBy', decided_by, 'decidedAt', decided_at)), '[]') FROM review) AS decisions
  FROM step`);

type MakingRow = Omit<OutputMaking, "decisions"> & {
  readonly decisions: readonly (Omit<DecidedReview, "decidedAt"> & {
    readonly decidedAt: string;
  })[];
};

/** What was done until a version was stored: later work does not change its file. */
export async function readOutputMaking(
  context: TenantContext,
  { planId, until }: { readonly planId: string; readonly until: Date },
): Promise<OutputMaking> {
  const [row] = await queryRows<MakingRow>(context, execution(READ_MAKING, [planId, until]));
  if (!row) throw new Error("An aggregate always has a row.");
  const decisions = row.decisions.map((review) => ({
    ...review,
    decidedAt: new Date(review.decidedAt),
  }));
  return { ...row, decisions };
}
