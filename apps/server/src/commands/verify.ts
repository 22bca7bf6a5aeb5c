import { openDatabase } from "@trovella/db";
import { type Verification, verifyDatabase } from "@trovella/db/maintenance";
import { defineCommand } from "../command.ts";
import { AUDIT_VARIABLES, loadConfig } from "../config.ts";
import { databaseSettings, requireDatabase } from "../database.ts";
import { CommandFailure } from "../exit.ts";
import { formatCount } from "../format-count.ts";
import { JSON_FLAG, optionalArgument } from "../options.ts";
import { print } from "../print.ts";
import { auditPublicKeys, auditSealing } from "../services/audit-sealing.ts";

export const verifyCommand = defineCommand({
  name: "verify",
  description:
    "Replay the audit log of every plan and compare it with the stored data and its seals",
  options: {
    planId: optionalArgument("Only this plan, by its handle or id"),
    json: JSON_FLAG,
  },
  variables: AUDIT_VARIABLES,

  async run({ planId, json }) {
    const config = loadConfig(process.env);
    const settings = databaseSettings(config);
    await requireDatabase(settings);
    const sealing = await auditSealing(config);
    const database = await openDatabase(settings);
    try {
      const auditKeys = sealing ? { auditKeys: auditPublicKeys(config, sealing) } : {};
      const found = await verifyDatabase(database, { planId, ...auditKeys });
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

function describe({
  plans,
  events,
  checkpoints,
  removedTexts,
  differenceCount,
  differences,
}: Verification): string {
  const lines = differences.map(
    ({ planId, where, expected, found }) =>
      `${planId}: ${where}\n  the log says  ${expected}\n  stored is     ${found}`,
  );
  if (differences.length < differenceCount) {
    lines.push(`… and ${formatCount(differenceCount - differences.length, "more difference")}.`);
  }
  const sealed = checkpoints > 0 ? ` and verified ${formatCount(checkpoints, "checkpoint")}` : "";
  if (removedTexts > 0) {
    lines.push(`${formatCount(removedTexts, "payload")} pruned, digests intact.`);
  }
  return [
    ...lines,
    `Replayed ${formatCount(events, "event")} of ${formatCount(plans, "plan")}${sealed}: ${formatCount(differenceCount, "difference")}.`,
  ].join("\n");
}
