import path from "node:path";
import {
  type Database,
  type DatabaseSettings,
  openDatabase,
  preparedStatements,
} from "@trovella/db";
import { defaultDataDirectory, inspectPostgres } from "@trovella/db/embedded";
import { backupKey } from "@trovella/db/maintenance";
import { AppError } from "@trovella/foundation";
import { type Config, loadConfig } from "./config.ts";
import { CommandFailure, EXIT } from "./exit.ts";

export function databaseSettings(config: Config = loadConfig(process.env)): DatabaseSettings {
  preparedStatements.areNamed = config.TROVELLA_PREPARED === "on";
  const { DATABASE_URL, DATABASE_DIRECT_URL, TROVELLA_DATA_DIR, TROVELLA_SECRET: secret } = config;
  return {
    databaseUrl: DATABASE_URL,
    directUrl: DATABASE_DIRECT_URL,
    dataDirectory: TROVELLA_DATA_DIR
      ? path.resolve(TROVELLA_DATA_DIR)
      : defaultDataDirectory(process.env),
    onProgress: showProgress,
    backupKey: secret ? backupKey(secret) : null,
  };
}

/** Opens a server's database. In team mode a database without tenant isolation counts as not configured. */
export async function openServerDatabase(config: Config): Promise<Database> {
  try {
    return await openDatabase(databaseSettings(config));
  } catch (error) {
    const isUnsafe = error instanceof AppError && error.details.isUnsafe === true;
    if (!isUnsafe || config.TROVELLA_MODE !== "team") throw error;
    throw new CommandFailure(error.message, EXIT.notConfigured);
  }
}

/** For commands that only read: they must not create an empty database. */
export async function requireDatabase({
  databaseUrl,
  dataDirectory,
}: DatabaseSettings): Promise<void> {
  if (databaseUrl || (await inspectPostgres({ dataDirectory })).isInitialized) return;
  throw new CommandFailure(
    `There is no database in ${dataDirectory} yet. Start Trovella once with \`trovella serve\`, or set TROVELLA_DATA_DIR to its directory.`,
  );
}

/** Shows slow operations such as creating the first database; an ordinary start is too short to mention. */
function showProgress(line: string): void {
  if (!line.startsWith("Starting ")) process.stderr.write(`${line}\n`);
}
