import { endDueRuns, SKILL_EXECUTION_STATUSES } from "@trovella/db/calls";
import { listConsoleRuns, type RunFilters, summarizeRuns } from "@trovella/db/console";
import { z } from "zod";
import { DAY_MS } from "../days.ts";
import * as input from "../inputs.ts";
import { readRunDetail } from "../run-detail.ts";
import { procedure, router } from "../trpc.ts";

const MAX_OFFSET = 1_000_000;

export const runFilters = {
  skillName: input.text(200).optional(),
  status: z.enum(SKILL_EXECUTION_STATUSES).optional(),
} satisfies Record<keyof RunFilters, z.ZodType>;

export const skillExecutionRouter = router({
  list: procedure("read")
    .input(
      z
        .object({
          ...runFilters,
          limit: input.limit(20),
          offset: z.int().min(0).max(MAX_OFFSET).default(0),
        })
        .prefault({}),
    )
    .query(async ({ ctx: { context, now, services }, input }) => {
      await endDueRuns(context, { database: services.database, now });
      return listConsoleRuns(context, { ...input, now });
    }),

  detail: procedure("read")
    .input(
      z.object({
        executionId: input.id,
        /** `nextCursor` of the last page of the audit log. */
        cursor: z.int().min(0).nullish(),
        limit: input.limit(100, 150),
      }),
    )
    .query(({ ctx: { context, now }, input }) => readRunDetail(context, input, now)),

  summary: procedure("read").query(async ({ ctx: { context, now, services } }) => {
    await endDueRuns(context, { database: services.database, now });
    return summarizeRuns(context, new Date(now.getTime() - DAY_MS));
  }),
});
