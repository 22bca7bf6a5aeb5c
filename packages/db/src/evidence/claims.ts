import type { Claim, ClaimStatus, Problem } from "@trovella/evidence/claim";
import type { QuoteVerdict } from "@trovella/evidence/quote";
import { defineStatement, type Execution, execution } from "../connection/statement.ts";
import type { TenantContext } from "../connection/tenant-context.ts";
import { lockRegister } from "../memory/plan-sources.ts";
import type { STANCES } from "../schema/value-lists.ts";

export type Stance = (typeof STANCES)[number];

/** A claim to store, or to amend if its id is known. */
export interface NewClaim extends Claim {
  readonly isWithdrawn: boolean;
  readonly digest: string;
  readonly evidence: readonly NewEvidence[];
}

export interface NewEvidence {
  readonly id: string;
  readonly sourceId: string;
  readonly stance: Stance;
  readonly quote: string;
}

export interface ClaimOrigin {
  readonly planId: string;
  readonly stepId: string | null;
  readonly userId: string;
  readonly now: Date;
}

/** What a claim is worth, for the digest that was judged. */
export interface ClaimJudgement {
  readonly claimId: string;
  readonly digest: string;
  readonly status: ClaimStatus;
  readonly level: number;
  readonly problems: readonly Problem[];
  /** In the order of the claim's evidence. */
  readonly evidence: readonly EvidenceJudgement[];
}

export interface EvidenceJudgement {
  readonly verdict: QuoteVerdict | null;
  readonly level: number;
  readonly captureId: string | null;
  readonly startAt: number | null;
  readonly endAt: number | null;
  readonly passage: string | null;
  readonly prefix: string | null;
  readonly suffix: string | null;
  readonly details: EvidenceDetails | null;
}

/** What people look at where a quote does not stand as it was given. */
export interface EvidenceDetails {
  readonly differs?: readonly { readonly source: string; readonly quote: string }[] | undefined;
  readonly elided?: readonly { readonly text: string; readonly hides?: string }[] | undefined;
  readonly closest?: string | undefined;
  readonly cutOff?: string | undefined;
}

// A claim that was called a key claim stays one: otherwise the gate could be passed by calling it less important.
const SAVE = defineStatement(`
  WITH given AS (
    SELECT * FROM ROWS FROM (jsonb_to_recordset($6::jsonb) AS (id text, statement text, kind text, "isKey" boolean,
      "isDisputed" boolean, "restsOn" jsonb, "isWithdrawn" boolean, digest text)) WITH ORDINALITY
      AS given (id, statement, kind, is_key, is_disputed, rests_on, is_withdrawn, digest, place)),
  numbered AS (
    SELECT given.*, coalesce(known.number, coalesce((SELECT max(number) FROM claim WHERE plan_id = $2), 0)
      + row_number() OVER (PARTITION BY known.id IS NULL ORDER BY given.place)) AS number
    FROM given LEFT JOIN claim AS known ON known.id = given.id)
  INSERT INTO claim (organization_id, id, plan_id, step_id, number, user_id, statement, kind, is_key, is_disputed, rests_on,
    digest, status, level, problems, judged_at, withdrawn_at, created_at, updated_at)
  SELECT $1, id, $2, $3, number, $4, statement, kind, is_key, is_disputed, ARRAY(SELECT jsonb_array_elements_text(rests_on)),
    digest, 'unchecked', 0, '[]', $5::timestamptz, CASE WHEN is_withdrawn THEN $5::timestamptz END, $5::timestamptz, $5::timestamptz
  FROM numbered ORDER BY place
  ON CONFLICT (organization_id, id) DO UPDATE SET statement = excluded.statement, kind = excluded.kind,
    is_key = claim.is_key OR excluded.is_key, is_disputed = excluded.is_disputed, rests_on = excluded.rests_on,
    digest = excluded.digest, withdrawn_at = excluded.withdrawn_at, updated_at = excluded.updated_at
  RETURNING id, number`);
const CLEAR_EVIDENCE = defineStatement(
  "DELETE FROM claim_evidence WHERE claim_id = ANY($1::text[])",
);
const SAVE_EVIDENCE = defineStatement(`
  INSERT INTO claim_evidence (organization_id, id, claim_id, position, source_id, key, stance, quote, created_at, updated_at)
  SELECT $1, given.id, given."claimId", given.position, source.id, source.key, given.stance, given.quote, $2::timestamptz, $2::timestamptz
  FROM jsonb_to_recordset($3::jsonb) AS given (id text, "claimId" text, position integer, "sourceId" text, stance text, quote text)
  JOIN research_source AS source ON source.id = given."sourceId"`);

/** Stores claims with their evidence, not yet judged. The second result has the numbers of the claims. */
export function claimWrites(
  context: TenantContext,
  claims: readonly NewClaim[],
  { planId, stepId, userId, now }: ClaimOrigin,
): Execution[] {
  const { organizationId } = context.tenant;
  const rows = claims.map(({ evidence: _, ...claim }) => claim);
  const evidence = claims.flatMap(({ id, evidence }) =>
    evidence.map((entry, index) => ({ ...entry, claimId: id, position: index + 1 })),
  );
  return [
    lockRegister(context, planId),
    execution(SAVE, [organizationId, planId, stepId, userId, now, JSON.stringify(rows)]),
    execution(CLEAR_EVIDENCE, [claims.map(({ id }) => id)]),
    execution(SAVE_EVIDENCE, [organizationId, now, JSON.stringify(evidence)]),
  ];
}

/** Stands for a text that came with a source in the same call, whose capture has no id yet. */
export const GIVEN_CAPTURE = "given";

const JUDGE = defineStatement(`
  UPDATE claim SET status = judged.status, level = judged.level, problems = judged.problems, judged_at = $2::timestamptz
  FROM jsonb_to_recordset($1::jsonb) AS judged ("claimId" text, digest text, status text, level integer, problems jsonb)
  WHERE claim.id = judged."claimId" AND claim.digest = judged.digest`);
const JUDGE_EVIDENCE = defineStatement(`
  UPDATE claim_evidence AS evidence SET verdict = judged.verdict, level = judged.level,
    capture_id = (SELECT capture.id FROM source_capture AS capture WHERE capture.id = judged."captureId"
      OR (judged."captureId" = '${GIVEN_CAPTURE}' AND capture.key = evidence.key AND capture.captured_by = 'assistant')
      ORDER BY capture.updated_at DESC LIMIT 1), start_at = judged."startAt",
    end_at = judged."endAt", passage = judged.passage, prefix = judged.prefix, suffix = judged.suffix, details = judged.details,
    updated_at = $2::timestamptz
  FROM jsonb_to_recordset($1::jsonb) AS judged ("claimId" text, digest text, position integer, verdict text, level integer,
    "captureId" text, "startAt" integer, "endAt" integer, passage text, prefix text, suffix text, details jsonb)
  JOIN claim ON claim.id = judged."claimId" AND claim.digest = judged.digest
  WHERE evidence.claim_id = judged."claimId" AND evidence.position = judged.position`);

/** Keeps what the claims are worth, except those that were amended meanwhile. */
export function judgementWrites(
  judgements: readonly ClaimJudgement[],
  judgedAt: Date,
): Execution[] {
  if (judgements.length === 0) return [];
  const claims = judgements.map(({ evidence: _, ...judgement }) => judgement);
  const evidence = judgements.flatMap(({ claimId, digest, evidence }) =>
    evidence.map((entry, index) => ({ ...entry, claimId, digest, position: index + 1 })),
  );
  return [
    execution(JUDGE, [JSON.stringify(claims), judgedAt]),
    execution(JUDGE_EVIDENCE, [JSON.stringify(evidence), judgedAt]),
  ];
}
