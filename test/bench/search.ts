/** Hybrid search compared with keyword search and SQLite, with 10,000 and 100,000 chunks; storing compared with plain SQL. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { withTenantContext } from "@trovella/db";
import type { EmbeddedPostgres } from "@trovella/db/embedded";
import { type Embedder, meaningOf, searchAndCommit } from "@trovella/search";
import { createTestDatabase, type TestDatabase } from "@trovella/testing/database/test-database";
import { createTestEmbedder, ensureTestModel } from "@trovella/testing/search/search-model";
import { withTemporaryCluster } from "../proof/support/temporary-cluster.ts";
import { describeLoad, median } from "./measure.ts";
import {
  type Corpus,
  createWriter,
  fillCorpus,
  randomNumbers,
  readVocabulary,
} from "./search-corpus.ts";
import { fillSqlite, type SqliteIndex } from "./search-sqlite.ts";
import { measureStoring } from "./search-storing.ts";

const SIZES = process.argv.includes("--small") ? [2000, 10_000] : [10_000, 100_000];
const WITH_SQLITE = process.argv.includes("--sqlite");
const QUERIES = 200;
const WARM_UP = 30;

interface Store {
  readonly organizationId: string;
  readonly chunks: number;
  readonly test: TestDatabase;
  readonly words: number[];
  readonly both: number[];
}

/** The largest store in SQLite. */
interface Peer extends Pick<Store, "chunks" | "words" | "both"> {
  readonly index: SqliteIndex;
}

const vocabulary = readVocabulary((await ensureTestModel()).modelDirectory);
const embedder = await createTestEmbedder();
await withTemporaryCluster("bench-search", async (cluster) => {
  console.log(`Load before: ${describeLoad()}`);
  if (!process.argv.includes("--searching")) {
    await measureStoring(cluster.socketDirectory, {
      postmasterPid: postmasterOf(cluster),
      vocabulary,
    });
  }
  if (!process.argv.includes("--storing")) await measureSearching(cluster);
  console.log(`Load after: ${describeLoad()}`);
});
await embedder.close();

function postmasterOf({ dataDirectory }: EmbeddedPostgres): number {
  const [pid] = readFileSync(path.join(dataDirectory, "pg", "postmaster.pid"), "utf8").split("\n");
  return Number(pid);
}

/** Interleaved query by query, so that load spikes of the machine affect all alike. */
async function measureSearching({
  socketDirectory,
  dataDirectory,
}: EmbeddedPostgres): Promise<void> {
  const stores: Store[] = [];
  let peer: Peer | undefined;
  for (const chunks of SIZES) {
    console.log(`seeding a database with ${chunks} chunks …`);
    // Caches are per organization.
    const organizationId = `org_${chunks}`;
    const test = await createTestDatabase(socketDirectory, [organizationId]);
    const corpus: Corpus = { organizationId, chunks, model: embedder.model, vocabulary };
    await fillCorpus(test, corpus);
    stores.push({ organizationId, chunks, test, words: [], both: [] });
    if (!WITH_SQLITE || chunks < Math.max(...SIZES)) continue;
    console.log("the same in SQLite …");
    peer = {
      chunks,
      words: [],
      both: [],
      index: fillSqlite(path.join(dataDirectory, "texts.db"), corpus),
    };
  }
  const writer = createWriter(vocabulary, randomNumbers(4737));
  for (let number = 0; number < WARM_UP + QUERIES; number += 1) {
    const query = writer.query();
    for (const store of stores) {
      const { words, both } = store;
      // Query vectors are cached; each of these is new, without adding a word.
      const variants = [
        { times: words, one: null, text: query },
        { times: both, one: embedder, text: `${query}${" ?".repeat(stores.indexOf(store))}` },
      ];
      // The second variant finds the pages cached, so the order alternates.
      for (const { times, one, text } of number % 2 === 0 ? variants : variants.toReversed()) {
        const ms = await timed(store, one, text);
        if (number >= WARM_UP) times.push(ms);
      }
    }
    if (!peer) continue;
    const { words, both } = await timedInSqlite(peer.index, query);
    if (number < WARM_UP) continue;
    peer.words.push(words);
    peer.both.push(both);
  }
  report(stores);
  if (peer) reportPeer(peer, stores);
  peer?.index.close();
  for (const { test } of stores) await test.drop();
}

async function timed(store: Store, one: Embedder | null, query: string): Promise<number> {
  const { test, organizationId } = store;
  const startedAt = performance.now();
  const meaning = await meaningOf(one, query);
  const { results, legs } = await withTenantContext(test.database, { organizationId }, (context) =>
    searchAndCommit(context, meaning, { query }),
  );
  const ms = performance.now() - startedAt;
  if (results.length !== 20 || legs.length !== (one ? 2 : 1)) throw new Error("A strange reply.");
  return ms;
}

async function timedInSqlite(index: SqliteIndex, query: string) {
  const startedAt = performance.now();
  const found = index.words(query);
  const words = performance.now() - startedAt;
  const { vector } = (await meaningOf(embedder, `${query} !`)) ?? {};
  if (!vector) throw new Error("The query has no vector.");
  const near = index.both(query, vector);
  const both = performance.now() - startedAt - words;
  if (found.length !== 20 || near.length !== 20) throw new Error("A strange reply of SQLite.");
  return { words, both };
}

function report(stores: readonly Store[]): void {
  console.log("\n  chunks   variant        p50 ms    p95 ms   p95 / words alone");
  for (const store of stores) reportRows(store);
  const [small, large] = stores;
  if (!small || !large) return;
  const ratios = stores.map(({ words, both }) => p95(both) / p95(words));
  const growth = p95(large.both) / p95(small.both);
  console.log(
    `\nBoth legs take ${ratios.map((ratio) => ratio.toFixed(2)).join(" and ")} times as long as words alone (goal ≤ 2); ` +
      `from ${small.chunks} to ${large.chunks} chunks p95 grows ${growth.toFixed(1)} times (goal ≤ 12).`,
  );
}

function reportRows({ chunks, words, both }: Pick<Store, "chunks" | "words" | "both">): void {
  for (const [name, times] of [
    ["words alone", words],
    ["both legs", both],
  ] as const) {
    const figures = [median(times), p95(times)].map((ms) => ms.toFixed(1).padStart(9));
    const ratio = (p95(times) / p95(words)).toFixed(2).padStart(10);
    console.log(`${String(chunks).padStart(8)}   ${name.padEnd(12)} ${figures.join(" ")} ${ratio}`);
  }
}

function reportPeer(peer: Peer, stores: readonly Store[]): void {
  console.log("\nSQLite (FTS5 and sqlite-vec) with the same texts and vectors");
  reportRows(peer);
  const ours = stores.find(({ chunks }) => chunks === peer.chunks);
  if (!ours) return;
  const ratios = (["words", "both"] as const).map((leg) =>
    (median(ours[leg]) / median(peer[leg])).toFixed(2),
  );
  console.log(
    `\nOur search takes ${ratios[0]} times as long with words alone and ${ratios[1]} times with both legs (goal ≤ 1, p50).`,
  );
}

function p95(times: readonly number[]): number {
  const sorted = times.toSorted((one, other) => one - other);
  return sorted[Math.floor(0.95 * sorted.length)] ?? Number.NaN;
}
