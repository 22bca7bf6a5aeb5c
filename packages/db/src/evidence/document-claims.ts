import type { ClaimKind, ClaimStatus, Problem } from "@trovella/evidence/claim";
import type { QuoteVerdict } from "@trovella/evidence/quote";
import type { Plan } from "@trovella/plan-engine";
import { queryRows } from "../connection/query-rows.ts";
import { defineStatement, execution } from "../connection/statement.ts";
import type { TenantContext } from "../connection/tenant-context.ts";
import type { AUDIT_VERDICTS } from "../schema/value-lists.ts";
import type { Stance } from "./claims.ts";

/** A claim with everything that a document shows of it. */
export interface WholeClaim {
  readonly id: string;
  readonly number: number;
  readonly statement: string;
  readonly kind: ClaimKind;
  readonly isKey: boolean;
  /** As it was judged; what a person said of it is `audit`. */
  readonly status: ClaimStatus;
  readonly level: number;
  readonly problems: readonly Problem[];
  readonly audit: WholeAudit["verdict"] | null;
  readonly lastAudit: WholeAudit | null;
  readonly evidence: readonly WholeEvidence[];
}

export interface WholeAudit {
  readonly verdict: (typeof AUDIT_VERDICTS)[number];
  readonly userId: string;
  readonly at: string;
}

export interface WholeEvidence {
  /** In the register of the plan. */
  readonly source: number | null;
  readonly stance: Stance;
  readonly quote: string;
  readonly verdict: QuoteVerdict | null;
  readonly level: number;
  readonly passage: string | null;
  readonly prefix: string | null;
  readonly suffix: string | null;
  readonly startAt: number | null;
  readonly endAt: number | null;
  readonly captureId: string | null;
  readonly url: string | null;
  readonly fetchedAt: string | null;
  readonly textSha256: string | null;
}

type EvidencePolicyName = Plan["evidencePolicy"];

const MAX_CLAIMS = 500;

const READ = defineStatement(`
  SELECT claim.id, claim.number, claim.statement, claim.kind, claim.is_key AS "isKey", claim.status, claim.level, claim.problems,
    audit.row ->> 'verdict' AS audit, audit.row AS "lastAudit", coalesce(evidence.rows, '[]') AS evidence
  FROM claim
  LEFT JOIN LATERAL (
    SELECT json_build_object('verdict', verdict, 'userId', user_id, 'at', created_at) AS row FROM claim_audit
    WHERE claim_audit.claim_id = claim.id AND claim_digest = claim.digest ORDER BY claim_audit.id DESC LIMIT 1) AS audit ON true
  LEFT JOIN LATERAL (
    SELECT json_agg(json_build_object('source', entry.number, 'stance', own.stance, 'quote', own.quote, 'verdict', own.verdict,
      'level', own.level, 'passage', own.passage, 'prefix', own.prefix, 'suffix', own.suffix, 'startAt', own.start_at,
      'endAt', own.end_at, 'captureId', own.capture_id, 'url', coalesce(capture.final_url, source.url),
      'fetchedAt', capture.fetched_at, 'textSha256', capture.text_sha256) ORDER BY own.position) AS rows
    FROM claim_evidence AS own JOIN research_source AS source ON source.id = own.source_id
    LEFT JOIN plan_source AS entry ON entry.plan_id = claim.plan_id AND entry.key = own.key
    LEFT JOIN source_capture AS capture ON capture.id = own.capture_id
    WHERE own.claim_id = claim.id) AS evidence ON true
  WHERE claim.plan_id = $1 AND claim.withdrawn_at IS NULL AND ($2::integer[] IS NULL OR claim.number = ANY($2::integer[]))
  ORDER BY claim.number LIMIT ${MAX_CLAIMS}`);

/** The claims of a plan that were not withdrawn; of some numbers or all, in order. */
export function readWholeClaims(
  context: TenantContext,
  planId: string,
  numbers: readonly number[] | null = null,
): Promise<WholeClaim[]> {
  return queryRows<WholeClaim>(context, execution(READ, [planId, numbers]));
}

const TEXTS = defineStatement(`
  SELECT id, text FROM (
    SELECT id, text, sum(length(text)) OVER (ORDER BY id) AS characters FROM source_capture WHERE id = ANY($1::text[])) AS capture
  WHERE characters <= $2`);

/** The texts of captures by id, the first ones if they are too long together. */
export async function readCaptureTexts(
  context: TenantContext,
  ids: readonly string[],
  maxCharacters: number,
): Promise<Map<string, string>> {
  const rows = await queryRows<{ id: string; text: string }>(
    context,
    execution(TEXTS, [ids, maxCharacters]),
  );
  return new Map(rows.map(({ id, text }) => [id, text]));
}

const POLICY = defineStatement("SELECT evidence_policy AS policy FROM research_plan WHERE id = $1");

/** What the plan asks of its claims; `off` where there is no such plan. */
export async function readEvidencePolicy(
  context: TenantContext,
  planId: string,
): Promise<EvidencePolicyName> {
  const [row] = await queryRows<{ policy: EvidencePolicyName }>(
    context,
    execution(POLICY, [planId]),
  );
  return row?.policy ?? "off";
}
