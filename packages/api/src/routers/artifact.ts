import {
  type ArtifactFilters,
  listConsoleArtifacts,
  readConsoleArtifact,
} from "@trovella/db/console";
import { ARTIFACT_TYPES, resolveItemId } from "@trovella/db/memory";
import { readCursor } from "@trovella/research";
import { z } from "zod";
import { pageInput } from "../id-page.ts";
import * as input from "../inputs.ts";
import { orNotFound } from "../or-not-found.ts";
import { idText, momentText, pageOf } from "../page-of.ts";
import { procedure, router } from "../trpc.ts";

const TEXT_PAGE = 60_000;
const position = z.object({ at: momentText, id: idText });

export const artifactFilters = {
  planId: input.id.optional(),
  artifactType: z.enum(ARTIFACT_TYPES).optional(),
  createdAfter: input.moment.optional(),
  createdBefore: input.moment.optional(),
} satisfies Record<keyof ArtifactFilters, z.ZodType>;

export const artifactRouter = router({
  list: procedure("read")
    .input(z.object({ ...pageInput, ...artifactFilters }).prefault({}))
    .query(async ({ ctx: { context }, input: { limit, cursor, ...filters } }) => {
      const after = readCursor(cursor, position);
      const rows = await listConsoleArtifacts(context, { ...filters, after, limit: limit + 1 });
      const { items, nextCursor } = pageOf(rows, limit, (row) => ({
        at: row.position,
        id: row.id,
      }));
      return { artifacts: items.map(({ position: _, ...artifact }) => artifact), nextCursor };
    }),

  detail: procedure("read")
    .input(
      z.object({ artifactId: input.reference, from: z.int().min(0).max(100_000_000).default(0) }),
    )
    .query(async ({ ctx: { context }, input: { artifactId, from } }) => {
      const id = await resolveItemId(context, undefined, artifactId);
      const found = await readConsoleArtifact(context, { artifactId: id, from, count: TEXT_PAGE });
      return orNotFound(found, "artifact");
    }),
});
