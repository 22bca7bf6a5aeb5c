import { sumModelTokens } from "@trovella/db/calls";
import { pingDatabase, readDatabaseState } from "@trovella/db/console";
import { measureStorage } from "@trovella/db/memory";
import { procedure, procedureApart, router } from "../trpc.ts";

const DAY_MS = 86_400_000;

export const settingsRouter = router({
  /** The least that any procedure does, to compare others with. */
  ping: procedure("read").query(async ({ ctx: { context } }) => {
    await pingDatabase(context);
    return { ok: true };
  }),

  // No transaction stays open while a model is loading.
  summary: procedureApart("read").query(async ({ ctx: { inTenant, services, caller, now } }) => {
    const { settings, limits } = services;
    const since = new Date(now.getTime() - DAY_MS);
    const usage = await inTenant(async (context) => ({
      ...limits,
      storedBytes: await measureStorage(context),
      dailyTokens: await sumModelTokens(context, since),
    }));
    if (!settings) return { settings: null, userName: caller.userName, state: null, usage };
    const { version, pendingVectors } = await inTenant(readDatabaseState);
    const embedder = await services.embedder();
    const state = {
      databaseVersion: version,
      model: embedder?.model ?? null,
      pendingVectors,
      lastBackupAt: services.lastBackupAt(),
    };
    return { settings, userName: caller.userName, state, usage };
  }),
});
