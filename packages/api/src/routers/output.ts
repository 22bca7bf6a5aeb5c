import { listConsoleOutputs } from "@trovella/db/console";
import { MEDIA_TYPES } from "@trovella/db/memory";
import { z } from "zod";
import { pageInput, readIdPage } from "../id-page.ts";
import * as input from "../inputs.ts";
import { readOutputDetail } from "../output-detail.ts";
import { procedure, procedureApart, router } from "../trpc.ts";

export const outputRouter = router({
  list: procedure("read")
    .input(z.object({ ...pageInput, mediaType: z.enum(MEDIA_TYPES).optional() }).prefault({}))
    .query(({ ctx: { context }, input: { mediaType = null, ...input } }) =>
      readIdPage("outputs", input, (page) => listConsoleOutputs(context, { ...page, mediaType })),
    ),

  // No transaction stays open while the page is rendered.
  detail: procedureApart("read")
    .input(z.object({ outputId: input.id }))
    .query(({ ctx: { inTenant }, input: { outputId } }) => readOutputDetail(inTenant, outputId)),
});
