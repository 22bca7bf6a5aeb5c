import {
  listCallingClients,
  listConsoleToolCalls,
  type ToolCallFilters,
} from "@trovella/db/console";
import { z } from "zod";
import { DAY_MS } from "../days.ts";
import { pageInput, readIdPage } from "../id-page.ts";
import * as input from "../inputs.ts";
import { personOf } from "../people.ts";
import { procedure, router } from "../trpc.ts";

const SEEN_DAYS = 7;

export const callFilters = {
  planId: input.id.optional(),
  sessionId: input.text(200).optional(),
  executionId: input.id.optional(),
  toolName: input.text(100).optional(),
  onlyErrors: z.boolean().default(false),
  whose: input.whose,
} satisfies Record<keyof ToolCallFilters, z.ZodType>;

export const toolCallRouter = router({
  list: procedure("read")
    .input(z.object({ ...pageInput, ...callFilters }).prefault({}))
    .query(({ ctx: { context, caller }, input }) =>
      readIdPage("toolCalls", input, ({ whose, ...page }) =>
        listConsoleToolCalls(context, { ...page, whose: personOf(whose, caller) }),
      ),
    ),

  /** The clients that called in the last days: those that are connected. */
  clients: procedure("read")
    .input(z.object({ whose: input.whose }).prefault({}))
    .query(async ({ ctx: { context, now, caller }, input: { whose } }) => ({
      periodDays: SEEN_DAYS,
      clients: await listCallingClients(context, {
        since: new Date(now.getTime() - SEEN_DAYS * DAY_MS),
        whose: personOf(whose, caller),
      }),
    })),
});
