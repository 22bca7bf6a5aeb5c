import pg, { type Client, type ClientBase } from "pg";
import {
  type EmbeddedPostgres,
  ensurePostgres,
  readPassword,
  SERVER_ROLE,
} from "../embedded/index.ts";
import { snapshotBeforeMigration } from "../maintenance/backup/snapshot-before-migration.ts";
import { type MigrateOptions, migrate } from "../maintenance/migrate.ts";
import {
  type ConnectionSettings,
  connectDatabase,
  connectionConfig,
  type Database,
} from "./database.ts";
import { watchReplication } from "./replication.ts";
import { checkServerVersion } from "./server-version.ts";
import { SILENCE_MS, watchSilence } from "./silence.ts";
import { refuseStandby } from "./standby.ts";
import { checkTenantSafety, TENANT_ROLE } from "./tenant-role.ts";

export interface DatabaseSettings {
  /** Without it, the embedded PostgreSQL is used. */
  readonly databaseUrl?: string | undefined;
  /** Bypasses a pooler, for work that needs a session, such as migrations. */
  readonly directUrl?: string | undefined;
  readonly dataDirectory: string;
  readonly idleStopMs?: number;
  readonly onProgress?: (line: string) => void;
  /** Signs the backups that are made before a migration. */
  readonly backupKey?: Buffer | null;
}

const DATABASE_NAME = "trovella";

/** The connection target; starts the embedded PostgreSQL if that is the one. */
export async function locateDatabase(
  settings: DatabaseSettings,
): Promise<ConnectionSettings["target"]> {
  if (settings.databaseUrl) return settings.databaseUrl;
  const cluster = await ensurePostgres(settings);
  await prepareCluster(cluster, DATABASE_NAME);
  return embeddedTarget(cluster, DATABASE_NAME);
}

/** Migrates and opens the database; refuses it when tenants would not be isolated. */
export async function openDatabase(
  settings: DatabaseSettings,
  options: MigrateOptions = {},
): Promise<Database> {
  const target = await locateDatabase(settings);
  await withClient(settings.directUrl ?? target, (client) => prepare(client, settings, options));
  const revive = settings.databaseUrl
    ? undefined
    : async () => void (await ensurePostgres(settings));
  return connectDatabase({ target }, revive);
}

/** Runs the pending migrations and returns them; a database in use is backed up first. */
export function migrateDatabase(settings: DatabaseSettings): Promise<string[]> {
  return withDirectClient(settings, (client) => prepare(client, settings, {}));
}

async function prepare(
  client: ClientBase,
  { dataDirectory, onProgress, backupKey: key = null }: DatabaseSettings,
  options: MigrateOptions,
): Promise<string[]> {
  await checkServerVersion(client);
  await refuseStandby(client);
  const done = await migrate(client, {
    beforeFirst: async (plan) => {
      const file = await snapshotBeforeMigration(client, plan, { dataDirectory, key });
      if (file) onProgress?.(`Saved the database to ${file} before changing it.`);
    },
    onNewer: (ids) =>
      onProgress?.(
        `A newer version of Trovella has migrated the database (${ids.join(", ")}). This one serves on; upgrade it soon.`,
      ),
    ...options,
  });
  await checkTenantSafety(client);
  return done;
}

export interface ClientOptions {
  /** Whether a server that does not answer for long is given up. Migrations, backups and checks may take their time. */
  readonly isSilenceLimited?: boolean;
}

/** One connection that bypasses any pooler. */
export async function withDirectClient<T>(
  settings: DatabaseSettings,
  work: (client: Client) => Promise<T>,
  options?: ClientOptions,
): Promise<T> {
  return withClient(settings.directUrl ?? (await locateDatabase(settings)), work, options);
}

/** One connection outside the pool, for work outside any tenant: migrations, backups, checks. */
export async function withClient<T>(
  target: ConnectionSettings["target"],
  work: (client: Client) => Promise<T>,
  { isSilenceLimited = false }: ClientOptions = {},
): Promise<T> {
  const client = new pg.Client(connectionConfig(target));
  // A connection that breaks fails its query, where the error is handled.
  client.on("error", () => undefined);
  watchReplication(client);
  await client.connect();
  if (isSilenceLimited) watchSilence(client, { limitMs: SILENCE_MS, onSilent: () => undefined });
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

export function embeddedTarget(cluster: EmbeddedPostgres, database: string) {
  const { socketDirectory, dataDirectory } = cluster;
  return { socketDirectory, dataDirectory, user: SERVER_ROLE, database };
}

/** The bootstrap user is a superuser; the program logs in as another, which owns its database. */
export async function prepareCluster(cluster: EmbeddedPostgres, database: string): Promise<void> {
  const { bootstrapUser, dataDirectory } = cluster;
  await withClient(
    { ...embeddedTarget(cluster, "postgres"), user: bootstrapUser },
    async (client) => {
      const password = client.escapeLiteral(readPassword(dataDirectory) ?? "");
      await createRole(client, SERVER_ROLE, `LOGIN PASSWORD ${password}`);
      await createRole(client, TENANT_ROLE, "NOLOGIN");
      await client.query(`GRANT ${TENANT_ROLE} TO ${SERVER_ROLE}`);
      const { rowCount } = await client.query("SELECT FROM pg_database WHERE datname = $1", [
        database,
      ]);
      if (rowCount === 0)
        await ignoring(["42P04", "23505"], () =>
          client.query(`CREATE DATABASE "${database}" OWNER ${SERVER_ROLE}`),
        );
    },
  );
}

async function createRole(client: ClientBase, name: string, options: string): Promise<void> {
  const { rowCount } = await client.query("SELECT FROM pg_roles WHERE rolname = $1", [name]);
  if (rowCount === 0)
    await ignoring(["42710", "23505"], () => client.query(`CREATE ROLE ${name} ${options}`));
}

/** Several processes may prepare a new cluster at once: the object may exist by now. */
async function ignoring(codes: readonly string[], work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!codes.includes(String((error as { code?: unknown }).code))) throw error;
  }
}
