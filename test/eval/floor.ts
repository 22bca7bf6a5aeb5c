import type { Embedder } from "@trovella/search";
import { Random } from "@trovella/testing/engine/random";
import { createTestStore, type TestStore } from "@trovella/testing/search/test-store";
import type { Collection } from "./collection.ts";
import { storeDocuments } from "./store-documents.ts";

/** Texts in a store, and how many stores of that size are made of each collection. */
const SIZES = [
  { texts: 10, stores: 8 },
  { texts: 50, stores: 4 },
  { texts: 200, stores: 2 },
  { texts: 1_000, stores: 1 },
] as const;
/** Foreign queries asked of each store. */
const FOREIGN_QUERIES = 60;
const TOP = 5;
const MIN_REJECTED = 0.9;
const MAX_LOST = 0.02;

interface Tally {
  answered: number;
  /** The reply is empty though a relevant text was among the first hits. */
  lost: number;
  /** Only the relevant hits themselves are gone. */
  dropped: number;
  foreign: number;
  rejected: number;
}

/** Whether search says no to queries of other collections, and goes on answering its own. */
export async function evaluateFloor(
  socketDirectory: string,
  embedder: Embedder,
  collections: readonly Collection[],
): Promise<boolean> {
  console.log("\ncollection     texts  answerable  lost %  dropped %  unanswerable  rejected %");
  const total = emptyTally();
  for (const collection of collections) {
    const others = collections.filter((other) => other !== collection);
    for (const { texts, stores } of SIZES) {
      if (collection.documents.length < texts) continue;
      const tally = emptyTally();
      const tenants = Array.from({ length: stores }, (_, number) => ({
        organizationId: `org_${number}`,
      }));
      const ids = tenants.map(({ organizationId }) => organizationId);
      const store = await createTestStore(socketDirectory, ids);
      for (const [seed, tenant] of tenants.entries()) {
        const documents = sample(collection, texts, seed);
        await storeDocuments(store, documents, tenant);
        await store.embedAll(embedder);
        const own = new Set(documents.map(({ id }) => id));
        await askOwn(tally, collection, own, (text, onlyRelevant) =>
          find(store, { text, onlyRelevant, tenant, embedder }),
        );
        for (const text of foreignQueries(others, seed)) {
          const found = await find(store, { text, onlyRelevant: true, tenant, embedder });
          tally.foreign += 1;
          if (found.isKnown === false) tally.rejected += 1;
        }
      }
      await store.test.drop();
      print(collection.name, String(texts), tally);
      for (const key of Object.keys(total) as (keyof Tally)[]) total[key] += tally[key];
    }
  }
  print("all", "", total);
  const isReached =
    total.rejected >= MIN_REJECTED * total.foreign && total.lost <= MAX_LOST * total.answered;
  const goal = `≥ ${100 * MIN_REJECTED} % rejected, ≤ ${100 * MAX_LOST} % lost`;
  console.log(`goal ${goal}: ${isReached ? "reached" : "MISSED"}`);
  return isReached;
}

function emptyTally(): Tally {
  return { answered: 0, lost: 0, dropped: 0, foreign: 0, rejected: 0 };
}

type Find = (
  text: string,
  onlyRelevant: boolean,
) => Promise<{ isKnown: boolean | null; ids: readonly string[] }>;

async function askOwn(
  tally: Tally,
  { queries, relevant }: Collection,
  stored: ReadonlySet<string>,
  find: Find,
): Promise<void> {
  for (const { id, text } of queries) {
    const answers = [...(relevant.get(id) ?? [])].filter((answer) => stored.has(answer));
    if (answers.length === 0) continue;
    const isAnswered = (ids: readonly string[]) => answers.some((answer) => ids.includes(answer));
    const all = await find(text, false);
    if (!isAnswered(all.ids)) continue;
    tally.answered += 1;
    const judged = await find(text, true);
    if (judged.isKnown === false) tally.lost += 1;
    else if (!isAnswered(judged.ids)) tally.dropped += 1;
  }
}

async function find(
  store: TestStore,
  asked: {
    text: string;
    onlyRelevant: boolean;
    tenant: { organizationId: string };
    embedder: Embedder;
  },
): ReturnType<Find> {
  const { text, onlyRelevant, tenant, embedder } = asked;
  const query = { query: text, limit: TOP, onlyRelevant };
  const { isKnown, results } = await store.find(query, { tenant, embedder });
  return { isKnown, ids: results.map(({ sourceId }) => sourceId) };
}

/** Half of them answer some query, so that small stores have questions too. */
function sample({ documents, relevant }: Collection, count: number, seed: number) {
  const answering = new Set([...relevant.values()].flatMap((ids) => [...ids]));
  const mixed = shuffled(documents, seed);
  const first = mixed.filter(({ id }) => answering.has(id)).slice(0, count / 2);
  return [...first, ...mixed.filter((document) => !first.includes(document))].slice(0, count);
}

function foreignQueries(others: readonly Collection[], seed: number): string[] {
  const texts = others.flatMap(({ queries }) => queries.map(({ text }) => text));
  return shuffled(texts, seed).slice(0, FOREIGN_QUERIES);
}

function shuffled<T>(values: readonly T[], seed: number): T[] {
  const random = new Random(seed);
  return values
    .map((value) => ({ value, order: random.fraction() }))
    .sort((one, other) => one.order - other.order)
    .map(({ value }) => value);
}

function print(name: string, texts: string, tally: Tally): void {
  const percent = (part: number, whole: number) =>
    whole === 0 ? "-" : ((100 * part) / whole).toFixed(1);
  const cells = [
    [texts, 6],
    [String(tally.answered), 12],
    [percent(tally.lost, tally.answered), 8],
    [percent(tally.dropped, tally.answered), 11],
    [String(tally.foreign), 14],
    [percent(tally.rejected, tally.foreign), 12],
  ] as const;
  console.log(`${name.padEnd(13)} ${cells.map(([text, width]) => text.padStart(width)).join("")}`);
}
