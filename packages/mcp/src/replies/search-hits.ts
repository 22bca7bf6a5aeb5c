import type { SearchHit } from "@trovella/search";
import { z } from "zod";
import { excerptToFit, showInvisible } from "../text/visible-text.ts";

export const searchHit = z.object({
  sourceTable: z.string(),
  sourceId: z.string(),
  title: z.string(),
  snippet: z.string().optional(),
  summary: z.string().optional(),
  artifactType: z.string().optional(),
  planId: z.string().optional(),
  researchQuestion: z.string().optional(),
  createdAt: z.string(),
  score: z.number(),
  inKeyword: z.boolean(),
  inSemantic: z.boolean(),
});

type ShownHit = z.output<typeof searchHit>;

/** The characters shown of each text; 0 leaves it out. */
interface Detail {
  readonly title: number;
  readonly snippet: number;
  readonly summary: number;
  readonly researchQuestion: number;
}

const BARE: Detail = { title: 60, snippet: 0, summary: 0, researchQuestion: 0 };
const SHORT: Detail = { title: 80, snippet: 120, summary: 0, researchQuestion: 0 };
const FULL: Detail = { title: 200, snippet: 300, summary: 300, researchQuestion: 200 };

/** Fits all hits into a reply of limited size: every hit first, then passages, then the rest, best hits first. */
export function fitHits(hits: readonly SearchHit[], room: number): ShownHit[] {
  let left = room;
  const shown = hits.map((hit) => shownHit(hit, BARE));
  for (const hit of shown) left -= sizeOf(hit);
  for (const detail of [SHORT, FULL]) {
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
  const { artifactType, planId } = hit;
  const shown = {
    sourceTable: hit.sourceTable,
    sourceId: hit.sourceId,
    title: excerptToFit(hit.title, detail.title),
    ...textOf("snippet", hit.snippet, detail.snippet),
    ...textOf("summary", hit.summary, detail.summary),
    ...(artifactType ? { artifactType } : {}),
    ...(planId ? { planId } : {}),
    ...textOf("researchQuestion", hit.researchQuestion, detail.researchQuestion),
    // Milliseconds are noise here.
    createdAt: hit.createdAt.toISOString().replace(/\.\d+Z$/, "Z"),
    score: Math.round(hit.score * 1_000) / 1_000,
    inKeyword: hit.inKeyword,
    inSemantic: hit.inSemantic,
  };
  // Done before measuring, since it makes the reply longer.
  return showInvisible(shown, JSON.stringify(shown));
}

function textOf(name: string, text: string | null, room: number): Record<string, string> {
  return text && room > 0 ? { [name]: excerptToFit(text, room) } : {};
}

function sizeOf(hit: ShownHit): number {
  return JSON.stringify(hit).length + 1;
}
