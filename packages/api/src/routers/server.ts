import { readDatabaseState } from "@trovella/db/console";
import { z } from "zod";
import { procedureApart, router } from "../trpc.ts";

const MAX_ORIGIN = 300;
const origin = z.url({ protocol: /^https?$/ }).max(MAX_ORIGIN);

export const connectRouter = router({
  clients: procedureApart("read")
    .input(z.object({ origin }))
    .query(({ ctx: { services }, input }) => ({
      clients: services.clientsAt(new URL(input.origin).origin),
    })),
});

export const settingsRouter = router({
  // Waiting for a model that is just being loaded must hold no transaction open.
  summary: procedureApart("read").query(async ({ ctx: { inTenant, services, caller } }) => {
    const { settings } = services;
    if (!settings) return { settings: null, userName: caller.userName, state: null };
    const { version, pendingVectors } = await inTenant(readDatabaseState);
    const embedder = await services.embedder();
    const state = { databaseVersion: version, model: embedder?.model ?? null, pendingVectors };
    return { settings, userName: caller.userName, state };
  }),
});
