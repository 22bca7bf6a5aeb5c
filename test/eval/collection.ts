import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";

export interface Collection {
  readonly name: string;
  readonly documents: readonly { id: string; title: string; text: string }[];
  readonly queries: readonly { id: string; text: string }[];
  /** The documents that answer each query. */
  readonly relevant: ReadonlyMap<string, ReadonlySet<string>>;
}

/** The folders below `directory` that hold a collection: docs.jsonl, queries.jsonl, qrels.tsv. */
export function listCollections(directory: string): string[] {
  return readdirSync(directory)
    .filter((name) => existsSync(path.join(directory, name, "qrels.tsv")))
    .sort();
}

export function readCollection(directory: string, name: string): Collection {
  const read = (file: string) => readFileSync(path.join(directory, name, file), "utf8");
  const relevant = new Map<string, Set<string>>();
  for (const line of read("qrels.tsv").trim().split("\n").slice(1)) {
    const [query = "", document = "", score = "0"] = line.split("\t");
    if (Number(score) <= 0) continue;
    relevant.set(query, (relevant.get(query) ?? new Set()).add(document));
  }
  return {
    name,
    documents: lines(read("docs.jsonl")),
    queries: lines(read("queries.jsonl")),
    relevant,
  };
}

function lines<T>(text: string): T[] {
  return text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as T);
}
