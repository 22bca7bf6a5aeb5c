import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { vectorBytes } from "../../packages/search/src/vector.ts";
import { type Corpus, corpusBatches } from "./search-corpus.ts";

const PACKAGE = fileURLToPath(new URL("sqlite/", import.meta.url));
/** Of each leg, before they are merged. */
const CANDIDATES = 100;
const RESULTS = 20;
/** As usual when ranks are merged (reciprocal rank fusion). */
const RANK_OFFSET = 60;

/** As much of the library as is used here; it is installed on first use only. */
interface Statement {
  run(...values: unknown[]): unknown;
  all(...values: unknown[]): { rowid: number; content: string }[];
}
interface Sqlite {
  exec(sql: string): void;
  enableLoadExtension(isAllowed: boolean): void;
  prepare(sql: string): Statement;
  close(): void;
}

/** The same texts and vectors in SQLite: FTS5 with English stems, and the exact nearest neighbours of sqlite-vec. */
export interface SqliteIndex {
  words(query: string): string[];
  both(query: string, vector: Float32Array): string[];
  close(): void;
}

export function fillSqlite(file: string, corpus: Corpus): SqliteIndex {
  const database = openSqlite(file);
  // All of it stays in memory, as much as SQLite can do.
  database.exec(
    "PRAGMA journal_mode = WAL; PRAGMA cache_size = -1000000; PRAGMA temp_store = MEMORY",
  );
  database.exec("CREATE VIRTUAL TABLE texts USING fts5(content, tokenize = 'porter unicode61')");
  database.exec("CREATE VIRTUAL TABLE vectors USING vec0(embedding float[384])");
  const addText = database.prepare("INSERT INTO texts (rowid, content) VALUES (?, ?)");
  const addVector = database.prepare("INSERT INTO vectors (rowid, embedding) VALUES (?, ?)");
  for (const { numbers, contents, vectors } of corpusBatches(corpus)) {
    database.exec("BEGIN");
    for (const [index, number] of numbers.entries()) {
      addText.run(BigInt(number + 1), contents[index]);
      addVector.run(BigInt(number + 1), vectors[index] && vectorBytes(vectors[index]));
    }
    database.exec("COMMIT");
  }
  database.exec("INSERT INTO texts (texts) VALUES ('optimize')");

  const byWords = database.prepare(
    "SELECT rowid, content FROM texts WHERE texts MATCH ? ORDER BY bm25(texts) LIMIT ?",
  );
  const byMeaning = database.prepare(
    "SELECT rowid, '' AS content FROM vectors WHERE embedding MATCH ? AND k = ? ORDER BY distance",
  );
  const byRowid = database.prepare("SELECT rowid, content FROM texts WHERE rowid = ?");
  return {
    words: (query) => byWords.all(anyWordOf(query), RESULTS).map(({ content }) => content),
    both(query, vector) {
      const legs = [
        byWords.all(anyWordOf(query), CANDIDATES),
        byMeaning.all(vectorBytes(vector), CANDIDATES),
      ];
      const best = mergeRanks(legs.map((hits) => hits.map(({ rowid }) => rowid)));
      return best.map((rowid) => byRowid.all(rowid)[0]?.content ?? "");
    },
    close: () => database.close(),
  };
}

function openSqlite(file: string): Sqlite {
  if (!existsSync(path.join(PACKAGE, "node_modules"))) {
    console.log("Installing SQLite and sqlite-vec (a few seconds) …");
    const { status } = spawnSync("npm", ["ci"], { cwd: PACKAGE, stdio: "inherit" });
    if (status !== 0) throw new Error("SQLite could not be installed.");
  }
  const load = createRequire(path.join(PACKAGE, "package.json"));
  const { DatabaseSync }: { DatabaseSync: new (file: string, options: object) => Sqlite } =
    load("@photostructure/sqlite");
  const extension: { load: (database: Sqlite) => void } = load("sqlite-vec");
  const database = new DatabaseSync(file, { allowExtension: true });
  database.enableLoadExtension(true);
  extension.load(database);
  return database;
}

function anyWordOf(query: string): string {
  const words = query.match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.map((word) => `"${word}"`).join(" OR ");
}

function mergeRanks(legs: readonly (readonly number[])[]): number[] {
  const scores = new Map<number, number>();
  for (const leg of legs) {
    for (const [rank, id] of leg.entries()) {
      scores.set(id, (scores.get(id) ?? 0) + 1 / (RANK_OFFSET + rank));
    }
  }
  return [...scores]
    .sort(([, one], [, other]) => other - one)
    .slice(0, RESULTS)
    .map(([id]) => id);
}
