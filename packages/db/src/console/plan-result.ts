import type { ClaimStatus } from "@trovella/evidence/claim";
import { queryRows, rowsOf } from "../connection/query-rows.ts";
import type { Sender } from "../connection/send-together.ts";
import { defineStatement, execution } from "../connection/statement.ts";
import type { TenantContext } from "../connection/tenant-context.ts";
import { CLAIM_STATUS } from "../evidence/claim-status.ts";
import type { ARTIFACT_TYPES } from "../schema/value-lists.ts";

/** A finding that a reader should see first. */
export interface KeyFinding {
  readonly id: string;
  readonly artifactType: (typeof ARTIFACT_TYPES)[number];
  readonly title: string;
  readonly summary: string | null;
  readonly confidence: number | null;
  /** Distinct ones. */
  readonly sourceCount: number;
}

/** A claim that carries the answer, or that something speaks against. */
export interface ResultClaim {
  readonly id: string;
  readonly number: number;
  readonly statement: string;
  readonly status: ClaimStatus;
  readonly isKey: boolean;
  readonly isDisputed: boolean;
  /** Distinct ones. */
  readonly sourceCount: number;
  /** Of the first source that contradicts it. */
  readonly contraryQuote: string | null;
  readonly contraryTitle: string | null;
}

export interface ResultCounts {
  readonly findings: number;
  readonly findingsWithoutSource: number;
  readonly claims: Readonly<Partial<Record<ClaimStatus, number>>>;
  /** Sources whose page this server tried to read and could not. */
  readonly unreadSources: number;
}

export interface ResultFacts {
  readonly findings: readonly KeyFinding[];
  readonly claims: readonly ResultClaim[];
  readonly counts: ResultCounts;
}

const MAX_FINDINGS = 8;
const MAX_CLAIMS = 30;

/** Other kinds only where a plan has no findings. */
const FINDINGS = defineStatement(`
  SELECT id, artifact_type AS "artifactType", left(title, 300) AS title, left(summary, 601) AS summary, confidence,
    (SELECT count(DISTINCT key) FROM research_source AS source WHERE source.artifact_id = artifact.id)::integer AS "sourceCount"
  FROM (
    SELECT * FROM research_artifact WHERE plan_id = $1 AND artifact_type IN ('finding', 'synthesis', 'analysis')
    ORDER BY artifact_type = 'finding' DESC, confidence DESC NULLS LAST, id LIMIT ${MAX_FINDINGS}
  ) AS artifact ORDER BY artifact_type = 'finding' DESC, confidence DESC NULLS LAST, id`);
const CLAIMS = defineStatement(`
  SELECT claim.*, contrary.quote AS "contraryQuote", contrary.title AS "contraryTitle",
    (SELECT count(DISTINCT key) FROM claim_evidence AS evidence
      WHERE evidence.claim_id = claim.id AND evidence.stance = 'supports')::integer AS "sourceCount"
  FROM (
    SELECT claim.id, number, left(statement, 601) AS statement, ${CLAIM_STATUS} AS status, is_key AS "isKey", is_disputed AS "isDisputed"
    FROM claim WHERE plan_id = $1 AND withdrawn_at IS NULL
  ) AS claim
  LEFT JOIN LATERAL (
    SELECT left(evidence.quote, 601) AS quote, left(source.title, 200) AS title FROM claim_evidence AS evidence
    JOIN research_source AS source ON source.id = evidence.source_id
    WHERE evidence.claim_id = claim.id AND evidence.stance = 'contradicts' ORDER BY evidence.position LIMIT 1
  ) AS contrary ON true
  WHERE "isKey" OR "isDisputed" OR status IN ('contradicted', 'disputed') OR contrary.quote IS NOT NULL
  ORDER BY "isKey" DESC, number LIMIT ${MAX_CLAIMS}`);
const COUNTS = defineStatement(`
  SELECT findings.*, claims.*, sources.*
  FROM (
    SELECT count(*)::integer AS findings, count(*) FILTER (WHERE NOT EXISTS (
      SELECT FROM research_source AS source WHERE source.artifact_id = artifact.id))::integer AS "findingsWithoutSource"
    FROM research_artifact AS artifact WHERE plan_id = $1 AND artifact_type = 'finding'
  ) AS findings, (
    SELECT coalesce(jsonb_object_agg(status, number), '{}') AS claims FROM (
      SELECT ${CLAIM_STATUS} AS status, count(*) AS number FROM claim WHERE plan_id = $1 AND withdrawn_at IS NULL GROUP BY 1
    ) AS by_status
  ) AS claims, (
    SELECT count(*) FILTER (WHERE failed > 0 AND reads = 0)::integer AS "unreadSources" FROM (
      SELECT count(*) FILTER (WHERE capture.failure IS NOT NULL) AS failed, count(*) FILTER (WHERE capture.failure IS NULL) AS reads
      FROM plan_source AS entry JOIN source_capture AS capture ON capture.key = entry.key
      WHERE entry.plan_id = $1 GROUP BY entry.number
    ) AS captured
  ) AS sources`);

/** What a plan found, as far as it is not in its report. */
export async function readResultFacts(context: Sender, planId: string): Promise<ResultFacts> {
  const [findings, claims, counted] = await context.send([
    execution(FINDINGS, [planId]),
    execution(CLAIMS, [planId]),
    execution(COUNTS, [planId]),
  ]);
  const [counts] = rowsOf<ResultCounts>(counted);
  if (!counts) throw new Error("Counting gave no row.");
  return { findings: rowsOf(findings), claims: rowsOf(claims), counts };
}

const EVIDENCE_STATE = defineStatement(`
  SELECT concat_ws('/',
    (SELECT max(updated_at) FROM claim WHERE plan_id = $1),
    (SELECT count(*) FROM claim_audit AS audit JOIN claim ON claim.id = audit.claim_id WHERE claim.plan_id = $1),
    (SELECT max(created_at) FROM research_artifact WHERE plan_id = $1),
    (SELECT max(capture.updated_at) FROM plan_source AS entry JOIN source_capture AS capture ON capture.key = entry.key
      WHERE entry.plan_id = $1)) AS state`);

/** Changes with everything that the check of a report's citations rests on, besides the text itself. */
export async function readEvidenceState(context: TenantContext, planId: string): Promise<string> {
  const [row] = await queryRows<{ state: string }>(context, execution(EVIDENCE_STATE, [planId]));
  return row?.state ?? "";
}
