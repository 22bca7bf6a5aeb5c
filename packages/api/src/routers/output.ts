import { listConsoleOutputs, OUTPUT_SORTS, type OutputFilters } from "@trovella/db/console";
import { MEDIA_TYPES } from "@trovella/db/memory";
import { readCursor } from "@trovella/research";
import { z } from "zod";
import { commitDocument } from "../commit-document.ts";
import * as input from "../inputs.ts";
import { outputCard } from "../output-card.ts";
import { readOutputComparison } from "../output-comparison.ts";
import { readOutputDetail } from "../output-detail.ts";
import { idText, momentText, pageOf } from "../page-of.ts";
import { personOf } from "../people.ts";
import { procedure, procedureApart, router } from "../trpc.ts";

export const outputFilters = {
  planId: input.id.optional(),
  mediaType: z.enum(MEDIA_TYPES).optional(),
  text: input.text(200).trim().optional(),
  whose: input.whose,
  createdAfter: input.moment.optional(),
  createdBefore: input.moment.optional(),
  isNewest: z.boolean().default(false),
} satisfies Record<keyof OutputFilters, z.ZodType>;
export const outputOrder = {
  sort: z.enum(OUTPUT_SORTS).default("created"),
  isReversed: z.boolean().default(false),
};

/** What a page may begin behind, by sort; PostgreSQL would fail on anything else. */
const sortKeys = {
  created: momentText,
  name: input.text(200),
  plan: input.text(200),
} satisfies Record<(typeof OUTPUT_SORTS)[number], z.ZodType>;

export const outputRouter = router({
  list: procedure("read")
    .input(
      z
        .object({ ...outputFilters, ...outputOrder, limit: input.listLimit, cursor: input.cursor })
        .prefault({}),
    )
    .query(async ({ ctx: { context, caller }, input: { limit, cursor, whose, ...asked } }) => {
      const sort = z.literal(asked.sort);
      const rows = await listConsoleOutputs(context, {
        ...asked,
        whose: personOf(whose, caller),
        after: readCursor(cursor, z.object({ sort, key: sortKeys[asked.sort], id: idText })),
        limit: limit + 1,
      });
      const { items, nextCursor } = pageOf(rows, limit, ({ id, position }) => ({
        sort: asked.sort,
        key: position,
        id,
      }));
      return { outputs: items.map(outputCard), nextCursor };
    }),

  // No transaction stays open while the page is rendered.
  detail: procedureApart("read")
    .input(z.object({ outputId: input.reference }))
    .query(({ ctx: { inTenant }, input: { outputId } }) => readOutputDetail(inTenant, outputId)),

  /** What changed between two versions of a report. */
  compare: procedureApart("read")
    .input(z.object({ outputId: input.reference, otherId: input.reference }))
    .query(({ ctx: { inTenant }, input }) => readOutputComparison(inTenant, input)),

  /** The document of the plan; if nobody wrote one, it is composed now from what is stored. */
  compose: procedureApart("write", ["plan"])
    .input(z.object({ planId: input.id }))
    .mutation(({ ctx: { caller, services }, input: { planId } }) =>
      commitDocument(services, caller, planId),
    ),
});
