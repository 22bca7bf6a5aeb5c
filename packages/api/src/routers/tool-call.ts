import { listCallingClients, listConsoleToolCalls } from "@trovella/db/console";
import { z } from "zod";
import { idPage, pageInput, pageOfIds } from "../id-page.ts";
import * as input from "../inputs.ts";
import { procedure, router } from "../trpc.ts";

const SEEN_DAYS = 7;
const DAY_MS = 24 * 60 * 60 * 1000;

export const toolCallRouter = router({
  list: procedure("read")
    .input(
      z
        .object({
          ...pageInput,
          sessionId: input.text(200).optional(),
          executionId: input.id.optional(),
          toolName: input.text(100).optional(),
          onlyErrors: z.boolean().default(false),
        })
        .prefault({}),
    )
    .query(async ({ ctx: { context }, input }) => {
      const rows = await listConsoleToolCalls(context, {
        ...idPage(input),
        sessionId: input.sessionId ?? null,
        skillExecutionId: input.executionId ?? null,
        toolName: input.toolName ?? null,
        onlyErrors: input.onlyErrors,
      });
      const { items, nextCursor } = pageOfIds(rows, input.limit);
      return { toolCalls: items, nextCursor };
    }),

  /** The clients that called in the last days: those that are connected. */
  clients: procedure("read").query(async ({ ctx: { context, now } }) => ({
    periodDays: SEEN_DAYS,
    clients: await listCallingClients(context, new Date(now.getTime() - SEEN_DAYS * DAY_MS)),
  })),
});
