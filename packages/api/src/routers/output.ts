import { listConsoleOutputs, type OutputFilters } from "@trovella/db/console";
import { MEDIA_TYPES } from "@trovella/db/memory";
import { z } from "zod";
import { type PageInput, pageInput, readIdPage } from "../id-page.ts";
import * as input from "../inputs.ts";
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
    .input(z.object({ outputId: input.id }))
    .query(({ ctx: { inTenant }, input: { outputId } }) => readOutputDetail(inTenant, outputId)),
});
