import { type DatabaseSettings, migrateDatabase, withDirectClient } from "@trovella/db";
import { inspectPostgres } from "@trovella/db/embedded";
import { listMigrations, planMigrations } from "@trovella/db/maintenance";
import { defineCommand } from "../command.ts";
import { DATABASE_VARIABLES } from "../config.ts";
import { databaseSettings } from "../database.ts";
import { flag, JSON_FLAG } from "../options.ts";
import { print } from "../print.ts";

export const migrateCommand = defineCommand({
  name: "migrate",
  description:
    "Apply pending database migrations, also while servers of the last release run; serve does the same when it starts",
  options: {
    plan: flag("Only list pending migrations"),
    json: JSON_FLAG,
  },
  variables: DATABASE_VARIABLES,

  async run({ plan, json }) {
    const settings = databaseSettings();
    const result = plan ? await readPlan(settings) : { done: await migrateDatabase(settings) };
    print(json ? JSON.stringify(result) : describe(result));
  },
});

type Result = { done: string[] } | { applied: readonly string[]; pending: readonly string[] };

/** Does not create a database that does not exist yet. */
async function readPlan(settings: DatabaseSettings) {
  if (!settings.databaseUrl && !(await inspectPostgres(settings)).isInitialized) {
    return { applied: [], pending: listMigrations().map(({ id }) => id) };
  }
  const { applied, pending } = await withDirectClient(settings, planMigrations);
  return { applied, pending: pending.map(({ id }) => id) };
}

function describe(result: Result): string {
  if ("done" in result) {
    return result.done.length === 0
      ? "The database was already up to date."
      : `Migrated the database: ${result.done.join(", ")}.`;
  }
  if (result.pending.length === 0) return "The database is up to date; nothing to do.";
  return ["Pending, in this order:", ...result.pending.map((id) => `  ${id}`)].join("\n");
}
