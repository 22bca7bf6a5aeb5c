import { type Meaning, meaningOf, type SearchHit, searchAndCommit } from "@trovella/search";
import { z } from "zod";
import { itemUrl } from "../console-urls.ts";
import { defineTool } from "../define-tool.ts";
import { excerptToFit } from "../text/show-invisible.ts";

const MAX_QUERY = 4_000;
const MAX_RESULTS = 20;
/** Claims are found too, but only what they rest on can be fetched. */
const ASKED_RESULTS = 30;
const TITLE_CHARACTERS = 200;

/** In the form that ChatGPT's deep research and company knowledge ask for; `search_sources` says more. */
export const search = defineTool({
  name: "search",
  title: "Search the research memory",
  description:
    "Searches all stored research by words and meaning. Empty results: nothing is known on it. Then fetch reads a result.",
  input: { query: z.string().min(1).max(MAX_QUERY) },
  output: {
    results: z.array(z.object({ id: z.string(), title: z.string(), url: z.string() })),
  },
  permission: "read",
  writes: "nothing",

  prepare: async ({ query }, { embedder }) => meaningOf(await embedder(), query),

  async run({ query }, { context, console }, meaning: Meaning | null) {
    const found = await searchAndCommit(context, meaning, {
      query,
      limit: ASKED_RESULTS,
      onlyRelevant: true,
    });
    if (found.isKnown === false) return { results: [] };
    const fetchable = found.results.filter(({ sourceTable }) => sourceTable !== "claim");
    return {
      results: fetchable.slice(0, MAX_RESULTS).map(({ sourceId: id, title, ...hit }) => ({
        id,
        title: excerptToFit(title, TITLE_CHARACTERS),
        url: itemUrl(console, { id, kind: KINDS[hit.sourceTable], planHandle: hit.planHandle }),
      })),
    };
  },
});

const KINDS = {
  research_artifact: "artifact",
  research_output: "output",
  extraction_result: "extraction",
  claim: "claim",
} as const satisfies Record<SearchHit["sourceTable"], string>;
