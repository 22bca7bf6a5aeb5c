import type { ClientBase } from "pg";
import { enterOrganization } from "../../../db/src/maintenance/backup/describe-tables.ts";
import { chunkText } from "../../../db/src/search/chunk-text.ts";
import { newChunkIds } from "../../../db/src/search/indexing-rows.ts";
import {
  artifactText,
  extractionText,
  outputText,
  type SearchedText,
} from "../../../db/src/search/search-texts.ts";
import { insertRows, type OldPlan } from "./golden-copies.ts";

/** An output of version 0.1, with the number that each mention it cites must get in the register of its plan. */
export interface OldOutput {
  readonly organizationId: string;
  readonly planId: string;
  readonly outputId: string;
  readonly numbers: Readonly<Record<string, number>>;
}

interface Mention {
  readonly artifact: number;
  readonly url?: string;
  readonly title: string;
  readonly quote?: string;
  readonly doi?: string;
  /** Counted from the first source that is added to the plan. */
  readonly number: number;
}

/** Five sources, four of them written in more than one way. */
function mentionsIn(plan: string): Mention[] {
  const page = `example.org/${plan}`;
  const survey = { title: "A survey", quote: "Half of them agree." };
  return [
    { artifact: 1, number: 1, url: `https://${page}`, title: "A page", quote: "It holds." },
    { artifact: 1, number: 2, url: "https://example.org/shared?id=7", title: "A common page" },
    { artifact: 1, number: 3, ...survey },
    { artifact: 2, number: 1, url: `http://www.${page}/?utm_source=mail`, title: "The page" },
    { artifact: 2, number: 4, doi: `10.1000/${plan}`, title: "A paper" },
    { artifact: 2, number: 5, url: `https://${page}/further`, title: "Another page" },
    { artifact: 3, number: 4, url: `https://doi.org/10.1000/${plan}`, title: "A paper" },
    { artifact: 3, number: 1, url: `HTTPS://Example.org:443/${plan}#end`, title: "A page" },
    { artifact: 3, number: 3, ...survey },
  ];
}

const OWN_SOURCES = 5;
const AT = "2026-11-16 23:30:00+00";
const ARTIFACT = columns("id plan_id artifact_type title content content_text created_at");
const SOURCE = columns("id artifact_id position url title quote doi");
const OUTPUT = columns("id plan_id title media_type version content");
const CHUNK = columns("id source_table source_id position content content_digest");

function columns(names: string): string[] {
  return ["organization_id", ...names.split(" ")];
}

/** Adds artifacts and an output to every plan of an organization, and indexes what was not indexed. */
export async function addOldResearch(
  client: ClientBase,
  organizationId: string,
  plans: readonly OldPlan[],
): Promise<OldOutput[]> {
  await enterOrganization(client, organizationId);
  const named = plans.map((plan, index) => {
    const key = `${organizationId}_${index}`;
    const mentions = mentionsIn(key).map((one, place) => ({ ...one, id: `src_${key}_${place}` }));
    return { ...plan, key, mentions };
  });
  const artifacts = named.flatMap(({ key, planId }) =>
    [1, 2, 3].map((number) => {
      const text = `What was found the ${number}. time about ${key}.`;
      const id = `art_${key}_${number}`;
      const title = `Finding ${number}`;
      return [organizationId, id, planId, "finding", title, JSON.stringify(text), text, AT];
    }),
  );
  await insertRows(client, "research_artifact", ARTIFACT, artifacts);
  const sources = named.flatMap(({ key, mentions }) =>
    mentions.map(({ id, artifact, url, title, quote, doi }, place) => {
      const artifactId = `art_${key}_${artifact}`;
      return [organizationId, id, artifactId, place + 1, url, title, quote, doi];
    }),
  );
  await insertRows(client, "research_source", SOURCE, sources);

  const outputs = named.map((plan, index) => {
    const other = named[(index + 1) % named.length] ?? plan;
    return { plan, ...oldOutput(plan, other) };
  });
  const rows = outputs.map(({ plan, outputId, content }) => {
    const version = plan.sources > 0 ? 2 : 1;
    return [organizationId, outputId, plan.planId, "What holds", "word", version, content];
  });
  await insertRows(client, "research_output", OUTPUT, rows);
  await indexTexts(client, organizationId);
  return outputs.map(({ plan: { planId }, outputId, numbers }) => {
    return { organizationId, planId, outputId, numbers };
  });
}

type Citing = OldPlan & {
  readonly key: string;
  readonly mentions: readonly (Mention & { readonly id: string })[];
};

/** Cites all mentions of its plan, and those of another one that is not in the register yet. */
function oldOutput(plan: Citing, other: Citing) {
  const numbers: Record<string, number> = {};
  for (const { id, number } of plan.mentions) numbers[id] = plan.sources + number;
  let last = plan.sources + OWN_SOURCES;
  const adopted = new Map<number, number>([[2, plan.sources + 2]]);
  // Both describe the survey in the same words.
  adopted.set(3, plan.sources + 3);
  for (const { id, number } of other === plan ? [] : other.mentions) {
    const known = adopted.get(number);
    if (known === undefined) last += 1;
    adopted.set(number, known ?? last);
    numbers[id] = known ?? last;
  }
  const lines = Object.keys(numbers).map((id, index) => `- Finding ${index + 1}. [src:${id}]`);
  const content = `## Findings\n\n${lines.join("\n")}\n`;
  return { outputId: `out_${plan.key}`, content, numbers };
}

const TEXTS = [
  ["research_artifact", 'id, title, summary, content_text AS "contentText"', artifactText],
  ["research_output", "id, title, content", outputText],
  ["extraction_result", "id, instructions, data", extractionText],
] as const;

/** As version 0.1 did, but all at once. */
async function indexTexts(client: ClientBase, organizationId: string): Promise<void> {
  for (const [table, selected, textOf] of TEXTS) {
    const { rows } = await client.query(
      `SELECT ${selected} FROM ${table} AS text WHERE NOT EXISTS (
         SELECT FROM document_chunk WHERE source_table = $1 AND source_id = text.id)`,
      [table],
    );
    const chunks = rows.map(textOf as (row: unknown) => SearchedText).flatMap((text) =>
      chunkText(text).map(({ content, digest }, position) => {
        return { sourceId: text.sourceId, position, content, digest };
      }),
    );
    const ids = newChunkIds(chunks.length);
    const values = chunks.map(({ sourceId, position, content, digest }, index) => {
      return [organizationId, ids[index], table, sourceId, position, content, digest];
    });
    await insertRows(client, "document_chunk", CHUNK, values);
  }
  await client.query("DELETE FROM term_stat; DELETE FROM corpus_stat");
  await client.query(`
    INSERT INTO posting (organization_id, term, chunk_id, tf, dl)
    SELECT organization_id, lexeme, id, cardinality(positions), sum(cardinality(positions)) OVER (PARTITION BY id)
    FROM document_chunk, unnest(to_tsvector('english', content))
    WHERE id NOT IN (SELECT chunk_id FROM posting)`);
  await client.query(`
    INSERT INTO indexing_queue (organization_id, id, chunk_id) SELECT organization_id, id, id FROM document_chunk
    WHERE embedding IS NULL AND id NOT IN (SELECT chunk_id FROM indexing_queue)`);
  await client.query(`
    INSERT INTO term_stat (organization_id, term, chunk_count)
    SELECT organization_id, term, count(*) FROM posting GROUP BY organization_id, term`);
  await client.query(`
    INSERT INTO corpus_stat (organization_id, chunk_count, total_length)
    SELECT organization_id, count(*), (SELECT sum(tf) FROM posting) FROM document_chunk GROUP BY organization_id`);
}
