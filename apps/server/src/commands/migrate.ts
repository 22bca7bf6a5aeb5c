import { type DatabaseSettings, migrateDatabase, withDirectClient } from "@trovella/db";
import { inspectPostgres } from "@trovella/db/embedded";
import { listMigrations, planMigrations } from "@trovella/db/maintenance";
import { defineCommand } from "../command.ts";
import { DATABASE_VARIABLES } from "../config.ts";
import { databaseSettings } from "../database.ts";

export const migrateCommand = defineCommand({
  name: "migrate",
  description: "Bring the database up to date; serve does the same when it starts",
  options: {
    plan: { type: "boolean", description: "Only list what would be done" },
    json: { type: "boolean", description: "Print the result as JSON" },
  },
  variables: DATABASE_VARIABLES,

  async run({ plan, json }) {
    const settings = databaseSettings();
    const result = plan ? await readPlan(settings) : { done: await migrateDatabase(settings) };
    const text = json ? JSON.stringify(result) : describe(result);
    process.stdout.write(`${text}\n`);
  },
});

type Result = { done: string[] } | { applied: readonly string[]; pending: readonly string[] };

/** A database that does not exist yet is not made only to be looked at. */
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
      ? "The database was up to date already."
      : `Migrated the database: ${result.done.join(", ")}.`;
  }
  if (result.pending.length === 0) return "The database is up to date; nothing to do.";
  return ["Still to come, in this order:", ...result.pending.map((id) => `  ${id}`)].join("\n");
}
