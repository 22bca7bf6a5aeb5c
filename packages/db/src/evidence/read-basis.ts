import type { Claim, ClaimStatus, Problem } from "@trovella/evidence/claim";
import { rowsOf } from "../connection/query-rows.ts";
import { defineStatement, execution } from "../connection/statement.ts";
import type { TenantContext } from "../connection/tenant-context.ts";
import { citedFrom, FIND_CITED } from "../memory/plan-sources.ts";
import { noSuchPlan } from "../plans/save-plan.ts";
import type { CapturedBy, CaptureFailure } from "./captures.ts";
import { NEWEST_AUDIT } from "./claim-status.ts";
import type { Stance } from "./claims.ts";

/** A claim of the plan as far as judging others needs it. */
export interface KnownClaim extends Claim {
  readonly number: number;
  readonly isWithdrawn: boolean;
  readonly digest: string;
  readonly status: ClaimStatus;
  readonly level: number;
  readonly problems: readonly Problem[];
  /** The newest verdict of a person on the claim as it stands. */
  readonly audit: "agree" | "disagree" | "unsure" | null;
}

/** A source that evidence may name. */
export interface KnownSource {
  readonly sourceId: string;
  readonly key: string;
  readonly url: string | null;
  readonly doi: string | null;
  readonly publishedAt: string | null;
}

export interface KnownEvidence extends KnownSource {
  readonly claimId: string;
  /** Its number in the register of the plan. */
  readonly number: number | null;
  readonly stance: Stance;
  readonly quote: string;
}

/** A text of a source. One that came with a finding has no capture. */
export interface SourceText {
  readonly key: string;
  readonly captureId: string | null;
  readonly capturedBy: CapturedBy;
  readonly httpStatus: number | null;
  readonly words: number;
  readonly failure: CaptureFailure | null;
  /** Null when there is too much text to read at once. */
  readonly text: string | null;
}

export interface ClaimBasis {
  /** By the clock of the database: texts that are stored later are not among these. */
  readonly readAt: Date;
  readonly policy: {
    readonly minLevel: number;
    readonly minSources: number;
    readonly isStrict: boolean;
  };
  readonly claims: readonly KnownClaim[];
  /** By reference, as it is compared. */
  readonly sources: ReadonlyMap<string, KnownSource>;
  /** The keys of the sources that are not stored yet, in their order. */
  readonly givenKeys: readonly string[];
  /** Of the claims asked for. */
  readonly evidence: readonly KnownEvidence[];
  readonly texts: readonly SourceText[];
}

/** The identity of a source that is about to be stored. */
export interface GivenSource {
  readonly url: string | null;
  readonly doi: string | null;
  readonly title: string;
  readonly quote: string | null;
}

const MAX_CLAIMS = 2_000;
const MAX_CHARACTERS = 12_000_000;
/** Of one source and one author, the newest ones. */
const MAX_TEXTS = 3;

const CLOCK = defineStatement('SELECT clock_timestamp() AS "readAt"');
const POLICY = defineStatement(
  'SELECT min_level AS "minLevel", min_sources AS "minSources", evidence_policy = \'strict\' AS "isStrict" FROM research_plan WHERE id = $1',
);
const CLAIMS = defineStatement(`
  SELECT id, number, statement, kind, is_key AS "isKey", is_disputed AS "isDisputed", withdrawn_at IS NOT NULL AS "isWithdrawn",
    rests_on AS "restsOn", digest, status, level, problems, ${NEWEST_AUDIT} AS audit
  FROM claim WHERE plan_id = $1 ORDER BY number LIMIT ${MAX_CLAIMS}`);
const SOURCES = defineStatement(`
  WITH ${FIND_CITED}
  SELECT DISTINCT ON (found.ref) found.ref, source.id AS "sourceId", source.key, source.url, source.doi, source.published_at AS "publishedAt"
  FROM found JOIN research_source AS source ON source.id = found.source_id ORDER BY found.ref, found.place`);
const GIVEN_KEYS = defineStatement(`
  SELECT source_key(url, doi, title, quote) AS key FROM ROWS FROM (
    jsonb_to_recordset($1::jsonb) AS (url text, doi text, title text, quote text)) WITH ORDINALITY
    AS given (url, doi, title, quote, place) ORDER BY place`);
const EVIDENCE = defineStatement(`
  SELECT evidence.claim_id AS "claimId", (SELECT number FROM plan_source WHERE plan_id = $1 AND key = source.key) AS number,
    evidence.stance, evidence.quote, source.id AS "sourceId", source.key, source.url, source.doi,
    source.published_at AS "publishedAt"
  FROM claim_evidence AS evidence JOIN research_source AS source ON source.id = evidence.source_id
  WHERE evidence.claim_id IN (SELECT id FROM claim WHERE plan_id = $1 AND number = ANY($2::integer[])) ORDER BY evidence.claim_id, evidence.position`);
/** Texts of findings stand for what the assistant read where it handed over nothing better. */
const TEXTS = defineStatement(`
  WITH ${FIND_CITED},
  wanted AS MATERIALIZED (
    SELECT key FROM found
    UNION SELECT source_key(url, doi, title, quote) FROM jsonb_to_recordset($3::jsonb) AS given (url text, doi text, title text, quote text)
    UNION SELECT key FROM claim_evidence WHERE claim_id IN (SELECT id FROM claim WHERE plan_id = $1 AND number = ANY($4::integer[]))),
  capture AS (
    SELECT key, id AS capture_id, captured_by, http_status, words, failure, text, fetched_at,
      row_number() OVER (PARTITION BY key, captured_by ORDER BY fetched_at DESC) AS place
    FROM source_capture WHERE key IN (SELECT key FROM wanted)
    UNION ALL
    SELECT mention.key, NULL, 'assistant', NULL, NULL, NULL, artifact.content_text, artifact.created_at,
      row_number() OVER (PARTITION BY mention.key ORDER BY artifact.id DESC)
    FROM research_source AS mention JOIN research_artifact AS artifact ON artifact.id = mention.artifact_id
    WHERE mention.key IN (SELECT key FROM wanted)),
  chosen AS (
    SELECT *, sum(length(text)) OVER (ORDER BY captured_by = 'server' DESC, capture_id IS NULL, key, place) AS characters
    FROM capture WHERE place <= ${MAX_TEXTS})
  SELECT key, capture_id AS "captureId", captured_by AS "capturedBy", http_status AS "httpStatus",
    coalesce(words, length(text) / 6) AS words, failure, CASE WHEN characters <= ${MAX_CHARACTERS} THEN text END AS text
  FROM chosen ORDER BY captured_by = 'server' DESC, capture_id IS NULL, fetched_at DESC`);

export interface AskedBasis {
  readonly planId: string;
  /** Sources that evidence names, as the plan cites them. */
  readonly refs: readonly string[];
  readonly given: readonly GivenSource[];
  /** Claims to amend or to judge again. */
  readonly numbers: readonly number[];
}

/** Everything that judging claims of a plan depends on, in one round trip, which ends the transaction. */
export async function readClaimBasisAndCommit(
  context: TenantContext,
  { planId, refs, given, numbers }: AskedBasis,
): Promise<ClaimBasis> {
  const cited = citedFrom(planId, refs);
  const sources = JSON.stringify(given);
  const [clock, policy, claims, cards, keys, evidence, texts] = await context.send(
    [
      execution(CLOCK),
      execution(POLICY, [planId]),
      execution(CLAIMS, [planId]),
      execution(SOURCES, cited),
      execution(GIVEN_KEYS, [sources]),
      execution(EVIDENCE, [planId, numbers]),
      execution(TEXTS, [...cited, sources, numbers]),
    ],
    { last: true },
  );
  const [found] = rowsOf<ClaimBasis["policy"]>(policy);
  if (!found) throw noSuchPlan(planId);
  return {
    readAt: new Date(String(clock?.rows[0]?.readAt)),
    policy: found,
    claims: rowsOf<KnownClaim>(claims),
    sources: new Map(
      rowsOf<KnownSource & { ref: string }>(cards).map(({ ref, ...source }) => [ref, source]),
    ),
    givenKeys: rowsOf<{ key: string }>(keys).map(({ key }) => key),
    evidence: rowsOf<KnownEvidence>(evidence),
    texts: rowsOf<SourceText>(texts),
  };
}

const STALE = defineStatement(`
  SELECT DISTINCT claim.plan_id AS "planId", claim.number FROM claim
  JOIN claim_evidence AS evidence ON evidence.claim_id = claim.id
  JOIN source_capture AS capture ON capture.key = evidence.key AND capture.updated_at > claim.judged_at
  WHERE claim.withdrawn_at IS NULL AND evidence.key = ANY($1::text[])
  ORDER BY "planId", claim.number LIMIT $2`);
const STALE_UNCHECKED = defineStatement(`
  SELECT claim.plan_id AS "planId", claim.number FROM claim
  WHERE claim.status = 'unchecked' AND claim.withdrawn_at IS NULL AND EXISTS (
    SELECT FROM claim_evidence AS evidence
    JOIN source_capture AS capture ON capture.key = evidence.key AND capture.updated_at > claim.judged_at
    WHERE evidence.claim_id = claim.id)
  ORDER BY claim.id LIMIT $1`);

/** Claims whose sources were captured after they were judged: of these sources, or all that wait for a text. */
export async function findStaleClaims(
  context: TenantContext,
  { keys, limit }: { readonly keys: readonly string[] | null; readonly limit: number },
): Promise<{ readonly planId: string; readonly number: number }[]> {
  const asked = keys ? execution(STALE, [keys, limit]) : execution(STALE_UNCHECKED, [limit]);
  const [found] = await context.send([asked]);
  return rowsOf(found);
}

/** The claims of a plan without their evidence, in their order. */
export async function listPlanClaims(
  context: TenantContext,
  planId: string,
): Promise<KnownClaim[]> {
  const [claims] = await context.send([execution(CLAIMS, [planId])]);
  return rowsOf(claims);
}
