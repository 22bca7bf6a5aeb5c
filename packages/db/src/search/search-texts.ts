import type { SEARCHED_TABLES } from "../schema/table-names.ts";

export type SearchedTable = (typeof SEARCHED_TABLES)[number];

/** A searchable source as the text it is found by. */
export interface SearchedText {
  readonly sourceTable: SearchedTable;
  readonly sourceId: string;
  readonly title: string;
  readonly text: string;
}

// The one definition of what is searched of each kind of source: storing and verifying must agree on it.

export function artifactText(artifact: {
  readonly id: string;
  readonly title: string;
  readonly summary: string | null;
  readonly contentText: string;
}): SearchedText {
  const { id, title, summary, contentText } = artifact;
  const text = summary ? `${summary}\n\n${contentText}` : contentText;
  return { sourceTable: "research_artifact", sourceId: id, title, text };
}

export function outputText(output: {
  readonly id: string;
  readonly title: string;
  readonly content: string;
}): SearchedText {
  const { id, title, content } = output;
  return { sourceTable: "research_output", sourceId: id, title, text: content };
}

export function claimText(claim: {
  readonly id: string;
  readonly statement: string;
}): SearchedText {
  return { sourceTable: "claim", sourceId: claim.id, title: "", text: claim.statement };
}

/** An extraction has no title; its instructions describe it best. */
export function extractionText(extraction: {
  readonly id: string;
  readonly instructions: string | null;
  readonly data: unknown;
}): SearchedText {
  const { id, instructions, data } = extraction;
  const lines: string[] = [];
  addLines(lines, "", data);
  const text = lines.join("\n");
  return { sourceTable: "extraction_result", sourceId: id, title: instructions ?? "", text };
}

/**
 * Keys in order, since storing reorders them. Each is written once, so that the text is never much
 * longer than the data.
 */
function addLines(lines: string[], key: string, value: unknown): void {
  if (typeof value !== "object" || value === null) {
    // JSON has no infinity, which a number like 1e999 becomes when it is read.
    const stored = value === Infinity || value === -Infinity ? null : value;
    lines.push(key ? `${key}: ${stored}` : String(stored));
    return;
  }
  if (key) lines.push(`${key}:`);
  if (Array.isArray(value)) for (const entry of value) addLines(lines, "", entry);
  else for (const [name, entry] of sortedEntries(value)) addLines(lines, name, entry);
}

function sortedEntries(value: object): [string, unknown][] {
  return Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
}
