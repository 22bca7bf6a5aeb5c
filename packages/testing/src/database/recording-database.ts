import type { Database } from "@trovella/db";

export interface Recorded {
  readonly text: string;
  readonly values: readonly (string | number | boolean | Date | null)[];
}

interface BatchLike {
  readonly executions?: readonly {
    readonly statement: { readonly text: string };
    readonly values: Recorded["values"];
  }[];
}

/** The same database, recording every statement sent through it. */
export function recordingDatabase(database: Database, record: (sent: Recorded) => void): Database {
  return {
    planCache: database.planCache,
    references: database.references,
    groupCommit: database.groupCommit,
    shares: database.shares,
    storing: database.storing,
    onPlanClosed: null,
    onNotification: null,
    onAvailability: null,
    get connections() {
      return database.connections;
    },
    close: () => database.close(),
    connectIdentity: (options) => database.connectIdentity(options),
    async connect() {
      const client = await database.connect();
      const query = client.query as (...given: unknown[]) => unknown;
      const release = client.release;
      const listen = (batch: BatchLike, ...rest: unknown[]) => {
        for (const { statement, values } of batch.executions ?? []) {
          record({ text: statement.text, values });
        }
        return query.call(client, batch, ...rest);
      };
      return Object.assign(client, {
        query: listen,
        release(isBroken?: boolean | Error) {
          Object.assign(client, { query, release });
          release.call(client, isBroken);
        },
      }) as typeof client;
    },
  };
}
