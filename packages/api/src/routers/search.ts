import { findByName, type NamedThing, readReportsOfHits } from "@trovella/db/console";
import { ARTIFACT_TYPES, MEDIA_TYPES } from "@trovella/db/memory";
import { SEARCHED_TABLES } from "@trovella/db/search";
import { titleOf } from "@trovella/plan-engine";
import { excerpt } from "@trovella/research";
import { meaningOf, searchAndCommit } from "@trovella/search";
import { z } from "zod";
import { debugSearchAndCommit } from "../debug-search.ts";
import * as input from "../inputs.ts";
import { procedure, procedureApart, router } from "../trpc.ts";

const SUGGESTIONS = 8;
const MAX_HITS = 100;

export const searchFilters = {
  query: input.text(1_000).min(1),
  artifactType: z.enum(ARTIFACT_TYPES).optional(),
  mediaType: z.enum(MEDIA_TYPES).optional(),
  planId: input.id.optional(),
  sourceTable: z.enum(SEARCHED_TABLES).optional(),
  createdAfter: input.moment.optional(),
  createdBefore: input.moment.optional(),
};

export const searchRouter = router({
  // No transaction stays open while the query is embedded.
  search: procedureApart("read")
    .input(
      z.object({
        ...searchFilters,
        onlyRelevant: z.boolean().default(false),
        limit: input.limit(20),
      }),
    )
    .query(async ({ ctx: { inTenant, services }, input: { query, limit, ...given } }) => {
      const { onlyRelevant, ...filter } = given;
      const meaning = await meaningOf(await services.embedder(), query);
      const found = await inTenant((context) =>
        searchAndCommit(context, meaning, {
          query,
          limit,
          onlyRelevant,
          onlyNewest: true,
          ...filter,
        }),
      );
      const results = found.results.map(({ planName, ...hit }) => ({
        ...hit,
        planTitle: planName === null ? null : titleOf(planName),
        title: excerpt(hit.title, 200),
        summary: hit.summary && excerpt(hit.summary, 300),
      }));
      return { ...found, query, results };
    }),

  /** The reports of the plans that hits belong to, and which of the hits they cite. */
  reportsOf: procedure("read")
    .input(
      z.object({
        planIds: z.array(input.id).max(MAX_HITS),
        artifactIds: z.array(input.id).max(MAX_HITS),
      }),
    )
    .query(({ ctx: { context }, input }) => readReportsOfHits(context, input)),

  debug: procedureApart("read")
    .input(z.object({ ...searchFilters, limit: input.limit(20, 50) }))
    .query(async ({ ctx: { inTenant, services }, input: { query, limit, ...filter } }) => {
      const startedAt = performance.now();
      const meaning = await meaningOf(await services.embedder(), query);
      const meaningMs = performance.now() - startedAt;
      return inTenant((context) =>
        debugSearchAndCommit(context, { meaning, meaningMs }, { query, limit, ...filter }),
      );
    }),

  typeAhead: procedure("read")
    .input(z.object({ text: input.text(100), limit: input.limit(SUGGESTIONS, SUGGESTIONS) }))
    .query(async ({ ctx: { context }, input: { text, limit } }) => {
      const wanted = text.trim();
      if (wanted === "") return { suggestions: [] };
      return { suggestions: fairShare(await findByName(context, { text: wanted, limit }), limit) };
    }),
});

/** Some of each kind, as long as there is room; plans first. */
function fairShare(found: readonly NamedThing[], limit: number): NamedThing[] {
  const kinds = ["plan", "output", "artifact", "run"] as const;
  const places = found.map((thing) => ({
    thing,
    place: found.filter(({ kind }) => kind === thing.kind).indexOf(thing),
  }));
  places.sort((one, other) => one.place - other.place);
  return places
    .slice(0, limit)
    .map(({ thing }) => thing)
    .sort((one, other) => kinds.indexOf(one.kind) - kinds.indexOf(other.kind));
}
