import { readFile, stat } from "node:fs/promises";
import { type ImportSummary, importArchive } from "@trovella/research";
import { defineCommand } from "../../command.ts";
import { DATABASE_VARIABLES } from "../../config.ts";
import { CommandFailure } from "../../exit.ts";
import { formatCount, formatFileSize } from "../../format-count.ts";
import { argument, flag, JSON_FLAG, option } from "../../options.ts";
import { print } from "../../print.ts";
import { withOperator } from "../delete/with-deleting.ts";
import { requireOrganization, showProgress } from "./export-command.ts";

/** It is read into memory. */
const MAX_ARCHIVE_BYTES = 1_000_000_000;

export const importCommand = defineCommand({
  name: "import",
  description: "Import the plans of a zip file that `trovella export` has written",
  options: {
    file: argument("The zip file", "a zip file"),
    organization: option("id", "The organization, by its id or slug, if there are several"),
    "dry-run": flag("Check everything and say what would be imported"),
    json: JSON_FLAG,
  },
  variables: DATABASE_VARIABLES,

  run: ({ file, organization, "dry-run": isDryRun, json }) =>
    withOperator(async (database) => {
      const organizationId = await requireOrganization({ database }, organization);
      const summary = await importArchive(
        database,
        { organizationId },
        {
          bytes: await readArchive(file),
          userId: null,
          isDryRun,
          now: new Date(),
          onProgress: showProgress,
        },
      );
      print(json ? JSON.stringify({ isDryRun, ...summary }) : describe(summary, isDryRun));
    }),
});

async function readArchive(file: string): Promise<Uint8Array> {
  const found = await stat(file).catch(() => null);
  if (!found?.isFile()) throw new CommandFailure(`There is no file ${file}.`);
  if (found.size > MAX_ARCHIVE_BYTES) {
    throw new CommandFailure(
      `${file} is larger than ${formatFileSize(MAX_ARCHIVE_BYTES)}. Export the plans one by one.`,
    );
  }
  return readFile(file);
}

function describe({ imported, alreadyHere, server }: ImportSummary, isDryRun: boolean): string {
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
