import { AppError } from "@trovella/foundation";
import type { ClientBase } from "pg";

const MIN_MAJOR = 15;

export interface ServerVersion {
  readonly text: string;
  readonly isSupported: boolean;
}

async function readServerVersion(client: ClientBase): Promise<ServerVersion> {
  const {
    rows: [version],
  } = await client.query(
    "SELECT current_setting('server_version') AS text, current_setting('server_version_num')::integer AS number",
  );
  return { text: version.text, isSupported: version.number >= MIN_MAJOR * 10_000 };
}

/** Called before the first migration, which an older server would reject with an obscure syntax error. */
export async function checkServerVersion(client: ClientBase): Promise<ServerVersion> {
  const version = await readServerVersion(client);
  if (version.isSupported) return version;
  throw new AppError(
    "UNAVAILABLE",
    `The database runs PostgreSQL ${version.text}, but Trovella needs ${MIN_MAJOR} or newer. Next: upgrade it, or let DATABASE_URL name a newer one.`,
    { version: version.text },
  );
}
