import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

/** The rows of a file with one JSON object per line; none when the file is missing. */
export function readLines<Row>(
  directory: string,
  name: string,
  read: (row: Row) => Row = (row) => row,
): Row[] {
  const file = path.join(directory, name);
  if (!existsSync(file)) return [];
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line.trim().length > 0)
    .map((line) => read(JSON.parse(line)));
}

export interface QuoteRow {
  readonly quote: string;
  readonly expected: "in" | "not_in";
  readonly kind: string;
  readonly title: string;
  readonly text: string;
}

export interface ClaimRow {
  readonly claim: string;
  readonly evidence: readonly { readonly url: string; readonly text: string }[];
  readonly support: "supported" | "partly" | "missing";
}

export interface PassageRow {
  readonly id: string;
  readonly language?: string;
  readonly text: string;
}

export interface SetRow {
  readonly id: string;
  readonly passage: string;
  readonly quote: string;
  readonly expected: "accept" | "refuse";
  readonly kind: string;
}
