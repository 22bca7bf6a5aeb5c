import type { ClaimStatus } from "@trovella/evidence/claim";
import type { QuoteVerdict } from "@trovella/evidence/quote";
import { rowsOf } from "../connection/query-rows.ts";
import { defineStatement, execution } from "../connection/statement.ts";
import type { TenantContext } from "../connection/tenant-context.ts";
import { CLAIM_STATUS } from "../evidence/claim-status.ts";
import type { Stance } from "../evidence/claims.ts";
import { CLAIM_RISK } from "./claims.ts";
import { wholeQuotes } from "./whole-quotes.ts";

/** A claim as a reviewer reads it: beside the quotes it rests on. */
export interface ReviewClaim {
  readonly id: string;
  readonly number: number;
  readonly statement: string;
  readonly status: ClaimStatus;
  readonly isKey: boolean;
  /** Different sources, however often each is quoted. */
  readonly sourceCount: number;
  readonly evidence: readonly ReviewQuote[];
}

interface ReviewQuote {
  readonly id: string;
  readonly sourceNumber: number | null;
  readonly title: string;
  readonly url: string | null;
  readonly stance: Stance;
  readonly verdict: QuoteVerdict | null;
  /** Whole, or left out. */
  readonly quote: string | null;
  readonly isQuoteOmitted: boolean;
}

/** A source of the plan, once, however many findings mention it. */
export interface ReviewSource {
  readonly number: number;
  readonly title: string;
  readonly url: string | null;
  readonly publishedAt: string | null;
  /** The first finding that mentions it. */
  readonly artifactId: string;
  readonly findingCount: number;
  readonly quote: string | null;
  readonly isQuoteOmitted: boolean;
}

export interface ReviewEvidence {
  readonly claims: readonly ReviewClaim[];
  readonly claimCount: number;
  readonly sources: readonly ReviewSource[];
  readonly sourceCount: number;
}

const MAX_CLAIMS = 20;
const MAX_QUOTES_OF_CLAIM = 6;
const MAX_SOURCES = 50;
/** Of all quotes of claims, and again of all quotes of sources. */
const MAX_QUOTE_CHARACTERS = 100_000;

// What is contradicted or in doubt comes first, and of those alike the key claims.
const ORDER = `(${CLAIM_STATUS}) NOT IN ('contradicted', 'disputed'), ${CLAIM_RISK}, NOT claim.is_key, claim.number`;
const CLAIMS = defineStatement(`
  SELECT claim.id, claim.number, claim.statement, ${CLAIM_STATUS} AS status, claim.is_key AS "isKey", count(*) OVER ()::integer AS total,
    (SELECT count(DISTINCT key) FROM claim_evidence AS evidence WHERE evidence.claim_id = claim.id)::integer AS "sourceCount"
  FROM claim WHERE claim.plan_id = $1 AND claim.withdrawn_at IS NULL ORDER BY ${ORDER} LIMIT ${MAX_CLAIMS}`);
const QUOTES = defineStatement(`
  SELECT evidence.id, evidence.claim_id AS "claimId", entry.number AS "sourceNumber", left(source.title, 200) AS title,
    CASE WHEN length(source.url) <= 500 THEN source.url END AS url, evidence.stance, evidence.verdict, evidence.quote
  FROM (SELECT claim.id FROM claim WHERE claim.plan_id = $1 AND claim.withdrawn_at IS NULL ORDER BY ${ORDER} LIMIT ${MAX_CLAIMS}) AS shown
  CROSS JOIN LATERAL (
    SELECT * FROM claim_evidence WHERE claim_id = shown.id ORDER BY stance <> 'contradicts', position LIMIT ${MAX_QUOTES_OF_CLAIM}) AS evidence
  JOIN research_source AS source ON source.id = evidence.source_id
  LEFT JOIN plan_source AS entry ON entry.plan_id = $1 AND entry.key = evidence.key
  ORDER BY evidence.stance <> 'contradicts', evidence.position`);
// Sources with a quote tell a reviewer most.
const SOURCES = defineStatement(`
  SELECT entry.number, left(main.title, 200) AS title, CASE WHEN length(main.url) <= 500 THEN main.url END AS url,
    main.published_at AS "publishedAt", main.artifact_id AS "artifactId", main.quote, main.findings AS "findingCount",
    count(*) OVER ()::integer AS total
  FROM (
    SELECT DISTINCT ON (source.key) source.*, count(*) OVER (PARTITION BY source.key)::integer AS findings
    FROM (
      SELECT DISTINCT ON (artifact.id, source.key) source.* FROM research_source AS source
      JOIN research_artifact AS artifact ON artifact.id = source.artifact_id
      WHERE artifact.plan_id = $1 ORDER BY artifact.id, source.key, quote IS NULL, position) AS source
    ORDER BY source.key, quote IS NULL, artifact_id, position
  ) AS main JOIN plan_source AS entry ON entry.plan_id = $1 AND entry.key = main.key
  ORDER BY main.quote IS NULL, main.findings DESC, entry.number LIMIT ${MAX_SOURCES}`);

/** The claims of a plan beside their quotes, and its sources, for somebody who decides about it. */
export async function readReviewEvidence(
  context: TenantContext,
  planId: string,
): Promise<ReviewEvidence> {
  const [claimed, quoted, listed] = await context.send(
    [CLAIMS, QUOTES, SOURCES].map((statement) => execution(statement, [planId])),
  );
  type Counted<Row> = Row & { readonly total: number };
  const claims = rowsOf<Counted<Omit<ReviewClaim, "evidence">>>(claimed);
  type QuoteRow = Omit<ReviewQuote, "isQuoteOmitted"> & { readonly claimId: string };
  const quotes = wholeQuotes(rowsOf<QuoteRow>(quoted), MAX_QUOTE_CHARACTERS);
  const sources = rowsOf<Counted<Omit<ReviewSource, "isQuoteOmitted">>>(listed);
  return {
    claims: claims.map(({ total: _, ...claim }) => ({
      ...claim,
      evidence: quotes
        .filter(({ claimId }) => claimId === claim.id)
        .map(({ claimId: _, ...quote }) => quote),
    })),
    claimCount: claims[0]?.total ?? 0,
    sources: wholeQuotes(sources, MAX_QUOTE_CHARACTERS).map(({ total: _, ...source }) => source),
    sourceCount: sources[0]?.total ?? 0,
  };
}
