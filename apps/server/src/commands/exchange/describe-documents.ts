import type { DocumentImportSummary } from "@trovella/research";
import { formatCount } from "../../format-count.ts";

const SHOWN = 50;

/** What became of the files, as a table and lists. */
export function describeDocuments(summary: DocumentImportSummary): string {
  const { isDryRun, files, imported, updated, unchanged, skippedCount, otherKinds } = summary;
  const rows: [string, number][] = [
    ["documents", imported.documents],
    ["references", imported.references],
    ["notes on references", imported.notes],
    ["unchanged", unchanged],
    ["skipped", skippedCount],
  ];
  const shown = rows.map(
    ([name, count]) => `  ${name.padEnd(20)}${count.toLocaleString("en").padStart(9)}`,
  );
  const total = imported.documents + imported.references + imported.notes;
  return [
    `${isDryRun ? "Would import" : "Imported"} ${formatCount(total, "item")} of ${formatCount(files, "file")}:`,
    ...shown,
    ...(updated > 0
      ? [`${formatCount(updated, "item")} replaced an earlier version, which is kept.`]
      : []),
    ...listed("Skipped:", summary.skipped, skippedCount),
    ...listed("Please check:", summary.remarks, summary.remarks.length),
    ...(otherKinds.files > 0
      ? [
          `${formatCount(otherKinds.files, "file")} of other kinds left alone (${printable(otherKinds.extensions.join(", "))}).`,
        ]
      : []),
    ...(isDryRun || total === 0
      ? []
      : [
          "Search finds it by its words now, and by its meaning when a server or client has run for a while.",
        ]),
  ].join("\n");
}

function listed(
  heading: string,
  reports: DocumentImportSummary["skipped"],
  count: number,
): string[] {
  if (count === 0) return [];
  const lines = reports
    .slice(0, SHOWN)
    .map(({ path, text }) => `  ${printable(path)}: ${printable(text)}`);
  const rest = count - lines.length;
  return [heading, ...lines, ...(rest > 0 ? [`  and ${rest.toLocaleString("en")} more`] : [])];
}

/** Names of files come from elsewhere, and a terminal obeys control characters. */
function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]/gu, "�");
}
