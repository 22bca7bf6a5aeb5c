import type { Problem } from "@trovella/evidence/claim";
import type { QuoteVerdict } from "@trovella/evidence/quote";
import { rowsOf } from "../connection/query-rows.ts";
import { defineStatement, execution } from "../connection/statement.ts";
import type { TenantContext } from "../connection/tenant-context.ts";
import type { AuditVerdict } from "../evidence/audits.ts";
import type { CapturedBy, CaptureFailure } from "../evidence/captures.ts";
import { CLAIM_STATUS } from "../evidence/claim-status.ts";
import type { EvidenceDetails, Stance } from "../evidence/claims.ts";
import { CLAIM_COLUMNS, type ConsoleClaim, WITH_PLAN } from "./claims.ts";
import { titledRows } from "./titled-rows.ts";

export interface ConsoleClaimDetail extends ConsoleClaim {
  readonly digest: string;
  /** Before any person looked. */
  readonly judgedStatus: ConsoleClaim["status"];
  readonly judgedAt: Date;
  readonly problems: readonly Problem[];
  readonly stepId: string | null;
  readonly stepOrder: number | null;
  readonly evidence: readonly ConsoleEvidence[];
  readonly restsOn: readonly Pick<ConsoleClaim, "id" | "number" | "statement" | "status">[];
  /** The newest first. */
  readonly audits: readonly ConsoleClaimAudit[];
}

export interface ConsoleEvidence {
  readonly id: string;
  readonly sourceId: string;
  /** In the register of the plan. */
  readonly sourceNumber: number | null;
  readonly title: string;
  readonly url: string | null;
  readonly doi: string | null;
  readonly author: string | null;
  readonly publishedAt: string | null;
  readonly stance: Stance;
  readonly quote: string;
  readonly verdict: QuoteVerdict | null;
  readonly level: number;
  /** Null for text that came with a finding. */
  readonly capturedBy: CapturedBy | null;
  readonly fetchedAt: Date | null;
  readonly finalUrl: string | null;
  /** Why this server's newest attempt gave no text. */
  readonly failure: CaptureFailure | null;
  readonly httpStatus: number | null;
  /** The source's own words, and what stands around them. */
  readonly passage: string | null;
  readonly before: string | null;
  readonly after: string | null;
  readonly details: EvidenceDetails | null;
}

export interface ConsoleClaimAudit {
  readonly id: string;
  readonly verdict: AuditVerdict;
  readonly note: string | null;
  readonly seconds: number | null;
  readonly userId: string;
  readonly via: string;
  readonly createdAt: Date;
  /** Whether it was about the claim as it stands. */
  readonly isCurrent: boolean;
}

/** Characters of the captured text on each side of a passage. */
export const CLAIM_TEXT_AROUND = 600;
const MAX_PASSAGE = 6_000;
const MAX_AUDITS = 50;

const CLAIM = defineStatement(`
  SELECT ${CLAIM_COLUMNS}, claim.digest, claim.status AS "judgedStatus", claim.judged_at AS "judgedAt", claim.problems,
    claim.step_id AS "stepId", (SELECT step_order FROM plan_step AS step WHERE step.id = claim.step_id) AS "stepOrder"
  FROM claim ${WITH_PLAN} WHERE claim.id = $1`);
// Offsets were counted in UTF-16, those of PostgreSQL in characters. Where they differ, the passage is searched for.
const EVIDENCE = defineStatement(`
  SELECT evidence.id, evidence.source_id AS "sourceId", entry.number AS "sourceNumber", left(source.title, 300) AS title, source.url,
    source.doi, left(source.author, 300) AS author, source.published_at AS "publishedAt", evidence.stance, evidence.quote, evidence.verdict, evidence.level,
    capture.captured_by AS "capturedBy", coalesce(capture.fetched_at, tried.fetched_at) AS "fetchedAt", capture.final_url AS "finalUrl",
    tried.failure, coalesce(capture.http_status, tried.http_status) AS "httpStatus", left(evidence.passage, ${MAX_PASSAGE}) AS passage,
    coalesce(substr(capture.text, greatest(1, capture.place - ${CLAIM_TEXT_AROUND}), least(${CLAIM_TEXT_AROUND}, capture.place - 1)), evidence.prefix) AS before,
    coalesce(substr(capture.text, capture.place + length(evidence.passage), ${CLAIM_TEXT_AROUND}), evidence.suffix) AS after, evidence.details
  FROM claim_evidence AS evidence JOIN claim ON claim.id = evidence.claim_id
  JOIN research_source AS source ON source.id = evidence.source_id
  LEFT JOIN plan_source AS entry ON entry.plan_id = claim.plan_id AND entry.key = evidence.key
  LEFT JOIN LATERAL (
    SELECT captured_by, fetched_at, final_url, http_status, text,
      CASE WHEN substr(text, evidence.start_at + 1, length(evidence.passage)) = evidence.passage THEN evidence.start_at + 1
        ELSE nullif(strpos(text, evidence.passage), 0) END AS place
    FROM source_capture WHERE id = evidence.capture_id) AS capture ON true
  LEFT JOIN LATERAL (
    SELECT failure, http_status, fetched_at FROM source_capture
    WHERE evidence.capture_id IS NULL AND key = evidence.key AND captured_by = 'server' ORDER BY fetched_at DESC LIMIT 1) AS tried ON true
  WHERE evidence.claim_id = $1 ORDER BY evidence.position LIMIT 20`);
const RESTS_ON = defineStatement(`
  SELECT claim.id, claim.number, claim.statement, ${CLAIM_STATUS} AS status FROM claim
  WHERE claim.id = ANY((SELECT inference.rests_on FROM claim AS inference WHERE inference.id = $1)::text[]) ORDER BY claim.number LIMIT 50`);
const AUDITS = defineStatement(`
  SELECT audit.id, audit.verdict, audit.note, audit.seconds, audit.user_id AS "userId", audit.via, audit.created_at AS "createdAt",
    audit.claim_digest = claim.digest AS "isCurrent"
  FROM claim_audit AS audit JOIN claim ON claim.id = audit.claim_id WHERE audit.claim_id = $1 ORDER BY audit.id DESC LIMIT ${MAX_AUDITS}`);

/** A claim with everything a person needs to judge it; null when there is none with this id. */
export async function readConsoleClaim(
  context: TenantContext,
  claimId: string,
): Promise<ConsoleClaimDetail | null> {
  const [read, evidence, restsOn, audits] = await context.send(
    [CLAIM, EVIDENCE, RESTS_ON, AUDITS].map((statement) => execution(statement, [claimId])),
  );
  type Head = Omit<ConsoleClaimDetail, "evidence" | "restsOn" | "audits">;
  const [claim] = titledRows<Head>(read);
  return claim
    ? {
        ...claim,
        evidence: rowsOf(evidence),
        restsOn: rowsOf(restsOn),
        audits: rowsOf(audits),
      }
    : null;
}

/** A claim that rests on a source, or that the source contradicts. */
export interface SourceClaim
  extends Pick<
    ConsoleClaim,
    | "id"
    | "planId"
    | "planHandle"
    | "planName"
    | "planMode"
    | "planTitle"
    | "number"
    | "statement"
    | "status"
    | "isKey"
  > {
  readonly stance: Stance;
  readonly verdict: QuoteVerdict | null;
}

const OF_SOURCE = `FROM claim_evidence AS evidence JOIN claim ON claim.id = evidence.claim_id
  WHERE evidence.key = (SELECT source.key FROM research_source AS source WHERE source.id = $1) AND claim.withdrawn_at IS NULL`;
const COUNT_OF_SOURCE = defineStatement(`
  SELECT count(DISTINCT claim.id)::integer AS claims, count(DISTINCT claim.plan_id)::integer AS plans ${OF_SOURCE}`);
const LIST_OF_SOURCE = defineStatement(`
  SELECT claim.id, claim.plan_id AS "planId", plan.handle AS "planHandle", plan.name AS "planName", plan.mode AS "planMode", claim.number,
    claim.statement, ${CLAIM_STATUS} AS status, claim.is_key AS "isKey", found.stance, found.verdict
  FROM (SELECT DISTINCT ON (claim.id) claim.id, evidence.stance, evidence.verdict ${OF_SOURCE} ORDER BY claim.id DESC, evidence.position LIMIT $2) AS found
  JOIN claim ON claim.id = found.id ${WITH_PLAN} ORDER BY claim.id DESC`);

/** How many claims rest on a source, however it was mentioned, and the newest of them. */
export async function readClaimsOfSource(
  context: TenantContext,
  { sourceId, limit }: { readonly sourceId: string; readonly limit: number },
): Promise<{
  readonly claims: number;
  readonly plans: number;
  readonly newest: readonly SourceClaim[];
}> {
  const [counted, listed] = await context.send([
    execution(COUNT_OF_SOURCE, [sourceId]),
    execution(LIST_OF_SOURCE, [sourceId, limit]),
  ]);
  const [counts] = rowsOf<{ claims: number; plans: number }>(counted);
  return {
    claims: counts?.claims ?? 0,
    plans: counts?.plans ?? 0,
    newest: titledRows<SourceClaim>(listed),
  };
}
