import { readFile } from "node:fs/promises";
import { type Database, withTenantContext } from "@trovella/db";
import { findRecordedPlan } from "@trovella/db/audit";
import { eachOrganization, findOrganizationId } from "@trovella/db/identity";
import { exportAudit } from "@trovella/research";
import { defineCommand } from "../../command.ts";
import { AUDIT_VARIABLES } from "../../config.ts";
import { CommandFailure, EXIT } from "../../exit.ts";
import { formatCount, formatFileSize } from "../../format-count.ts";
import { argument, flag, JSON_FLAG, option } from "../../options.ts";
import { print } from "../../print.ts";
import { auditPublicKeys } from "../../services/audit-sealing.ts";
import { resolveTarget, writeFileAtomically } from "../../write-file-atomically.ts";
import { withRecord } from "./with-record.ts";

export const auditExportCommand = defineCommand({
  name: "audit export",
  description: "Write the record of a plan as a zip file that anybody can verify without Trovella",
  options: {
    plan: argument("The plan, by its handle or id", "the handle or id of a plan"),
    organization: option("id", "The organization, if several have a plan with this handle"),
    since: option("file", "Prove too that the checkpoint in this file is continued"),
    out: option("path", "File or folder to write to; by default this folder", "o"),
    force: flag("Replace the file if it exists"),
    json: JSON_FLAG,
  },
  variables: AUDIT_VARIABLES,

  run: ({ plan: given, organization, since, out, force, json }) =>
    withRecord(async ({ config, database, sealing }) => {
      const older = since === undefined ? null : await readNote(since);
      const tenant = { organizationId: await findOrganization(database, given, organization) };
      const { plan, bytes, ...counts } = await exportAudit(database, tenant, {
        plan: given,
        sealing,
        publicKeys: auditPublicKeys(config, sealing),
        since: older,
      });
      const file = await resolveTarget(out, `${plan.handle}-record.zip`);
      await writeFileAtomically(file, bytes, { isReplacing: force });
      const result = { planId: plan.handle, file, bytes: bytes.length, ...counts };
      print(
        json
          ? JSON.stringify(result)
          : `Wrote ${formatCount(counts.events, "event")} and ${formatCount(counts.texts, "text")} to ${file} (${formatFileSize(bytes.length)}). To verify them: unpack it and run \`node verify.mjs\`.`,
      );
    }),
});

async function readNote(file: string): Promise<string> {
  return readFile(file, "utf8").catch(() => {
    throw new CommandFailure(`${file} cannot be read. Name a file with a note after --since.`);
  });
}

/** The one organization that has the plan. */
async function findOrganization(
  database: Database,
  plan: string,
  given: string | undefined,
): Promise<string> {
  const named = given === undefined ? null : await findOrganizationId(database, given);
  const candidates = given === undefined ? eachOrganization(database) : [named ?? given];
  const found: string[] = [];
  for await (const organizationId of candidates) {
    const isThere = await withTenantContext(database, { organizationId }, (context) =>
      findRecordedPlan(context, plan),
    );
    if (isThere) found.push(organizationId);
  }
  const [first] = found;
  if (first && found.length === 1) return first;
  throw first
    ? new CommandFailure(
        `Several organizations have a plan ${plan}: name one of ${found.join(", ")} with --organization.`,
        EXIT.usage,
      )
    : new CommandFailure(`There is no plan ${plan.slice(0, 200)}. Check its handle or id.`);
}
