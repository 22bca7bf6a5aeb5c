import { queryRows } from "../../connection/query-rows.ts";
import { defineStatement, execution } from "../../connection/statement.ts";
import type { TenantContext } from "../../connection/tenant-context.ts";

/** A claim with its quotes, as people read it outside of Trovella. */
const READ_CLAIMS = defineStatement(`
  SELECT jsonb_build_object('claim', 'c' || claim.number, 'statement', statement, 'kind', kind, 'isKey', is_key, 'status', status,
    'level', level, 'withdrawnAt', withdrawn_at, 'evidence', coalesce((
      SELECT jsonb_agg(jsonb_build_object('source', entry.number, 'title', source.title, 'url', source.url, 'stance', stance,
        'quote', evidence.quote, 'verdict', verdict, 'passage', passage) ORDER BY evidence.position)
      FROM claim_evidence AS evidence JOIN research_source AS source ON source.id = evidence.source_id
      LEFT JOIN plan_source AS entry ON entry.plan_id = claim.plan_id AND entry.key = evidence.key
      WHERE evidence.claim_id = claim.id), '[]')) AS claim
  FROM claim WHERE plan_id = $1 ORDER BY number LIMIT 10000`);

export async function readExportedClaims(
  context: TenantContext,
  planId: string,
): Promise<unknown[]> {
  const rows = await queryRows<{ claim: unknown }>(context, execution(READ_CLAIMS, [planId]));
  return rows.map(({ claim }) => claim);
}

export interface ExportedCapture {
  readonly number: number;
  readonly sha256: string;
  readonly text: string;
}

const PAGE = 20;
const READ_CAPTURES = defineStatement(`
  SELECT capture.id, entry.number, text_sha256 AS sha256, text FROM plan_source AS entry
  JOIN source_capture AS capture ON capture.key = entry.key
  WHERE entry.plan_id = $1 AND text <> '' AND capture.id > $2 ORDER BY capture.id LIMIT ${PAGE}`);

/** The texts of the plan's sources, a few at a time. */
export async function* readExportedCaptures(
  context: TenantContext,
  planId: string,
): AsyncGenerator<ExportedCapture> {
  let last = "";
  for (;;) {
    const rows = await queryRows<ExportedCapture & { id: string }>(
      context,
      execution(READ_CAPTURES, [planId, last]),
    );
    yield* rows;
    if (rows.length < PAGE) return;
    last = rows.at(-1)?.id ?? last;
  }
}

/** What its own documents call sources by other plans. */
const READ_FORMER_REFS = defineStatement(`
  SELECT own.number::text AS number, jsonb_agg(DISTINCT named.ref) AS refs
  FROM plan_source AS own JOIN plan_source AS other ON other.key = own.key AND other.plan_id <> own.plan_id
  JOIN research_plan AS plan ON plan.id = other.plan_id
  CROSS JOIN LATERAL (VALUES (plan.handle || '/' || other.number), (plan.id || '/' || other.number)) AS named (ref)
  WHERE own.plan_id = $1 AND EXISTS (
    SELECT FROM research_output AS output WHERE output.plan_id = $1 AND strpos(lower(content), named.ref) > 0)
  GROUP BY own.number`);

export async function readFormerRefs(
  context: TenantContext,
  planId: string,
): Promise<Record<string, string[]>> {
  const rows = await queryRows<{ number: string; refs: string[] }>(
    context,
    execution(READ_FORMER_REFS, [planId]),
  );
  return Object.fromEntries(rows.map(({ number, refs }) => [number, refs]));
}

const READ_OUTPUTS = defineStatement(
  "SELECT id, version FROM research_output WHERE plan_id = $1 ORDER BY version DESC LIMIT 200",
);

/** The versions of the plan's report, newest first. */
export function listPlanOutputs(
  context: TenantContext,
  planId: string,
): Promise<{ id: string; version: number }[]> {
  return queryRows(context, execution(READ_OUTPUTS, [planId]));
}
