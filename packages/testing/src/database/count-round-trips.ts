import pg from "pg";

interface Syncing {
  sync(): void;
}

/** How many round trips to PostgreSQL the work takes: each ends with a Sync message, on whichever connection. */
export async function countRoundTrips(work: () => Promise<unknown>): Promise<number> {
  const { prototype } = pg.Connection as unknown as { prototype: Syncing };
  const { sync } = prototype;
  let count = 0;
  prototype.sync = function counted(this: Syncing) {
    count += 1;
    sync.call(this);
  };
  try {
    await work();
  } finally {
    prototype.sync = sync;
  }
  return count;
}
