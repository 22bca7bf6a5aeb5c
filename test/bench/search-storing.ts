import { connectDatabase, newId, withClient } from "@trovella/db";
import { createTestServer, type TestServer } from "@trovella/testing/mcp/test-server";
import { type Cell, measure, median } from "./measure.ts";
import { createWriter, randomNumbers } from "./search-corpus.ts";

const WARM_UP = 300;
const STORED_PER_ROUND = 120;
const ROUNDS = 7;

interface Variant {
  readonly name: string;
  readonly cells: Cell[];
  store(text: string): Promise<unknown>;
}

/** Cost of store_research compared with plain SQL transactions that write its rows, or most of them. */
export async function measureStoring(
  socketDirectory: string,
  { postmasterPid, vocabulary }: { postmasterPid: number; vocabulary: readonly string[] },
): Promise<void> {
  const server = await createTestServer(socketDirectory);
  const plain = plainWriter(server);
  const writer = createWriter(vocabulary, randomNumbers(1));
  const variants: Variant[] = [
    { name: "store_research", store: (text) => storeResearch(server, text), cells: [] },
    { name: "same rows", store: (text) => plain.store(text, SAME_ROWS), cells: [] },
    { name: "artifact and postings", store: (text) => plain.store(text, FEW_ROWS), cells: [] },
  ];
  const run = ({ store }: Variant, count: number) =>
    measure({ count, callers: 1, postmasterPid }, () => store(writer.text()));
  for (const variant of variants) await run(variant, WARM_UP);
  // Query plans made for nearly empty tables would scan them after they have grown.
  await withClient(server.test.asSuperuser, (client) => client.query("VACUUM ANALYZE"));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const variant of variants) variant.cells.push(await run(variant, STORED_PER_ROUND));
  }
  await plain.close();
  await server.close();
  report(variants);
}

function report(variants: readonly Variant[]): void {
  console.log(`\nStoring a text of 150 words, medians of ${ROUNDS} rounds in turns`);
  console.log("variant                  p50 ms   CPU µs (client + PostgreSQL)");
  for (const { name, cells } of variants) {
    const of = (pick: (cell: Cell) => number) => median(cells.map(pick));
    const ms = of(({ p50Ms }) => p50Ms).toFixed(2);
    const [client, postgres] = [of((cell) => cell.clientCpuUs), of((cell) => cell.postgresCpuUs)];
    console.log(
      `${name.padEnd(22)} ${ms.padStart(8)}   ${client.toFixed(0)} + ${postgres.toFixed(0)}`,
    );
  }
  const [own, same, few] = variants;
  const ratio = (other: Variant | undefined, pick: (cell: Cell) => number) =>
    median(
      (own?.cells ?? []).map((cell, round) => {
        const beside = other?.cells[round];
        return beside ? pick(cell) / pick(beside) : Number.NaN;
      }),
    ).toFixed(2);
  const time = ({ p50Ms }: Cell) => p50Ms;
  const work = ({ postgresCpuUs }: Cell) => postgresCpuUs;
  console.log(
    `store_research takes ${ratio(same, time)} times as long as plain SQL for the same rows (goal ≤ 1.3; PostgreSQL's work ` +
      `${ratio(same, work)} times), ${ratio(few, time)} times as long as without counts, queue and log (${ratio(few, work)} times).`,
  );
}

function storeResearch(server: TestServer, text: string): Promise<unknown> {
  return server.call("store_research", { artifactType: "note", title: "Text", content: text });
}

const ARTIFACT = `INSERT INTO research_artifact (organization_id, id, user_id, artifact_type, title, content, content_text)
  VALUES ('org_b', $1, 'usr_b', 'note', 'Text', to_jsonb($2::text), $2)`;
const CHUNK = `INSERT INTO document_chunk (organization_id, id, source_table, source_id, position, content, content_digest)
  VALUES ('org_b', $1, 'research_artifact', $1, 0, $2, encode(sha256(convert_to($2, 'UTF8')), 'hex'))`;
const POSTINGS = `INSERT INTO posting (organization_id, term, chunk_id, tf, dl)
  SELECT 'org_b', lexeme, $1, cardinality(positions), sum(cardinality(positions)) OVER ()
  FROM unnest(to_tsvector('english', $2::text))`;
const TERMS = `INSERT INTO term_stat (organization_id, term, chunk_count, source_count)
  SELECT 'org_b', term, 1, 1 FROM posting WHERE chunk_id = $1 ORDER BY term
  ON CONFLICT (organization_id, term) DO UPDATE SET chunk_count = term_stat.chunk_count + 1,
    source_count = term_stat.source_count + 1`;
const CORPUS = `INSERT INTO corpus_stat (organization_id, chunk_count, source_count, total_length)
  SELECT 'org_b', 1, 1, max(dl) FROM posting WHERE chunk_id = $1
  ON CONFLICT (organization_id) DO UPDATE SET chunk_count = corpus_stat.chunk_count + 1,
    source_count = corpus_stat.source_count + 1,
    total_length = corpus_stat.total_length + excluded.total_length`;
const QUEUE = "INSERT INTO indexing_queue (organization_id, id, chunk_id) VALUES ('org_b', $1, $1)";
const CALL = `INSERT INTO mcp_tool_call_log (organization_id, id, tool_name, request_metadata, is_error, duration_ms)
  VALUES ('org_b', $1, 'store_research', '{}', false, 1)`;

const FEW_ROWS = [ARTIFACT, CHUNK, POSTINGS];
const SAME_ROWS = [...FEW_ROWS, TERMS, CORPUS, QUEUE, CALL];

/** One prepared statement after the other on one connection, as handwritten code would. */
function plainWriter({ test }: TestServer) {
  const database = connectDatabase({ target: test.target, maxConnections: 1 });
  return {
    async store(text: string, statements: readonly string[]): Promise<void> {
      const client = await database.connect();
      const id = newId("artifact");
      await client.query("BEGIN");
      await client.query(
        "SELECT set_config('role', 'app_tenant', true), set_config('app.organization_id', 'org_b', true)",
      );
      for (const statement of statements) {
        const values = statement.includes("$2") ? [id, text] : [id];
        await client.query({ name: nameOf(statement), text: statement, values });
      }
      await client.query("COMMIT");
      client.release();
    },
    close: () => database.close(),
  };
}

function nameOf(statement: string): string {
  return statement.slice(12, 40);
}
