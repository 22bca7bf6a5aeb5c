import type { Socket } from "node:net";
import type { ClientBase } from "pg";

/**
 * Longer than a statement of a call may take (statement_timeout 10 s, lock_timeout 8 s): a server that says nothing for so
 * long is gone, frozen, or waits for a synchronous standby.
 */
export const SILENCE_MS = 12_000;

/** For reads of everything, such as exports and `trovella verify`, which have no statement_timeout. */
export const LONG_SILENCE_MS = 120_000;

/** For deletions of large plans and of people, whose statements may take ten minutes. */
export const DELETION_SILENCE_MS = 620_000;

/** A process that stood still finds the reply in its socket, and reads it within this time. */
const CATCH_UP_MS = 250;

/** The internal API of node-postgres that is used here; the version is pinned. */
interface Internals {
  readonly connection: { readonly stream: Socket };
  /** False while a query waits for its result. */
  readonly readyForQuery: boolean;
}

function internalsOf(client: ClientBase): Internals {
  return client as unknown as Internals;
}

const watched = new WeakSet<ClientBase>();

/**
 * Destroys the connection when its server sends nothing for too long while a query waits. Never cancels: PostgreSQL
 * acknowledges a COMMIT whose wait for a synchronous standby is cancelled, although it may be lost with the primary.
 */
export function watchSilence(
  client: ClientBase,
  { limitMs, onSilent }: { readonly limitMs: number; readonly onSilent: () => void },
): void {
  const internals = internalsOf(client);
  const { stream } = internals.connection;
  const isWaiting = () => !internals.readyForQuery && !stream.destroyed;
  watched.add(client);
  stream.setTimeout(limitMs);
  stream.on("timeout", () => {
    const { bytesRead } = stream;
    if (!isWaiting()) return;
    setTimeout(() => {
      if (!isWaiting() || stream.bytesRead !== bytesRead) return;
      onSilent();
      stream.destroy();
    }, CATCH_UP_MS).unref();
  });
}

/** Changes how long the server may be silent on a watched connection, until it is released. */
export function limitSilence(client: ClientBase, limitMs: number): void {
  if (!watched.has(client)) return;
  internalsOf(client).connection.stream.setTimeout(limitMs);
}

/** Ends a connection without a word, which nobody may be there to hear. */
export function destroyConnection(client: ClientBase): void {
  internalsOf(client).connection.stream.destroy();
}
