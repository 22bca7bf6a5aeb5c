import { Socket } from "node:net";
import pg from "pg";
import type { ClusterPaths } from "./cluster-paths.ts";
import { errorCode } from "./error-code.ts";
import { PORT } from "./socket-directory.ts";

export const BOOTSTRAP_USER = "trovella";

const CONNECT_TIMEOUT_MS = 5_000;

const ABSENT = ["ENOENT", "ECONNREFUSED", "ENOTDIR"];

const BUSY = [
  "57P01", // ended by its administrator: it is being stopped
  "57P02", // another of its processes crashed: it recovers
  "57P03", // starting up, recovering or shutting down
  "53300", // every connection is taken for the moment
  "ECONNRESET",
  "EPIPE",
  "EAGAIN", // more knock at once than wait in line
];

/** pg tells of a connection that broke, or broke before the next query, by the text alone. */
const BUSY_TEXT = /Connection terminated|timeout expired|is not queryable/;

/**
 * Lends a connection of the user that made the cluster, to the database every cluster has. Its socket is
 * closed at the end whatever happened: one left open keeps this process alive, and PostgreSQL from idling.
 */
export async function withAdminClient<T>(
  paths: ClusterPaths,
  work: (client: pg.Client, socket: Socket) => Promise<T>,
): Promise<T> {
  const socket = new Socket();
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
    host: paths.socketDirectory,
    port: PORT,
    user: BOOTSTRAP_USER,
    database: "postgres",
    ssl: false,
    application_name: "trovella",
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    stream: () => socket,
  });
  // A broken connection also fails the query that waits for it; that is where it is handled.
  client.on("error", () => undefined);
  return client;
}

/** What a failed connection says about PostgreSQL: gone, going or coming; nothing if it is a real fault. */
export function serverStateAfter(error: unknown): "absent" | "busy" | undefined {
  const code = errorCode(error) ?? "";
  if (ABSENT.includes(code)) return "absent";
  if (BUSY.includes(code)) return "busy";
  return error instanceof Error && BUSY_TEXT.test(error.message) ? "busy" : undefined;
}
