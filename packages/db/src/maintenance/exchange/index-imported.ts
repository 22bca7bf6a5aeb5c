import { queryRows } from "../../connection/query-rows.ts";
import { defineStatement, execution, type Statement } from "../../connection/statement.ts";
import type { TenantContext } from "../../connection/tenant-context.ts";
import { chunkText } from "../../search/chunk-text.ts";
import { saveIndexRows } from "../../search/indexing-rows.ts";
import {
  artifactText,
  claimText,
  extractionText,
  outputText,
  type SearchedText,
} from "../../search/search-texts.ts";

const PAGE = 20;

const pageOf = (table: string, columns: string) =>
  defineStatement(
    `SELECT ${columns} FROM ${table} WHERE plan_id = $1 AND id > $2 ORDER BY id LIMIT ${PAGE}`,
  );

// biome-ignore lint/suspicious/noExplicitAny: the columns are those that the function beside them reads.
const KINDS: readonly [Statement, (row: any) => SearchedText][] = [
  [pageOf("research_artifact", 'id, title, summary, content_text AS "contentText"'), artifactText],
  [pageOf("research_output", "id, title, content"), outputText],
  [pageOf("extraction_result", "id, instructions, data"), extractionText],
  [pageOf("claim", "id, statement"), claimText],
];

/** Makes everything of an imported plan searchable; vectors follow from the queue. */
export async function indexImported(context: TenantContext, planId: string): Promise<void> {
  for (const [statement, textOf] of KINDS) {
    let last = "";
    for (;;) {
      const rows = await queryRows<{ id: string }>(context, execution(statement, [planId, last]));
      const texts = rows.map(textOf);
      if (texts.length > 0) {
        await saveIndexRows(
          context,
          texts.map((text) => ({ ...text, chunks: chunkText(text) })),
        );
      }
      if (rows.length < PAGE) break;
      last = rows.at(-1)?.id ?? last;
    }
  }
}
