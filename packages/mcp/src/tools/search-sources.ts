import { ARTIFACT_TYPES, MEDIA_TYPES } from "@trovella/db/memory";
import { SEARCHED_TABLES } from "@trovella/db/search";
import { readMoment } from "@trovella/research";
import {
  DEFAULT_LIMIT,
  type Meaning,
  meaningOf,
  type SearchReply,
  searchAndCommit,
} from "@trovella/search";
import { z } from "zod";
import { defineTool } from "../define-tool.ts";
import { next, notice, planId, userId } from "../fields.ts";
import { unlisted } from "../input/meanings.ts";
import { DATA_NOTICE } from "../replies/data-notice.ts";
import { fitHits, groupByPlan, passageLengthOf, searchHit } from "../replies/search-hits.ts";
import { excerptToFit, jsonBytes } from "../text/show-invisible.ts";

const MAX_QUERY = 4_000;
export const REPLY_BYTES = 8_000;
/** Large limits get longer replies. */
const BYTES_PER_HIT = 400;
const LOOSE_MATCHES = 3;
const LOOSE_TITLE = 120;

const moment = z
  .string()
  .max(40)
  .refine((text) => readMoment(text) !== null, "must be an ISO date or time");

export const searchSources = defineTool({
  name: "search_sources",
  title: "Search what is stored",
  description:
    "Searches all earlier research by words and meaning; use it before new research. Send the bare topic. Empty: nothing is known; a hit may not answer the question, so read it.",
  input: {
    query: z.string().min(1).max(MAX_QUERY),
    limit: z.int().min(1).max(100).optional().describe("Default 20"),
    artifactType: z.enum(ARTIFACT_TYPES).optional(),
    mediaType: unlisted(z.enum(MEDIA_TYPES)),
    planId: planId.optional(),
    userId: unlisted(userId),
    createdAfter: moment.optional().describe("ISO date"),
    createdBefore: unlisted(moment),
    sourceTable: unlisted(z.enum(SEARCHED_TABLES)),
  },
  output: {
    results: z.array(searchHit),
    looseMatches: z.array(z.string()).optional(),
    judged: z.literal(false).optional(),
    reason: z.string().optional(),
    indexing: z.object({ pending: z.int() }).optional(),
    notice: notice.optional(),
    next,
  },
  permission: "read",
  writes: "nothing",

  prepare: async ({ query }, { embedder }) => meaningOf(await embedder(), query),

  async run(input, { context, pageBytes }, meaning: Meaning | null) {
    const { sessionId, createdAfter, createdBefore, ...asked } = input;
    const { limit = DEFAULT_LIMIT } = asked;
    const found = await searchAndCommit(context, meaning, {
      ...asked,
      createdAfter: momentOf(createdAfter),
      createdBefore: momentOf(createdBefore),
      onlyRelevant: true,
      passageLength: passageLengthOf(limit),
    });
    const base = {
      results: [],
      ...looseMatchesOf(found),
      ...limitationsOf(found),
      ...wordsOn(found),
    };
    if (found.isKnown === false) return base;
    const size = Math.max(Math.min(REPLY_BYTES, pageBytes), limit * BYTES_PER_HIT);
    const room = size - jsonBytes(base);
    return { ...base, results: fitHits(groupByPlan(found.results), room) };
  },
});

/** The titles of what came nearest, where nothing is relevant. */
function looseMatchesOf({ isKnown, results }: SearchReply) {
  if (isKnown !== false || results.length === 0) return {};
  const nearest = results.slice(0, LOOSE_MATCHES);
  return { looseMatches: nearest.map(({ title }) => excerptToFit(title, LOOSE_TITLE)) };
}

function limitationsOf({ unjudged, indexing, results }: SearchReply) {
  return {
    ...(unjudged && results.length > 0 ? { judged: false as const, reason: unjudged } : {}),
    ...(indexing.pending > 0 ? { indexing } : {}),
  };
}

function wordsOn({ isKnown, results }: SearchReply) {
  if (results.length === 0) return { next: NOTHING_FITS };
  return { notice: DATA_NOTICE, next: isKnown === false ? NOTHING_KNOWN : READ_ON };
}

const NOTHING_FITS =
  "Nothing fits. Try other words or fewer filters, or start new research with create_research_plan.";
const NOTHING_KNOWN =
  "Nothing is known on this; looseMatches are only the nearest titles. Start new research with create_research_plan.";
const READ_ON =
  "Call get_research_context with the planId of a hit for the research behind it, or show the person what is known and ask whether to build on it.";

function momentOf(text: string | undefined): Date | undefined {
  return (text === undefined ? null : readMoment(text)) ?? undefined;
}
