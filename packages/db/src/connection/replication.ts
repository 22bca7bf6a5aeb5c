import type { ClientBase } from "pg";

/** Connections on which PostgreSQL gave up waiting for a synchronous standby. */
const unreplicated = new WeakSet<ClientBase>();

/**
 * PostgreSQL answers a COMMIT as usual when somebody cancels its wait for a synchronous standby, after a mere WARNING: it
 * is committed there, but lost if that server is. The warning is translated, so the place in the source identifies it.
 */
export function watchReplication(client: ClientBase): void {
  client.on("notice", ({ routine, message = "" }) => {
    if (routine === "SyncRepWaitForLSN" || /wait for synchronous replication/.test(message)) {
      unreplicated.add(client);
    }
  });
}

/** Throws when a commit on this connection may be lost; the caller then repeats it, with its idempotency key. */
export function requireReplicated(client: ClientBase): void {
  if (!unreplicated.has(client)) return;
  throw Object.assign(new Error("A commit did not wait for the synchronous standby."), {
    code: TRANSACTION_RESOLUTION_UNKNOWN,
  });
}

/** SQLSTATE 08007. */
const TRANSACTION_RESOLUTION_UNKNOWN = "08007";
