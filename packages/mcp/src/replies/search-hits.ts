import type { SearchHit } from "@trovella/search";
import { z } from "zod";
import { excerptToFit, jsonBytes, showInvisible } from "../text/show-invisible.ts";

export const searchHit = z.object({
  sourceTable: z.string(),
  sourceId: z.string(),
  title: z.string(),
  snippet: z.string().optional(),
  summary: z.string().optional(),
  artifactType: z.string().optional(),
  planId: z.string().optional(),
  researchQuestion: z.string().optional(),
  sources: z.array(z.object({ ref: z.string(), title: z.string() })).optional(),
  createdAt: z.string(),
  weak: z.literal(true).optional(),
});

type ShownHit = z.output<typeof searchHit>;

/** The characters shown of each text; 0 leaves it out. */
interface Detail {
  readonly title: number;
  readonly snippet: number;
  readonly summary: number;
  readonly researchQuestion: number;
  /** How many sources are listed. */
  readonly sources: number;
}

/** A few hits come with most of a passage. */
const FEW_HITS = 3;
const LONG_PASSAGE = 900;

const BARE: Detail = { title: 60, snippet: 0, summary: 0, researchQuestion: 0, sources: 0 };
const SHORT: Detail = { ...BARE, title: 80, snippet: 120 };
const FULL: Detail = { title: 200, snippet: 300, summary: 300, researchQuestion: 200, sources: 5 };
const LONG: Detail = { ...FULL, snippet: LONG_PASSAGE + 100, summary: 600, sources: 20 };
const SOURCE_TITLE = 80;

/** The length of the passages to ask for. */
export function passageLengthOf(limit: number): number | undefined {
  return limit <= FEW_HITS ? LONG_PASSAGE : undefined;
}

/** Hits of one plan beside each other, the plans in the order of their best hits. */
export function groupByPlan(hits: readonly SearchHit[]): SearchHit[] {
  const groups = new Map<string, SearchHit[]>();
  for (const hit of hits) {
    const key = hit.planId ?? hit.sourceId;
    const group = groups.get(key);
    if (group) group.push({ ...hit, researchQuestion: null });
    else groups.set(key, [hit]);
  }
  return [...groups.values()].flat();
}

/** Fits all hits into a room of bytes: every hit first, then passages, then the rest, best hits first. */
export function fitHits(hits: readonly SearchHit[], room: number): ShownHit[] {
  let left = room;
  const shown = hits.map((hit) => shownHit(hit, BARE));
  for (const hit of shown) left -= sizeOf(hit);
  for (const detail of hits.length <= FEW_HITS ? [SHORT, FULL, LONG] : [SHORT, FULL]) {
    for (const [index, hit] of hits.entries()) {
      const before = shown[index];
      const more = shownHit(hit, detail);
      const extra = before ? sizeOf(more) - sizeOf(before) : 0;
      if (extra > left) break;
      shown[index] = more;
      left -= extra;
    }
  }
  return shown;
}

function shownHit(hit: SearchHit, detail: Detail): ShownHit {
  const { artifactType } = hit;
  const shown = {
    ...referencesOf(hit),
    title: excerptToFit(hit.title, detail.title),
    ...textOf("snippet", hit.snippet, detail.snippet),
    ...textOf("summary", hit.summary, detail.summary),
    ...(artifactType ? { artifactType } : {}),
    ...textOf("researchQuestion", hit.researchQuestion, detail.researchQuestion),
    ...sourcesOf(hit, detail.sources),
    // Milliseconds are noise here.
    createdAt: hit.createdAt.toISOString().replace(/\.\d+Z$/, "Z"),
    ...(hit.relevance === "weak" ? { weak: true as const } : {}),
  };
  // Done before measuring, since it makes the reply longer.
  return showInvisible(shown, JSON.stringify(shown));
}

/** What other tools take to read the hit. */
function referencesOf(hit: SearchHit) {
  const { sourceTable, planHandle } = hit;
  return {
    sourceTable,
    sourceId: handleOf(hit),
    ...(planHandle ? { planId: planHandle } : {}),
  };
}

function handleOf({ sourceTable, sourceId, planHandle, number }: SearchHit): string {
  if (!planHandle || number === null) return sourceId;
  return `${HANDLE_LETTERS[sourceTable]}${number}`;
}

const HANDLE_LETTERS: Readonly<Record<SearchHit["sourceTable"], string>> = {
  research_artifact: "a",
  research_output: "o",
  extraction_result: "a",
  claim: "c",
};

/** With the plan's handle, since they are cited from other plans. */
function sourcesOf({ sources, planHandle }: SearchHit, count: number) {
  if (sources.length === 0 || count === 0 || !planHandle) return {};
  const shown = sources.slice(0, count).map(({ number, title }) => ({
    ref: `${planHandle}/${number}`,
    title: excerptToFit(title, SOURCE_TITLE),
  }));
  return { sources: shown };
}

function textOf(name: string, text: string | null, room: number): Record<string, string> {
  return text && room > 0 ? { [name]: excerptToFit(text, room) } : {};
}

function sizeOf(hit: ShownHit): number {
  return jsonBytes(hit) + 1;
}
