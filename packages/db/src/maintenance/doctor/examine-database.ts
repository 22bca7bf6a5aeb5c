import { AppError } from "@trovella/foundation";
import type { ClientBase } from "pg";
import { databaseFailure } from "../../connection/database-failure.ts";
import {
  type DatabaseSettings,
  locateDatabase,
  withClient,
} from "../../connection/open-database.ts";
import { checkServerVersion } from "../../connection/server-version.ts";
import { refuseStandby } from "../../connection/standby.ts";
import { inspectPostgres } from "../../embedded/index.ts";
import { planMigrations } from "../plan-migrations.ts";
import { attempt, type Check, failed, ok, warn } from "./check.ts";
import { checkDirectory, checkDisk } from "./check-directory.ts";
import { checkRole, checkTables, probeTenancy } from "./probe-tenancy.ts";

export { CHECK_TITLES, type Check } from "./check.ts";

/** Checks everything the database needs. Read-only; starts PostgreSQL only on request. */
export async function examineDatabase(
  settings: DatabaseSettings,
  { start }: { readonly start: boolean },
): Promise<Check[]> {
  const { dataDirectory, databaseUrl } = settings;
  const places = [checkDirectory(dataDirectory), checkDisk(dataDirectory)];
  if (databaseUrl) return [...places, ...(await examineServer(settings))];

  const embedded = await examineEmbedded(dataDirectory, places);
  const checks = [...places, ...embedded.checks];
  if (embedded.checks.some(({ status }) => status === "fail")) return checks;
  if (!embedded.isRunning && !start) {
    const note =
      'not looked into, because PostgreSQL is not running ("trovella doctor --start" starts it)';
    return [...checks, ok("database", note)];
  }
  return [...checks, ...(await examineServer(settings))];
}

async function examineEmbedded(
  dataDirectory: string,
  places: readonly Check[],
): Promise<{ checks: Check[]; isRunning: boolean }> {
  const found = await inspectPostgres({ dataDirectory });
  const problems = found.problems
    .map(
      ({ what, fix }): Check => ({
        name: "embedded_postgresql",
        status: "fail",
        message: what,
        fix,
      }),
    )
    // A full disk is reported already.
    .filter(({ message }) => !places.some((place) => place.message === message));
  if (problems.length > 0) return { checks: problems, isRunning: found.isRunning };

  const state = found.isRunning
    ? `running, socket in ${found.socketDirectory}`
    : "not running (it starts when it is needed)";
  const message = found.isInitialized
    ? `version ${found.version}, ${state}, as the user ${found.user}`
    : "no database yet; it is made at the first start";
  return { checks: [ok("embedded_postgresql", message)], isRunning: found.isRunning };
}

/** The server itself; without a connection there is nothing more to see. */
async function examineServer(settings: DatabaseSettings): Promise<Check[]> {
  try {
    const target = await locateDatabase(settings);
    return await withClient(target, async (client) => [
      await describeDatabase(client),
      await checkPrimary(client),
      ...(await examineContents(client)),
    ]);
  } catch (error) {
    const failure = error instanceof AppError ? error : databaseFailure(error);
    if (!failure) throw error;
    return [failed("database", failure)];
  }
}

async function describeDatabase(client: ClientBase): Promise<Check> {
  const { rows } = await client.query(
    "SELECT current_database() AS name, pg_size_pretty(pg_database_size(current_database())) AS size",
  );
  return ok("database", `answers; ${rows[0].name}, ${rows[0].size}`);
}

async function checkPrimary(client: ClientBase): Promise<Check> {
  return attempt("primary", async () => {
    await refuseStandby(client);
    const { rows } = await client.query("SHOW synchronous_standby_names");
    const names = rows[0].synchronous_standby_names;
    return ok(
      "primary",
      names === "" ? "no synchronous standby" : `commits wait for a standby: ${names}`,
    );
  });
}

async function examineContents(client: ClientBase): Promise<Check[]> {
  const version = await attempt("postgresql_version", async () => {
    const { text } = await checkServerVersion(client);
    return ok("postgresql_version", `${text} (15 or newer is needed)`);
  });
  const migrations = await attempt("migrations", () => checkMigrations(client));
  // Tables that are not there yet, or not as this program knows them, cannot be judged.
  if (migrations.status !== "ok") return [version, migrations];
  return [
    version,
    migrations,
    await checkRole(client),
    await checkTables(client),
    await attempt("tenant_probe", () => probeTenancy(client)),
  ];
}

async function checkMigrations(client: ClientBase): Promise<Check> {
  const { applied, pending, newer } = await planMigrations(client);
  if (newer.length > 0) {
    return warn(
      "migrations",
      `a newer version has added ${newer.join(", ")}; this one serves on`,
      "Upgrade this program too; backups need the newer one.",
    );
  }
  if (pending.length === 0) return ok("migrations", `up to date (${applied.at(-1)})`);
  const names = pending.map(({ id }) => id).join(", ");
  return warn(
    "migrations",
    `still to come: ${names}`,
    'They run at the next start of the server, or now with "trovella migrate".',
  );
}
