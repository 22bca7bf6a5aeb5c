import { createInterface } from "node:readline/promises";
import { type Database, openDatabase } from "@trovella/db";
import { eachOrganization, findOrganizationId, runWithOrigin } from "@trovella/db/identity";
import type { DeletedCounts } from "@trovella/db/maintenance";
import { AppError } from "@trovella/foundation";
import { loadConfig } from "../../config.ts";
import { databaseSettings, requireDatabase } from "../../database.ts";
import { CommandFailure, EXIT } from "../../exit.ts";
import { formatCount } from "../../format-count.ts";
import { flag, JSON_FLAG, option } from "../../options.ts";
import { operatorName } from "../with-team-database.ts";

export const DELETE_OPTIONS = {
  "dry-run": flag("Only say what would go"),
  yes: flag("Do not ask for confirmation"),
  json: JSON_FLAG,
};
export const ORGANIZATION_OPTION = option(
  "id",
  "The organization, if several have one with this handle",
);

/** Runs `work` on the database; the security log shows who ran the command. */
export async function withOperator<T>(work: (database: Database) => Promise<T>): Promise<T> {
  const settings = databaseSettings(loadConfig(process.env));
  await requireDatabase(settings);
  const database = await openDatabase(settings);
  try {
    const credential = { kind: "cli", id: null, name: operatorName() } as const;
    return await runWithOrigin({ credential }, () => work(database));
  } finally {
    await database.close();
  }
}

/** What `find` returns in the one organization that has it. */
export async function findInOrganizations<T>(
  database: Database,
  given: string | undefined,
  find: (organizationId: string) => Promise<T>,
): Promise<{ readonly organizationId: string; readonly found: T }> {
  const named = given === undefined ? null : await findOrganizationId(database, given);
  const candidates = given === undefined ? eachOrganization(database) : [named ?? given];
  const results: { organizationId: string; found: T }[] = [];
  let refusal: unknown = new CommandFailure("There is no organization yet.");
  for await (const organizationId of candidates) {
    try {
      results.push({ organizationId, found: await find(organizationId) });
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== "NOT_FOUND") throw error;
      refusal = error;
    }
  }
  const [first] = results;
  if (!first) throw refusal;
  if (results.length === 1) return first;
  const ids = results.map(({ organizationId }) => organizationId);
  throw new CommandFailure(
    `Several organizations have it: name one of ${ids.join(", ")} with --organization.`,
    EXIT.usage,
  );
}

/** What the person types; `name` itself with --yes. */
export async function askForConfirmation(name: string, isSure: boolean): Promise<string> {
  if (isSure) return name;
  if (!process.stdin.isTTY) {
    throw new CommandFailure(
      "Nothing was deleted: this needs a confirmation. Add --yes to go on without one, or --dry-run to see what would go.",
      EXIT.usage,
    );
  }
  const prompt = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await prompt.question(`This cannot be undone. Type ${name} to go on: `);
  } finally {
    prompt.close();
  }
}

const WORDS = {
  plans: "plan",
  steps: "step",
  events: "event",
  reviews: "review",
  artifacts: "artifact",
  sources: "source",
  captures: "captured page",
  claims: "claim",
  reports: "report",
  extractions: "extraction",
  feedback: "feedback note",
  runs: "run",
  calls: "tool call",
  notifications: "notification",
} as const;

/** "1 plan, 12 steps, 48 events" */
export function describeCounts(counts: DeletedCounts): string {
  const parts = Object.entries(WORDS).flatMap(([kind, word]) => {
    const count = counts[kind as keyof DeletedCounts];
    return count ? [formatCount(count, word)] : [];
  });
  return parts.join(", ") || "nothing";
}
