import type { Database } from "../../connection/database.ts";
import { defineStatement, execution, type Statement } from "../../connection/statement.ts";
import {
  type Tenant,
  type TenantContext,
  withTenantSnapshot,
} from "../../connection/tenant-context.ts";
import { chunkText } from "../../search/chunk-text.ts";
import {
  artifactText,
  claimText,
  extractionText,
  outputText,
  type SearchedTable,
  type SearchedText,
} from "../../search/search-texts.ts";
import type { Difference } from "./compare-plans.ts";
import { findIndexFaults, indexDifference } from "./find-index-faults.ts";

export interface SearchVerification {
  readonly sources: number;
  readonly chunks: number;
  readonly differenceCount: number;
  readonly differences: readonly Difference[];
}

/** Few, since each may hold megabytes. */
const SOURCES_PER_SNAPSHOT = 10;
const SHOWN_DIFFERENCES = 100;

/** Compares the index rows of every searchable text with those computed from the text. */
export async function verifySearch(
  database: Database,
  tenant: Tenant,
): Promise<SearchVerification> {
  let total: SearchVerification = await withTenantSnapshot(database, tenant, async (context) => {
    const { count, differences } = await findIndexFaults(context);
    return { sources: 0, chunks: 0, differenceCount: count, differences };
  });
  for (const kind of KINDS) {
    let last = "";
    for (;;) {
      // A new snapshot for each page: an old one would hold back vacuum.
      const page = await withTenantSnapshot(database, tenant, (context) =>
        verifyPage(context, kind, last),
      );
      total = add(total, page);
      if (page.sources < SOURCES_PER_SNAPSHOT) break;
      last = page.last;
    }
  }
  return total;
}

interface Kind {
  readonly table: SearchedTable;
  readonly statement: Statement;
  textOf(row: Record<string, unknown>): SearchedText;
}

const KINDS: readonly Kind[] = [
  {
    table: "research_artifact",
    statement: pageOf("research_artifact", 'id, title, summary, content_text AS "contentText"'),
    textOf: (row) => artifactText(row as Parameters<typeof artifactText>[0]),
  },
  {
    table: "research_output",
    statement: pageOf("research_output", "id, title, content"),
    textOf: (row) => outputText(row as Parameters<typeof outputText>[0]),
  },
  {
    table: "extraction_result",
    statement: pageOf("extraction_result", "id, instructions, data"),
    textOf: (row) => extractionText(row as Parameters<typeof extractionText>[0]),
  },
  {
    table: "claim",
    statement: pageOf("claim", "id, statement"),
    textOf: (row) => claimText(row as Parameters<typeof claimText>[0]),
  },
];

function pageOf(table: SearchedTable, columns: string): Statement {
  return defineStatement(
    `SELECT ${columns} FROM ${table} WHERE id > $1 ORDER BY id LIMIT ${SOURCES_PER_SNAPSHOT}`,
  );
}

const READ_CHUNKS = defineStatement(`
  SELECT source_id, position, content_digest, encode(sha256(convert_to(content, 'UTF8')), 'hex') AS digest
  FROM document_chunk WHERE source_table = $1 AND source_id = ANY($2::text[]) ORDER BY source_id, position`);

/** Postings that are missing or too many, by chunk, against what the text gives now. */
const COMPARE_POSTINGS = defineStatement(`
  WITH own AS (
    SELECT id, source_id, position, content FROM document_chunk WHERE source_table = $1 AND source_id = ANY($2::text[])
  ), expected AS (
    SELECT id, lexeme AS term, cardinality(positions) AS tf, sum(cardinality(positions)) OVER (PARTITION BY id) AS dl
    FROM own, unnest(to_tsvector('english', content))
  ), found AS (
    SELECT chunk_id AS id, term, tf, dl::bigint AS dl FROM posting WHERE chunk_id IN (SELECT id FROM own)
  ), unequal AS (
    (TABLE expected EXCEPT TABLE found) UNION ALL (TABLE found EXCEPT TABLE expected)
  )
  SELECT source_id, position, count(DISTINCT term) AS terms FROM unequal JOIN own USING (id)
  GROUP BY source_id, position ORDER BY source_id, position`);

async function verifyPage(
  context: TenantContext,
  { table, statement, textOf }: Kind,
  after: string,
): Promise<SearchVerification & { readonly last: string }> {
  const [page] = await context.send([execution(statement, [after])]);
  const texts = (page?.rows ?? []).map(textOf);
  const ids = texts.map(({ sourceId }) => sourceId);
  const [chunks, postings] = await context.send([
    execution(READ_CHUNKS, [table, ids]),
    execution(COMPARE_POSTINGS, [table, ids]),
  ]);
  const rows = chunks?.rows ?? [];
  const differences = [
    ...texts.flatMap((text) => compareChunks(text, rows)),
    ...(postings?.rows ?? []).map(({ source_id, position, terms }) =>
      indexDifference(`postings of ${table} ${source_id}, chunk ${position}`, {
        expected: "those of its text",
        found: `${terms} terms that differ`,
      }),
    ),
  ];
  return {
    sources: texts.length,
    chunks: rows.length,
    differenceCount: differences.length,
    differences,
    last: ids.at(-1) ?? "",
  };
}

function compareChunks(text: SearchedText, rows: readonly Record<string, unknown>[]): Difference[] {
  const own = rows.filter(({ source_id }) => source_id === text.sourceId);
  const limited = chunkText(text);
  // Version 0.1 did not limit the vocabulary, and what it indexed stays.
  const chunks = own.length > limited.length ? chunkText(text, false) : limited;
  const expected = chunks.map(({ digest }) => digest);
  const place = `chunks of ${text.sourceTable} ${text.sourceId}`;
  if (own.length !== expected.length) {
    return [indexDifference(place, { expected: expected.length, found: own.length })];
  }
  const wrong = own.filter(
    ({ position, digest, content_digest }, index) =>
      position !== index || digest !== expected[index] || content_digest !== digest,
  );
  if (wrong.length === 0) return [];
  return [
    indexDifference(place, { expected: "those of its text", found: `${wrong.length} that differ` }),
  ];
}

function add(one: SearchVerification, other: SearchVerification): SearchVerification {
  return {
    sources: one.sources + other.sources,
    chunks: one.chunks + other.chunks,
    differenceCount: one.differenceCount + other.differenceCount,
    differences: [...one.differences, ...other.differences].slice(0, SHOWN_DIFFERENCES),
  };
}
