import { ARTIFACT_TYPES, MEDIA_TYPES } from "@trovella/db/memory";
import { SEARCHED_TABLES } from "@trovella/db/search";
import { DEFAULT_LIMIT, type Meaning, meaningOf, searchAndCommit } from "@trovella/search";
import { z } from "zod";
import { defineTool } from "../define-tool.ts";
import { next, notice, planId, userId } from "../fields.ts";
import { DATA_NOTICE } from "../replies/data-notice.ts";
import { fitHits, searchHit } from "../replies/search-hits.ts";
import { readMoment } from "../text/read-moment.ts";

const MAX_QUERY = 1_000;
export const REPLY_CHARACTERS = 8_000;
/** Large limits get longer replies. */
const CHARACTERS_PER_HIT = 400;

const moment = z
  .string()
  .max(40)
  .refine((text) => readMoment(text) !== null, "must be an ISO date or time");

export const searchSources = defineTool({
  name: "search_sources",
  title: "Search what is stored",
  description:
    "Searches artifacts, outputs and extracted data of all plans, by words and by meaning. Use it before new research, to see what is known already. The best hits come with passages; fewer hits (limit) come with more text.",
  input: {
    query: z.string().min(1).max(MAX_QUERY),
    limit: z.int().min(1).max(100).optional().describe("20 if left out"),
    artifactType: z.enum(ARTIFACT_TYPES).optional(),
    mediaType: z.enum(MEDIA_TYPES).optional(),
    planId: planId.optional(),
    userId: userId.optional(),
    createdAfter: moment.optional().describe("ISO date or time"),
    createdBefore: moment.optional(),
    sourceTable: z.enum(SEARCHED_TABLES).optional(),
  },
  output: {
    query: z.string(),
    queryType: z.string(),
    results: z.array(searchHit),
    legs: z.array(z.string()),
    indexing: z.object({ pending: z.int() }),
    notice,
    next,
  },
  permission: "read",
  writes: "nothing",

  prepare: async ({ query }, { embedder }) => meaningOf(await embedder(), query),

  async run(input, { context }, meaning: Meaning | null) {
    const { sessionId, createdAfter, createdBefore, ...asked } = input;
    const { query, limit = DEFAULT_LIMIT } = asked;
    const found = await searchAndCommit(context, meaning, {
      ...asked,
      createdAfter: momentOf(createdAfter),
      createdBefore: momentOf(createdBefore),
    });
    const base = {
      query,
      queryType: found.queryType,
      results: [],
      legs: [...found.legs],
      indexing: found.indexing,
      notice: DATA_NOTICE,
      next: nextAfter(found.results.length),
    };
    const size = Math.max(REPLY_CHARACTERS, limit * CHARACTERS_PER_HIT);
    return { ...base, results: fitHits(found.results, size - JSON.stringify(base).length) };
  },
});

function momentOf(text: string | undefined): Date | undefined {
  return (text === undefined ? null : readMoment(text)) ?? undefined;
}

function nextAfter(count: number): string {
  return count === 0
    ? "Nothing fits. Try other words or fewer filters, or start new research with create_research_plan."
    : "Call get_research_context with the planId of a hit for the research behind it, or show the person what is known and ask whether to build on it.";
}
