import { readFileSync } from "node:fs";
import path from "node:path";
import { withClient } from "@trovella/db";
import type { TestDatabase } from "@trovella/testing/database/test-database";
import { signatureOf, vectorBytes } from "../../packages/search/src/vector.ts";

const CHUNKS_PER_SOURCE = 4;
const WORDS_PER_CHUNK = 150;
const BATCH = 500;

/** Seeded random numbers from 0 to 1. */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** English words from the model's vocabulary, roughly by frequency. */
export function readVocabulary(modelDirectory: string): string[] {
  const text = readFileSync(path.join(modelDirectory, "tokenizer.json"), "utf8");
  const { vocab } = JSON.parse(text).model as { vocab: Record<string, number> };
  return Object.keys(vocab)
    .filter((word) => /^[a-z]{3,}$/.test(word))
    .sort((one, other) => (vocab[one] ?? 0) - (vocab[other] ?? 0));
}

/** Draws words with a natural (Zipf-like) distribution. */
export function createWriter(vocabulary: readonly string[], random: () => number) {
  const wordAt = (rank: number) => vocabulary[Math.floor(rank)] ?? "";
  return {
    text: () =>
      Array.from({ length: WORDS_PER_CHUNK }, () => wordAt(vocabulary.length ** random() - 1)).join(
        " ",
      ),
    /**
     * Like the queries of known collections (cranfield, cacm, time): nine words on average, without the
     * most common ones, which occur in half of the chunks.
     */
    query: () => {
      const words = 5 + Math.floor(random() * 9);
      return Array.from({ length: words }, () => wordAt(60 * 100 ** random())).join(" ");
    },
  };
}

export interface Corpus {
  readonly organizationId: string;
  readonly chunks: number;
  readonly model: string;
  readonly vocabulary: readonly string[];
}

interface Batch {
  readonly numbers: readonly number[];
  readonly contents: readonly string[];
  readonly vectors: readonly Float32Array[];
}

/** The same texts and vectors for the same number of chunks. */
export function* corpusBatches({ chunks, vocabulary }: Corpus): Generator<Batch> {
  const random = randomNumbers(chunks);
  const writer = createWriter(vocabulary, random);
  for (let first = 0; first < chunks; first += BATCH) {
    const numbers = Array.from({ length: BATCH }, (_, index) => first + index);
    const vectors = numbers.map(() => randomVector(random));
    yield { numbers, vectors, contents: numbers.map(() => `Text\n\n${writer.text()}`) };
  }
}

/** Seeds an organization with chunks as the product writes them, bulk inserted. */
export async function fillCorpus({ asSuperuser }: TestDatabase, corpus: Corpus): Promise<void> {
  const { organizationId, model } = corpus;
  await withClient(asSuperuser, async (client) => {
    await client.query("SET synchronous_commit = off");
    for (const { numbers, contents, vectors } of corpusBatches(corpus)) {
      await client.query(INSERT_CHUNKS, [
        // Ids are unique, even across databases.
        numbers.map((number) => `c${corpus.chunks}-${String(number).padStart(9, "0")}`),
        numbers.map((number) => sourceId(Math.floor(number / CHUNKS_PER_SOURCE))),
        numbers.map((number) => number % CHUNKS_PER_SOURCE),
        contents,
        vectors.map((vector) => vectorBytes(vector).toString("hex")),
        vectors.map(signatureOf),
        model,
        organizationId,
      ]);
    }
    for (const statement of DERIVE) await client.query(statement, [organizationId]);
    await client.query("VACUUM ANALYZE");
  });
}

const INSERT_CHUNKS = `
  INSERT INTO document_chunk (organization_id, id, source_table, source_id, position, content, content_digest, embedding,
    signature, embedding_model)
  SELECT $8, id, 'research_artifact', source_id, position, content, md5(content), decode(hex, 'hex'), bits::bit(384), $7
  FROM unnest($1::text[], $2::text[], $3::int[], $4::text[], $5::text[], $6::text[])
    AS new (id, source_id, position, content, hex, bits)`;

const DERIVE = [
  `INSERT INTO research_artifact (organization_id, id, artifact_type, title, content, content_text)
   SELECT DISTINCT $1, source_id, 'finding', 'Text ' || source_id, '{}'::jsonb, '' FROM document_chunk`,
  `INSERT INTO posting (organization_id, term, chunk_id, tf, dl)
   SELECT $1, lexeme, id, cardinality(positions), sum(cardinality(positions)) OVER (PARTITION BY id)
   FROM document_chunk, unnest(to_tsvector('english', content))`,
  `INSERT INTO term_stat (organization_id, term, chunk_count, source_count)
   SELECT $1, term, count(*), count(DISTINCT source_id) FROM posting JOIN document_chunk ON id = chunk_id GROUP BY term`,
  `INSERT INTO corpus_stat (organization_id, chunk_count, source_count, total_length)
   SELECT $1, count(*), count(*) FILTER (WHERE position = 0),
     (SELECT sum(dl) FROM (SELECT DISTINCT chunk_id, dl FROM posting) AS lengths) FROM document_chunk`,
];

function randomVector(random: () => number): Float32Array {
  const vector = Float32Array.from({ length: 384 }, () => random() + random() + random() - 1.5);
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

function sourceId(number: number): string {
  return `art_${String(number).padStart(12, "0")}`;
}
