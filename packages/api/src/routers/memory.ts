import {
  listCallingClients,
  listConsoleArtifacts,
  listConsoleFeedback,
  listConsoleOutputs,
  listConsoleToolCalls,
  readConsoleArtifact,
} from "@trovella/db/console";
import { ARTIFACT_TYPES, MEDIA_TYPES, SATISFACTIONS } from "@trovella/db/memory";
import { z } from "zod";
import * as input from "../inputs.ts";
import { found } from "../not-found.ts";
import { readOutputDetail } from "../output-detail.ts";
import { idText, pageOf, readCursor } from "../page-of.ts";
import { procedure, procedureApart, router } from "../trpc.ts";

const TEXT_PAGE = 60_000;
const SEEN_DAYS = 7;
const DAY_MS = 24 * 60 * 60 * 1000;
const page = { planId: input.id.optional(), limit: input.limit(50), cursor: input.cursor };
const position = z.object({ id: idText });

/** Where a list by id goes on. */
function pageOfIds({
  planId,
  limit,
  cursor,
}: {
  planId?: string | undefined;
  limit: number;
  cursor?: string | null | undefined;
}) {
  const after = readCursor(cursor, position);
  return { planId: planId ?? null, beforeId: after?.id ?? null, limit: limit + 1 };
}

const byId = ({ id }: { readonly id: string }) => ({ id });

export const artifactRouter = router({
  list: procedure("read")
    .input(z.object({ ...page, artifactType: z.enum(ARTIFACT_TYPES).optional() }).prefault({}))
    .query(async ({ ctx: { context }, input }) => {
      const artifactType = input.artifactType ?? null;
      const rows = await listConsoleArtifacts(context, { ...pageOfIds(input), artifactType });
      const { items, nextCursor } = pageOf(rows, input.limit, byId);
      return { artifacts: items, nextCursor };
    }),

  detail: procedure("read")
    .input(z.object({ artifactId: input.id, from: z.int().min(0).max(100_000_000).default(0) }))
    .query(async ({ ctx: { context }, input }) =>
      found(await readConsoleArtifact(context, { ...input, count: TEXT_PAGE }), "artifact"),
    ),
});

export const outputRouter = router({
  list: procedure("read")
    .input(z.object({ ...page, mediaType: z.enum(MEDIA_TYPES).optional() }).prefault({}))
    .query(async ({ ctx: { context }, input }) => {
      const mediaType = input.mediaType ?? null;
      const rows = await listConsoleOutputs(context, { ...pageOfIds(input), mediaType });
      const { items, nextCursor } = pageOf(rows, input.limit, byId);
      return { outputs: items, nextCursor };
    }),

  // While the page is made no transaction is open.
  detail: procedureApart("read")
    .input(z.object({ outputId: input.id }))
    .query(({ ctx: { inTenant }, input: { outputId } }) => readOutputDetail(inTenant, outputId)),
});

export const feedbackRouter = router({
  list: procedure("read")
    .input(z.object({ ...page, satisfaction: z.enum(SATISFACTIONS).optional() }).prefault({}))
    .query(async ({ ctx: { context }, input }) => {
      const satisfaction = input.satisfaction ?? null;
      const rows = await listConsoleFeedback(context, { ...pageOfIds(input), satisfaction });
      const { items, nextCursor } = pageOf(rows, input.limit, byId);
      return { feedback: items, nextCursor };
    }),
});

export const toolCallRouter = router({
  list: procedure("read")
    .input(
      z
        .object({
          ...page,
          sessionId: input.text(200).optional(),
          executionId: input.id.optional(),
          toolName: input.text(100).optional(),
          onlyErrors: z.boolean().default(false),
        })
        .prefault({}),
    )
    .query(async ({ ctx: { context }, input }) => {
      const rows = await listConsoleToolCalls(context, {
        ...pageOfIds(input),
        sessionId: input.sessionId ?? null,
        skillExecutionId: input.executionId ?? null,
        toolName: input.toolName ?? null,
        onlyErrors: input.onlyErrors,
      });
      const { items, nextCursor } = pageOf(rows, input.limit, byId);
      return { toolCalls: items, nextCursor };
    }),

  /** Who called in the last days, so that one sees whether a client is connected. */
  clients: procedure("read").query(async ({ ctx: { context, now } }) => ({
    periodDays: SEEN_DAYS,
    clients: await listCallingClients(context, new Date(now.getTime() - SEEN_DAYS * DAY_MS)),
  })),
});
