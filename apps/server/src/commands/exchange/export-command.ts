import { withTenantContext } from "@trovella/db";
import { findRecordedPlan } from "@trovella/db/audit";
import { eachOrganization, findOrganizationId, runWithOrigin } from "@trovella/db/identity";
import { AppError } from "@trovella/foundation";
import { exportArchive } from "@trovella/research";
import { defineCommand, defineCommandGroup } from "../../command.ts";
import { AUDIT_VARIABLES } from "../../config.ts";
import { CommandFailure, EXIT } from "../../exit.ts";
import { formatCount, formatFileSize } from "../../format-count.ts";
import { argument, flag, JSON_FLAG, option } from "../../options.ts";
import { print } from "../../print.ts";
import { auditPublicKeys, serverName } from "../../services/audit-sealing.ts";
import { resolveTarget, writeFileAtomically } from "../../write-file-atomically.ts";
import { type RecordParts, withRecord } from "../audit/with-record.ts";
import { findInOrganizations } from "../delete/with-deleting.ts";
import { operatorName } from "../with-team-database.ts";

const FILE_OPTIONS = {
  out: option("path", "File or folder to write to; by default this folder", "o"),
  force: flag("Replace the file if it exists"),
  json: JSON_FLAG,
};

const exportPlanCommand = defineCommand({
  name: "export plan",
  description: "Write a plan as a zip file: documents, evidence, audit record and data",
  options: {
    plan: argument("The plan, by its handle or id", "the handle or id of a plan"),
    organization: option("id", "The organization, if several have a plan with this handle"),
    ...FILE_OPTIONS,
  },
  variables: AUDIT_VARIABLES,

  run: ({ plan, organization, ...file }) =>
    withRecord(async (parts) => {
      const { database } = parts;
      const { organizationId, found } = await findInOrganizations(
        database,
        organization,
        async (one) => {
          const known = await withTenantContext(database, { organizationId: one }, (context) =>
            findRecordedPlan(context, plan),
          );
          if (known) return known;
          throw new AppError("NOT_FOUND", "There is no such plan. Next: check its handle or id.");
        },
      );
      await writeArchive(parts, { organizationId, plan: found.handle, ...file });
    }),
});

const exportOrganizationCommand = defineCommand({
  name: "export organization",
  description: "Write all plans of an organization as one zip file",
  options: {
    organization: option("id", "The organization, by its id or slug, if there are several"),
    ...FILE_OPTIONS,
  },
  variables: AUDIT_VARIABLES,

  run: ({ organization, ...file }) =>
    withRecord(async (parts) => {
      const organizationId = await requireOrganization(parts, organization);
      await writeArchive(parts, { organizationId, plan: null, ...file });
    }),
});

export const exportCommand = defineCommandGroup({
  name: "export",
  description:
    "Write a plan, or everything of an organization, as a zip file for people and other servers",
  subcommands: [exportPlanCommand, exportOrganizationCommand],
});

/** The named organization, or the only one there is. */
export async function requireOrganization(
  { database }: Pick<RecordParts, "database">,
  given: string | undefined,
): Promise<string> {
  if (given !== undefined) {
    const known = await findOrganizationId(database, given);
    if (known) return known;
  }
  const all: string[] = [];
  for await (const id of eachOrganization(database)) all.push(id);
  const [first] = all.filter((id) => given === undefined || id === given);
  if (first && (given !== undefined || all.length === 1)) return first;
  throw new CommandFailure(
    all.length > 1 && given === undefined
      ? "There are several organizations: name one with --organization."
      : "There is no such organization.",
    EXIT.usage,
  );
}

interface ArchiveFile {
  readonly organizationId: string;
  readonly plan: string | null;
  readonly out: string | undefined;
  readonly force: boolean;
  readonly json: boolean;
}

async function writeArchive(
  { database, config, sealing }: RecordParts,
  { organizationId, plan, out, force, json }: ArchiveFile,
): Promise<void> {
  const credential = { kind: "cli", id: null, name: operatorName() } as const;
  const archive = await runWithOrigin({ credential }, () =>
    exportArchive(
      database,
      { organizationId },
      {
        plan,
        server: serverName(config),
        record: { sealing, publicKeys: auditPublicKeys(config, sealing) },
        now: new Date(),
        onProgress: showProgress,
      },
    ),
  );
  const file = await resolveTarget(out, archive.fileName);
  let bytes = 0;
  const counted = async function* () {
    for await (const chunk of archive.chunks) {
      bytes += chunk.length;
      yield chunk;
    }
  };
  await writeFileAtomically(file, counted(), { isReplacing: force });
  const { plans } = archive;
  const text = `Wrote ${formatCount(plans, "plan")} to ${file} (${formatFileSize(bytes)}). \`trovella import\` reads it on another server.`;
  print(json ? JSON.stringify({ file, bytes, plans }) : text);
}

/** On a terminal alone, and not for a single plan. */
export function showProgress({
  done,
  total,
}: {
  readonly done: number;
  readonly total: number;
}): void {
  if (!process.stderr.isTTY || total < 2) return;
  process.stderr.write(`\r${done} of ${total} plans${done === total ? "\n" : ""}`);
}
