import { listConsoleOutputs, type OutputFilters } from "@trovella/db/console";
import { MEDIA_TYPES } from "@trovella/db/memory";
import { z } from "zod";
import { commitDocument } from "../commit-document.ts";
import { type PageInput, pageInput, readIdPage } from "../id-page.ts";
import * as input from "../inputs.ts";
import { readOutputComparison } from "../output-comparison.ts";
import { readOutputDetail } from "../output-detail.ts";
import { procedure, procedureApart, router } from "../trpc.ts";

const listInput = {
  ...pageInput,
  mediaType: z.enum(MEDIA_TYPES).optional(),
} satisfies PageInput<OutputFilters>;

export const outputRouter = router({
  list: procedure("read")
    .input(z.object(listInput).prefault({}))
    .query(({ ctx: { context }, input }) =>
      readIdPage("outputs", input, (page) => listConsoleOutputs(context, page)),
    ),

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
