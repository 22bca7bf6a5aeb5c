import { readDatabaseState } from "@trovella/db/console";
import { procedureApart, router } from "../trpc.ts";

export const settingsRouter = router({
  // No transaction stays open while a model is loading.
  summary: procedureApart("read").query(async ({ ctx: { inTenant, services, caller } }) => {
    const { settings } = services;
    if (!settings) return { settings: null, userName: caller.userName, state: null };
    const { version, pendingVectors } = await inTenant(readDatabaseState);
    const embedder = await services.embedder();
    const state = { databaseVersion: version, model: embedder?.model ?? null, pendingVectors };
    return { settings, userName: caller.userName, state };
  }),
});
