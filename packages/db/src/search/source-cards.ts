import { defineStatement, execution } from "../connection/statement.ts";
import type { TenantContext } from "../connection/tenant-context.ts";
import { TITLE_END } from "./chunk-text.ts";
import { COUNT_PENDING, pendingCount } from "./indexing-queue.ts";
import type { SearchedTable } from "./search-texts.ts";

/** A source as a search result shows it. */
export interface SourceCard {
  readonly chunkId: string;
  readonly sourceTable: SearchedTable;
  readonly sourceId: string;
  readonly title: string;
  readonly summary: string | null;
  readonly artifactType: string | null;
  readonly planId: string | null;
  readonly researchQuestion: string | null;
  readonly createdAt: Date;
  /** The chunk's text without its title, each match enclosed in the two marks. */
  readonly marked: string;
}

/** Control characters, which do not occur in texts. */
export const MARK = { start: "\u0002", end: "\u0003" };

const READ_CARDS = defineStatement(`
  SELECT chunk.id AS chunk_id, chunk.source_table, chunk.source_id, source.title, source.summary, source.artifact_type,
    source.plan_id, left(plan.research_question, 500) AS research_question, source.created_at,
    ts_headline('english', substr(content, strpos(content, E'${TITLE_END.replaceAll("\n", "\\n")}') + ${TITLE_END.length}), $2::tsquery,
      'HighlightAll=true, StartSel="${MARK.start}", StopSel="${MARK.end}"') AS marked
  FROM document_chunk AS chunk
  CROSS JOIN LATERAL (
    SELECT title, summary, artifact_type, plan_id, created_at FROM research_artifact
    WHERE chunk.source_table = 'research_artifact' AND id = chunk.source_id
    UNION ALL
    SELECT title, NULL, NULL, plan_id, created_at FROM research_output
    WHERE chunk.source_table = 'research_output' AND id = chunk.source_id
    UNION ALL
    SELECT coalesce(left(instructions, 300), 'Extracted data'), NULL, NULL, plan_id, created_at FROM extraction_result
    WHERE chunk.source_table = 'extraction_result' AND id = chunk.source_id
  ) AS source
  LEFT JOIN research_plan AS plan ON plan.id = source.plan_id
  WHERE chunk.id = ANY($1::text[])`);

/** The sources that these chunks belong to, by chunk, and how many chunks still wait for vectors. Ends the transaction. */
export async function readSourceCardsAndCommit(
  context: TenantContext,
  { chunkIds, terms }: { chunkIds: readonly string[]; terms: readonly string[] },
): Promise<{ cards: Map<string, SourceCard>; pending: number }> {
  const [counted, read] = await context.send(
    [
      execution(COUNT_PENDING),
      ...(chunkIds.length > 0 ? [execution(READ_CARDS, [chunkIds, anyOf(terms)])] : []),
    ],
    { last: true },
  );
  const cards = (read?.rows ?? []).map((row) => [String(row.chunk_id), sourceCard(row)] as const);
  return { cards: new Map(cards), pending: pendingCount(counted) };
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
    researchQuestion: row.research_question,
    createdAt: row.created_at,
    marked: row.marked,
  } as SourceCard;
}
