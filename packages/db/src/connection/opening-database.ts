import { PlanCache } from "../plans/plan-cache.ts";
import { ReferenceCache } from "../plans/reference-cache.ts";
import { type Database, MAX_CONNECTIONS } from "./database.ts";
import { connectionShares, storingShares } from "./shares.ts";

/** A database that may still be opening: connections wait for it, and fail as it does. */
export function openingDatabase(opening: Promise<Database>): Database {
  let opened: Database | null = null;
  opening.then(
    (database) => {
      opened = database;
    },
    // Those who want a connection are told.
    () => undefined,
  );
  const shares = connectionShares(MAX_CONNECTIONS);
  return {
    planCache: new PlanCache(),
    references: new ReferenceCache(),
    shares,
    storing: storingShares(),
    onPlanClosed: null,
    onNotification: null,
    connect: async () => (await opening).connect(),
    connectIdentity: async () => (await opening).connectIdentity(),
    get connections() {
      const { inUse, idle, waiting } = opened?.connections ?? { inUse: 0, idle: 0, waiting: 0 };
      return { inUse, idle, waiting: waiting + shares.waiting };
    },
    async close() {
      const database = await opening.catch(() => null);
      await database?.close();
    },
  };
}
