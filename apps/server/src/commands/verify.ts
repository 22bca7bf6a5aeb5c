import { openDatabase } from "@trovella/db";
import { type Verification, verifyDatabase } from "@trovella/db/maintenance";
import { defineCommand } from "../command.ts";
import { DATABASE_VARIABLES } from "../config.ts";
import { databaseSettings, requireDatabase } from "../database.ts";
import { CommandFailure } from "../exit.ts";
import { formatCount } from "../format-count.ts";
import { JSON_FLAG, optionalArgument } from "../options.ts";
import { print } from "../print.ts";

export const verifyCommand = defineCommand({
  name: "verify",
  description: "Replay the audit log of every plan and compare it with the stored data",
  options: {
    planId: optionalArgument("Only this plan"),
    json: JSON_FLAG,
  },
  variables: DATABASE_VARIABLES,

  async run({ planId, json }) {
    const settings = databaseSettings();
    await requireDatabase(settings);
    const database = await openDatabase(settings);
    try {
      const found = await verifyDatabase(database, { planId });
      print(json ? JSON.stringify(found) : describe(found));
      if (found.differenceCount > 0) {
        throw new CommandFailure(
          "The stored data differs from the audit log: rows were lost or changed by another program.",
        );
      }
    } finally {
      await database.close();
    }
  },
});

function describe({ plans, events, differenceCount, differences }: Verification): string {
  const lines = differences.map(
    ({ planId, where, expected, found }) =>
      `${planId}: ${where}\n  the log says  ${expected}\n  stored is     ${found}`,
  );
  if (differences.length < differenceCount) {
    lines.push(`… and ${formatCount(differenceCount - differences.length, "more difference")}.`);
  }
  return [
    ...lines,
    `Replayed ${formatCount(events, "event")} of ${formatCount(plans, "plan")}: ${formatCount(differenceCount, "difference")}.`,
  ].join("\n");
}
