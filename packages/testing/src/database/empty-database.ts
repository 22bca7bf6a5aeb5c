import { randomBytes } from "node:crypto";
import path from "node:path";
import { type ConnectionSettings, withClient } from "@trovella/db";
import { readPassword } from "@trovella/db/embedded";

export interface EmptyDatabase {
  readonly target: ConnectionSettings["target"];
  readonly asSuperuser: ConnectionSettings["target"];
  /** In the form of DATABASE_URL. */
  readonly url: string;
  drop(): Promise<void>;
}

/** A database without tables, as in a new installation. */
export async function createEmptyDatabase(socketDirectory: string): Promise<EmptyDatabase> {
  const database = `empty_${randomBytes(6).toString("hex")}`;
  const superuser = { socketDirectory, user: "trovella", database: "postgres" };
  await withClient(superuser, (client) =>
    client.query(`CREATE DATABASE ${database} OWNER trovella_server`),
  );
  return {
    target: { socketDirectory, user: "trovella_server", database },
    asSuperuser: { ...superuser, database },
    url: databaseUrl(socketDirectory, database),
    async drop() {
      await withClient(superuser, (client) =>
        client.query(`DROP DATABASE ${database} WITH (FORCE)`),
      );
    },
  };
}

export function databaseUrl(socketDirectory: string, database: string, user = "trovella_server") {
  const password = readPassword(path.dirname(socketDirectory));
  return `postgresql://${user}:${password}@/${database}?host=${encodeURIComponent(socketDirectory)}`;
}
