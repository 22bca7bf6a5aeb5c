import { readFile } from "node:fs/promises";
import { PageProcesses } from "@trovella/capture";
import type { Database } from "@trovella/db";
import { StorageLimit } from "@trovella/db/memory";
import { isZip, listArchive } from "@trovella/documents";
import {
  type DocumentImportSummary,
  type ImportSummary,
  importArchive,
  importDocuments,
  isPlanArchive,
} from "@trovella/research";
import { defineCommand } from "../../command.ts";
import { DATABASE_VARIABLES, loadConfig, organizationLimits } from "../../config.ts";
import { CommandFailure, EXIT } from "../../exit.ts";
import { formatCount, formatFileSize } from "../../format-count.ts";
import { flag, JSON_FLAG, option, restArgument } from "../../options.ts";
import { print } from "../../print.ts";
import { localCaller } from "../../services/local-caller.ts";
import { withOperator } from "../delete/with-deleting.ts";
import { findMembership } from "../token/find-membership.ts";
import { describeDocuments } from "./describe-documents.ts";
import { requireOrganization, showProgress } from "./export-command.ts";
import { type FoundFile, findFiles } from "./find-files.ts";
import { importProgress } from "./import-progress.ts";

/** It is read into memory. */
const MAX_ARCHIVE_BYTES = 1_000_000_000;

export const importCommand = defineCommand({
  name: "import",
  description:
    "Import documents, notes and bibliographies, or the plans of a zip file that `trovella export` has written",
  options: {
    path: restArgument(
      "Files, folders and zip files: Markdown, text, html, docx, pdf, BibTeX, RIS, CSL JSON, Zotero RDF",
      "files or folders",
    ),
    organization: option("id", "The organization, by its id or slug, if there are several"),
    email: option("address", "Team mode: the member to whom the documents belong"),
    plan: option("handle", "The plan to which the documents belong; by default none"),
    tag: option("words", "Words to find the documents by, separated by commas"),
    "dry-run": flag("Check everything and say what would be imported"),
    json: JSON_FLAG,
  },
  variables: DATABASE_VARIABLES,

  async run({
    path: paths,
    organization,
    email,
    plan = null,
    tag = "",
    "dry-run": isDryRun,
    json,
  }) {
    const found = await findFiles(paths);
    await withOperator(async (database) => {
      const target = await targetOf(database, { organization, email });
      const { archives, documents } = await splitFiles(found.files);
      const now = new Date();
      const tags = tag.split(",");
      const plans: ImportSummary[] = [];
      for (const bytes of archives) {
        plans.push(
          await importArchive(database, target.tenant, {
            bytes: await bytes(),
            userId: null,
            isDryRun,
            now,
            onProgress: showProgress,
          }),
        );
      }
      const isDocuments = documents.length > 0 || found.skipped.length > 0;
      const summary = isDocuments
        ? await importFound(database, { ...target, found: documents, plan, tags, isDryRun, now })
        : null;
      const complete = summary && withSkipped(summary, found.skipped);
      print(json ? toJson(plans, complete, isDryRun) : toText(plans, complete, isDryRun));
      if (complete && complete.skippedCount > 0) {
        const count = complete.skippedCount.toLocaleString("en");
        throw new CommandFailure(
          `Files or entries that could not be imported: ${count}. Everything else ${isDryRun ? "can be imported" : "is imported"}.`,
        );
      }
    });
  },
});

interface Target {
  readonly tenant: { readonly organizationId: string };
  readonly userId: string | null;
}

async function targetOf(
  database: Database,
  {
    organization,
    email,
  }: { readonly organization: string | undefined; readonly email: string | undefined },
): Promise<Target> {
  const isTeam = loadConfig(process.env).TROVELLA_MODE === "team";
  if (email !== undefined && !isTeam)
    throw new CommandFailure("--email is for team mode.", EXIT.usage);
  if (email !== undefined) {
    const { organizationId, userId } = await findMembership(database, { email, organization });
    return { tenant: { organizationId }, userId };
  }
  const organizationId = await requireOrganization({ database }, organization);
  return { tenant: { organizationId }, userId: isTeam ? null : localCaller(null).userId };
}

/** Archives of plans are told by what is in them. */
async function splitFiles(files: readonly FoundFile[]) {
  const archives: (() => Promise<Uint8Array>)[] = [];
  const documents: FoundFile[] = [];
  for (const file of files) {
    if (!/\.zip$/i.test(file.path)) documents.push(file);
    else if (await hasPlans(file)) archives.push(file.read);
    else documents.push(file);
  }
  return { archives, documents };
}

async function hasPlans({ bytes, location }: FoundFile): Promise<boolean> {
  if (bytes > MAX_ARCHIVE_BYTES) {
    throw new CommandFailure(
      `${location} is larger than ${formatFileSize(MAX_ARCHIVE_BYTES)}. Import it in parts, or export the plans one by one.`,
    );
  }
  const content = await readFile(location);
  const listing = isZip(content) ? listArchive(content) : { problem: "" };
  return "entries" in listing && isPlanArchive(listing.entries.map(({ name }) => name));
}

interface FoundDocuments extends Target {
  readonly found: readonly FoundFile[];
  /** Handle or id. */
  readonly plan: string | null;
  readonly tags: readonly string[];
  readonly isDryRun: boolean;
  readonly now: Date;
}

async function importFound(
  database: Database,
  { tenant, userId, found, plan, tags, isDryRun, now }: FoundDocuments,
): Promise<DocumentImportSummary> {
  const { maxStoredBytes } = organizationLimits(loadConfig(process.env));
  const storage = maxStoredBytes === null ? null : new StorageLimit(database, maxStoredBytes);
  await storage?.measure(tenant);
  const pages = new PageProcesses();
  const progress = importProgress(process.stderr);
  try {
    return await importDocuments(database, tenant, {
      files: found,
      userId,
      plan,
      tags,
      isDryRun,
      now,
      readPage: (page) => pages.read(page),
      checkStorage: () => storage?.check(tenant),
      onProgress: progress.show,
    });
  } finally {
    progress.end();
    pages.close();
  }
}

function withSkipped(
  summary: DocumentImportSummary,
  skipped: DocumentImportSummary["skipped"],
): DocumentImportSummary {
  return {
    ...summary,
    skippedCount: summary.skippedCount + skipped.length,
    skipped: [...skipped, ...summary.skipped],
  };
}

/** As before for a single archive of plans. */
function toJson(
  plans: readonly ImportSummary[],
  documents: DocumentImportSummary | null,
  isDryRun: boolean,
): string {
  const [only] = plans;
  if (!documents && only && plans.length === 1) return JSON.stringify({ isDryRun, ...only });
  return JSON.stringify({ isDryRun, ...(plans.length > 0 ? { plans } : {}), ...documents });
}

function toText(
  plans: readonly ImportSummary[],
  documents: DocumentImportSummary | null,
  isDryRun: boolean,
): string {
  const parts = plans.map((summary) => describePlans(summary, isDryRun));
  return [...parts, ...(documents ? [describeDocuments(documents)] : [])].join("\n");
}

function describePlans(
  { imported, alreadyHere, server }: ImportSummary,
  isDryRun: boolean,
): string {
  const verb = isDryRun ? "Would import" : "Imported";
  const renamed = imported.filter(({ handle, originalHandle }) => handle !== originalHandle);
  return [
    `${verb} ${formatCount(imported.length, "plan")} from ${server}${imported.length > 0 ? `: ${imported.map(({ handle }) => handle).join(", ")}` : ""}.`,
    ...renamed.map(
      ({ handle, originalHandle }) =>
        `${originalHandle} is ${handle} here, since another plan has that handle.`,
    ),
    ...(alreadyHere.length > 0 ? [`Already here: ${alreadyHere.join(", ")}.`] : []),
  ].join("\n");
}
