import { PlanCache } from "../plans/plan-cache.ts";
import { ReferenceCache } from "../plans/reference-cache.ts";
import { type ConnectionCounts, type Database, MAX_CONNECTIONS } from "./database.ts";
import { GroupCommit } from "./group-commit.ts";
import { connectionShares, storingShares } from "./shares.ts";

/** A database that may still be opening: connections wait for it, and fail as it does. */
export function openingDatabase(opening: Promise<Database>): Database {
  let opened: Database | null = null;
  opening.then(
    (database) => {
      opened = database;
      database.onAvailability = (change) => waiting.onAvailability?.(change);
    },
    // Those who want a connection are told.
    () => undefined,
  );
  const shares = connectionShares(MAX_CONNECTIONS);
  const waiting: Database = {
    planCache: new PlanCache(),
    references: new ReferenceCache(),
    groupCommit: new GroupCommit(),
    shares,
    storing: storingShares(),
    onPlanClosed: null,
    onNotification: null,
    onAvailability: null,
    connect: async () => (await opening).connect(),
    connectIdentity: async (options) => (await opening).connectIdentity(options),
    get connections() {
      const counts = opened?.connections ?? NO_CONNECTIONS;
      return { ...counts, waiting: counts.waiting + shares.waiting };
    },
    async close() {
      const database = await opening.catch(() => null);
      await database?.close();
    },
  };
  return waiting;
}

const NO_CONNECTIONS: ConnectionCounts = {
  inUse: 0,
  idle: 0,
  waiting: 0,
  broken: { silent: 0, standby: 0, lost: 0, unreplicated: 0 },
};
