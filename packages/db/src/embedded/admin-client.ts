import type { Socket } from "node:net";
import pg from "pg";
import type { ClusterPaths } from "./cluster-paths.ts";
import { errorCode } from "./error-code.ts";
import { embeddedConnection, OwnedSocket } from "./owned-socket.ts";

export const BOOTSTRAP_USER = "trovella";

const CONNECT_TIMEOUT_MS = 5_000;

const ABSENT = ["ENOENT", "ECONNREFUSED", "ENOTDIR"];

const BUSY = [
  "57P01", // terminated by the administrator: it is shutting down
  "57P02", // a backend crashed: it is recovering
  "57P03", // starting up, recovering or shutting down
  "53300", // all connections are in use at the moment
  "ECONNRESET",
  "EPIPE",
  "EAGAIN", // the listen backlog is full
];

/** pg reports a broken connection by the message alone. */
const BUSY_TEXT = /Connection terminated|timeout expired|is not queryable/;

/**
 * A connection of the bootstrap user to the database postgres. Its socket is always closed at the end: an open one would
 * keep this process alive and PostgreSQL from becoming idle.
 */
export async function withAdminClient<T>(
  paths: ClusterPaths,
  work: (client: pg.Client, socket: Socket) => Promise<T>,
): Promise<T> {
  const socket = new OwnedSocket(paths);
  const client = adminClient(paths, socket);
  try {
    await client.connect();
    return await work(client, socket);
  } finally {
    socket.destroy();
  }
}

function adminClient(paths: ClusterPaths, socket: Socket): pg.Client {
  const client = new pg.Client({
    ...embeddedConnection({ ...paths, user: BOOTSTRAP_USER, database: "postgres" }),
    application_name: "trovella",
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    stream: () => socket,
  });
  // A broken connection fails its query, where the error is handled.
  client.on("error", () => undefined);
  return client;
}

/** Whether the server asked for another password than the one in the file. */
export function isPasswordRefused(error: unknown): boolean {
  return errorCode(error) === "28P01" || (error instanceof Error && /^SASL: /.test(error.message));
}

/** Whether the server refused the connection because it recovers from a crash. */
export function isRecovering(error: unknown): boolean {
  return error instanceof Error && error.message === "the database system is in recovery mode";
}

/** The state of the server that a failed connection reveals: absent, starting or stopping; undefined for a real fault. */
export function serverStateAfter(error: unknown): "absent" | "busy" | undefined {
  const code = errorCode(error) ?? "";
  if (ABSENT.includes(code)) return "absent";
  if (BUSY.includes(code)) return "busy";
  return error instanceof Error && BUSY_TEXT.test(error.message) ? "busy" : undefined;
}
