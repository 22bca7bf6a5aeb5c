import type { PlanMode } from "@trovella/plan-engine";
import { defineStatement, execution } from "../connection/statement.ts";
import type { TenantContext } from "../connection/tenant-context.ts";
import { PENDING, pendingCount } from "./chunk-queue.ts";
import { TITLE_END } from "./chunk-text.ts";
import type { SearchedTable } from "./search-texts.ts";

/** A source as a search result shows it. */
export interface SourceCard {
  readonly chunkId: string;
  readonly sourceTable: SearchedTable;
  readonly sourceId: string;
  readonly title: string;
  /** Of a claim its status. */
  readonly summary: string | null;
  readonly artifactType: string | null;
  readonly planId: string | null;
  readonly planHandle: string | null;
  readonly planName: string | null;
  readonly planMode: PlanMode | null;
  /** The number of an artifact or a claim in its plan, the version of an output. */
  readonly number: number | null;
  readonly researchQuestion: string | null;
  readonly createdAt: Date;
  /** What the artifact rests on, by the numbers of its plan's register. */
  readonly sources: readonly { readonly number: number; readonly title: string }[];
  /** The chunk's text without its title, each match enclosed in the two marks. */
  readonly marked: string;
}

/** Control characters, which do not occur in texts. */
export const MARK = { start: "\u0002", end: "\u0003" };

/** Marking the matches takes most of the time, so it is done after the limit. */
const CARDS = `
  SELECT chunk.id AS chunk_id, chunk.source_table, chunk.source_id, source.title, source.summary, source.artifact_type,
    source.plan_id, plan.handle AS plan_handle, left(plan.name, 300) AS plan_name, plan.mode AS plan_mode, source.number, left(plan.research_question, 500) AS research_question, source.created_at,
    CASE WHEN source.plan_id IS NOT NULL THEN (
      SELECT json_agg(json_build_object('number', number, 'title', left(title, 200)) ORDER BY number) FROM (
        SELECT entry.number, min(own.title) AS title FROM research_source AS own
        JOIN plan_source AS entry ON entry.plan_id = source.plan_id AND entry.key = own.key
        WHERE own.artifact_id = chunk.source_id GROUP BY entry.number
      ) AS cited
    ) END AS sources,
    ts_headline('english', substr(content, strpos(content, E'${TITLE_END.replaceAll("\n", "\\n")}') + ${TITLE_END.length}), $2::tsquery,
      'HighlightAll=true, StartSel="${MARK.start}", StopSel="${MARK.end}"') AS marked
  FROM document_chunk AS chunk
  CROSS JOIN LATERAL (
    SELECT title, summary, artifact_type, plan_id, number, created_at, false AS is_superseded FROM research_artifact
    WHERE chunk.source_table = 'research_artifact' AND id = chunk.source_id
    UNION ALL
    SELECT title, NULL, NULL, plan_id, version, created_at, EXISTS (SELECT FROM research_output AS newer
      WHERE newer.plan_id = output.plan_id AND newer.media_type = output.media_type AND newer.version > output.version)
    FROM research_output AS output
    WHERE chunk.source_table = 'research_output' AND id = chunk.source_id
    UNION ALL
    SELECT coalesce(left(instructions, 300), 'Extracted data'), NULL, NULL, plan_id, NULL, created_at, false FROM extraction_result
    WHERE chunk.source_table = 'extraction_result' AND id = chunk.source_id
    UNION ALL
    SELECT left(statement, 300), status, NULL, plan_id, number, created_at, withdrawn_at IS NOT NULL FROM claim
    WHERE chunk.source_table = 'claim' AND id = chunk.source_id
  ) AS source
  LEFT JOIN research_plan AS plan ON plan.id = source.plan_id
  WHERE chunk.id = ANY($1::text[]) AND NOT ($3 AND source.is_superseded)
  ORDER BY array_position($1::text[], chunk.id) LIMIT $4`;

/** At least one row: without a card it has the count alone. */
const READ_CARDS = defineStatement(
  `SELECT * FROM (${PENDING}) AS queue LEFT JOIN (${CARDS}) AS card ON true`,
);

interface AskedCards {
  /** Best first. */
  readonly chunkIds: readonly string[];
  readonly terms: readonly string[];
  /** Leaves out outputs that have a newer version, and claims that were withdrawn. */
  readonly onlyNewest: boolean;
  readonly limit: number;
}

/** The sources of the first of these chunks, by chunk, and how many chunks still wait for vectors. Ends the transaction. */
export async function readSourceCardsAndCommit(
  context: TenantContext,
  { chunkIds, terms, onlyNewest, limit }: AskedCards,
): Promise<{ cards: Map<string, SourceCard>; pending: number }> {
  const [read] = await context.send(
    [execution(READ_CARDS, [chunkIds, anyOf(terms), onlyNewest, limit])],
    { last: true },
  );
  const rows = (read?.rows ?? []).filter((row) => row.chunk_id !== null);
  const cards = rows.map((row) => [String(row.chunk_id), sourceCard(row)] as const);
  return { cards: new Map(cards), pending: pendingCount(read) };
}

/** A tsquery of lexemes. */
function anyOf(terms: readonly string[]): string {
  return terms.map((term) => `'${term.replace(/['\\]/g, "$&$&")}'`).join(" | ");
}

function sourceCard(row: Record<string, unknown>): SourceCard {
  return {
    chunkId: row.chunk_id,
    sourceTable: row.source_table,
    sourceId: row.source_id,
    title: row.title,
    summary: row.summary,
    artifactType: row.artifact_type,
    planId: row.plan_id,
    planHandle: row.plan_handle,
    planName: row.plan_name,
    planMode: row.plan_mode,
    number: row.number,
    researchQuestion: row.research_question,
    createdAt: row.created_at,
    sources: row.sources ?? [],
    marked: row.marked,
  } as SourceCard;
}
