/** Search quality of search_sources on collections with known answers. */
import { parseArgs } from "node:util";
import { withClient, withTenantContext } from "@trovella/db";
import { type Embedder, startIndexing } from "@trovella/search";
import { createTestServer, type TestServer } from "@trovella/testing/mcp/test-server";
import { findNearest } from "@trovella/testing/search/nearest";
import { createTestEmbedder } from "@trovella/testing/search/search-model";
import { withTemporaryCluster } from "../proof/support/temporary-cluster.ts";
import { type Collection, listCollections, readCollection } from "./collection.ts";
import { type Measures, meanMeasures, measureRanking } from "./measures.ts";

const MIN_RECALL = 0.99;
/** Minimum nDCG of hybrid search on known collections; it must never be below keyword search. */
const GOALS: Readonly<Record<string, number>> = { cranfield: 0.42, cacm: 0.55, time: 0.71 };

const { values, positionals } = parseArgs({
  options: { data: { type: "string" } },
  allowPositionals: true,
});
const { data } = values;
if (!data) {
  console.error("Usage: npm run eval:search -- --data DIR [COLLECTION …]");
  process.exit(2);
}
const names = positionals.length > 0 ? positionals : listCollections(data);

const embedder = await createTestEmbedder();
console.log("collection    variant        nDCG@10  Recall@100   MRR@10");
await withTemporaryCluster("eval", async (cluster) => {
  for (const name of names) {
    const server = await createTestServer(cluster.socketDirectory);
    await evaluate(server, embedder, readCollection(data, name));
    await server.close();
  }
});
await embedder.close();

async function evaluate(
  server: TestServer,
  embedder: Embedder,
  collection: Collection,
): Promise<void> {
  const documentOf = await store(server, collection);
  const indexing = startIndexing({
    database: server.test.database,
    embedder: Promise.resolve(embedder),
    onProblem: (error) => console.error(error),
  });
  await indexing.idle();
  await indexing.close();
  const words = await ask(server, collection, documentOf, null);
  const hybrid = await ask(server, collection, documentOf, embedder);
  print(collection.name, "words alone", words);
  print(collection.name, "both legs", hybrid);
  const recall = await compareWithExact(server, embedder, collection);
  console.log(
    `${collection.name.padEnd(13)} the semantic leg finds ${recall.toFixed(4)} of the ten nearest chunks`,
  );
  if (recall < MIN_RECALL) process.exitCode = 1;
  const goal = GOALS[collection.name] ?? 0;
  const isReached = hybrid.ndcg10 >= goal && hybrid.ndcg10 >= words.ndcg10;
  console.log(`${collection.name.padEnd(13)} goal ≥ ${goal} ${isReached ? "reached" : "MISSED"}`);
  if (!isReached) process.exitCode = 1;
}

/** Recall of the semantic leg against exact nearest neighbours. */
async function compareWithExact(
  { test }: TestServer,
  embedder: Embedder,
  { queries }: Collection,
): Promise<number> {
  const { rows } = await withClient(test.asSuperuser, (client) =>
    client.query("SELECT id, embedding FROM document_chunk"),
  );
  const texts = queries.map(({ text }) => text);
  const { recall } = await withTenantContext(
    test.database,
    { organizationId: "org_a" },
    (context) => findNearest(context, embedder, texts, rows),
  );
  return recall;
}

/** Stores every document and returns the document of each artifact. */
async function store(server: TestServer, { documents }: Collection): Promise<Map<string, string>> {
  const documentOf = new Map<string, string>();
  for (const { id, title, text } of documents) {
    const { artifactId } = await server.call("store_research", {
      artifactType: "source",
      // A document without a title must not match by a made-up one.
      title: title || "Untitled",
      content: text,
    });
    documentOf.set(artifactId, id);
  }
  return documentOf;
}

async function ask(
  server: TestServer,
  { queries, relevant }: Collection,
  documentOf: ReadonlyMap<string, string>,
  embedder: Embedder | null,
): Promise<Measures> {
  server.services.embedder = () => Promise.resolve(embedder);
  const measured: Measures[] = [];
  for (const { id, text } of queries) {
    const answers = relevant.get(id);
    if (!answers) continue;
    const find = async (limit: number) => {
      const { results, legs } = await server.call("search_sources", { query: text, limit });
      if (legs.length !== (embedder ? 2 : 1)) throw new Error(`The legs were ${legs}.`);
      return results.map((hit: { sourceId: string }) => documentOf.get(hit.sourceId) ?? "");
    };
    // The first hits as users get them, and a long list for recall.
    const { recall100 } = measureRanking(await find(100), answers);
    measured.push({ ...measureRanking(await find(20), answers), recall100 });
  }
  return meanMeasures(measured);
}

function print(name: string, variant: string, { ndcg10, recall100, mrr10 }: Measures): void {
  const figures = [ndcg10, recall100, mrr10].map((figure) => figure.toFixed(3).padStart(10));
  console.log(`${name.padEnd(13)} ${variant.padEnd(12)} ${figures.join("")}`);
}
