/** Search quality on collections with known answers, and whether search says no where there is no answer. */
import { parseArgs } from "node:util";
import { withClient, withTenantContext } from "@trovella/db";
import type { Embedder } from "@trovella/search";
import { findNearest } from "@trovella/testing/search/nearest";
import { createTestEmbedder } from "@trovella/testing/search/search-model";
import { A, createTestStore, type TestStore } from "@trovella/testing/search/test-store";
import { withTemporaryCluster } from "../proof/support/temporary-cluster.ts";
import { type Collection, listCollections, readCollection } from "./collection.ts";
import { evaluateFloor } from "./floor.ts";
import { type Measures, meanMeasures, measureRanking } from "./measures.ts";
import { rememberVectors } from "./remember-vectors.ts";
import { storeDocuments } from "./store-documents.ts";

const MIN_RECALL = 0.99;
/** Leaving out what is not relevant must not cost more nDCG. */
const MAX_FLOOR_LOSS = 0.005;
/** Minimum nDCG on known collections; hybrid search must never be below keyword search. */
const GOALS: Readonly<Record<string, { readonly words: number; readonly both: number }>> = {
  cranfield: { words: 0.375, both: 0.45 },
  cacm: { words: 0.485, both: 0.58 },
  time: { words: 0.685, both: 0.74 },
};

const { values, positionals } = parseArgs({
  options: { data: { type: "string" }, part: { type: "string" } },
  allowPositionals: true,
});
const { data, part } = values;
if (!data || (part !== undefined && part !== "quality" && part !== "floor")) {
  console.error("Usage: npm run eval:search -- --data DIR [--part quality|floor] [COLLECTION …]");
  process.exit(2);
}
const names = positionals.length > 0 ? positionals : listCollections(data);
const collections = names.map((name) => readCollection(data, name));

const embedder = rememberVectors(await createTestEmbedder());
await withTemporaryCluster("eval", async ({ socketDirectory }) => {
  if (part !== "floor") await evaluateQuality(socketDirectory);
  if (part !== "quality" && !(await evaluateFloor(socketDirectory, embedder, collections))) {
    process.exitCode = 1;
  }
});
await embedder.close();

async function evaluateQuality(socketDirectory: string): Promise<void> {
  console.log("collection    variant          nDCG@10  Recall@100   MRR@10");
  for (const collection of collections) {
    const store = await createTestStore(socketDirectory);
    await storeDocuments(store, collection.documents);
    await store.embedAll(embedder);
    await evaluate(store, collection);
    await store.test.drop();
  }
}

async function evaluate(store: TestStore, collection: Collection): Promise<void> {
  const words = await ask(store, collection, { embedder: null });
  const both = await ask(store, collection, { embedder });
  const relevant = await ask(store, collection, { embedder, onlyRelevant: true });
  print(collection.name, "words alone", words);
  print(collection.name, "both legs", both);
  print(collection.name, "relevant only", relevant);
  const recall = await compareWithExact(store, collection);
  const goals = GOALS[collection.name] ?? { words: 0, both: 0 };
  check(collection.name, [
    [`the semantic leg finds ${recall.toFixed(4)} of the ten nearest chunks`, recall >= MIN_RECALL],
    [`words alone ≥ ${goals.words}`, words.ndcg10 >= goals.words],
    [`both legs ≥ ${goals.both}`, both.ndcg10 >= Math.max(goals.both, words.ndcg10)],
    [`relevant only loses ≤ ${MAX_FLOOR_LOSS}`, both.ndcg10 - relevant.ndcg10 <= MAX_FLOOR_LOSS],
  ]);
}

function check(name: string, goals: readonly (readonly [string, boolean])[]): void {
  for (const [goal, isReached] of goals) {
    console.log(`${name.padEnd(13)} ${goal}: ${isReached ? "reached" : "MISSED"}`);
    if (!isReached) process.exitCode = 1;
  }
}

/** Recall of the semantic leg against exact nearest neighbours. */
async function compareWithExact({ test }: TestStore, { queries }: Collection): Promise<number> {
  const { rows } = await withClient(test.asSuperuser, (client) =>
    client.query("SELECT id, embedding FROM document_chunk"),
  );
  const texts = queries.map(({ text }) => text);
  const { recall } = await withTenantContext(test.database, A, (context) =>
    findNearest(context, embedder, texts, rows),
  );
  return recall;
}

async function ask(
  store: TestStore,
  { queries, relevant }: Collection,
  { embedder, onlyRelevant }: { embedder: Embedder | null; onlyRelevant?: true },
): Promise<Measures> {
  const measured: Measures[] = [];
  for (const { id, text } of queries) {
    const answers = relevant.get(id);
    if (!answers) continue;
    const find = async (limit: number) => {
      const { results, legs } = await store.find(
        { query: text, limit, onlyRelevant },
        { embedder },
      );
      if (legs.length !== (embedder ? 2 : 1)) throw new Error(`The legs were ${legs}.`);
      return results.map(({ sourceId }) => sourceId);
    };
    // The first hits as users get them, and a long list for recall.
    const { recall100 } = measureRanking(await find(100), answers);
    measured.push({ ...measureRanking(await find(20), answers), recall100 });
  }
  return meanMeasures(measured);
}

function print(name: string, variant: string, { ndcg10, recall100, mrr10 }: Measures): void {
  const figures = [ndcg10, recall100, mrr10].map((figure) => figure.toFixed(3).padStart(10));
  console.log(`${name.padEnd(13)} ${variant.padEnd(14)} ${figures.join("")}`);
}
