import { Section } from "../../../components/section.tsx";
import { numberText, plural, t } from "../../../language/messages.ts";
import type { DocumentImportSummary } from "./upload-documents.ts";

const SHOWN = 100;

/** What an import did, or would do. */
export function ImportResult({ summary }: { summary: DocumentImportSummary }) {
  const { imported, updated, unchanged, skippedCount, skipped, otherKinds, remarks } = summary;
  const rows = [
    [t("Documents"), imported.documents],
    [t("References"), imported.references],
    [t("Notes on references"), imported.notes],
    [t("Unchanged"), unchanged],
    [t("Skipped"), skippedCount],
  ] as const;
  return (
    <Section title={summary.isDryRun ? t("What would be imported") : t("Imported")}>
      <table className="text-sm tabular-nums">
        <tbody>
          {rows.map(([name, count]) => (
            <tr key={name}>
              <th scope="row" className="py-0.5 pr-6 text-left font-normal text-soft">
                {name}
              </th>
              <td className="text-right">{numberText(count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {updated > 0 && (
        <p className="mt-2 text-sm">
          {plural(
            updated,
            "{count} file has changed since it was imported; the earlier version is kept.",
            "{count} files have changed since they were imported; the earlier versions are kept.",
          )}
        </p>
      )}
      {otherKinds.files > 0 && (
        <p className="mt-2 text-soft text-sm">
          {plural(
            otherKinds.files,
            "{count} file of another kind is left alone: {extensions}",
            "{count} files of other kinds are left alone: {extensions}",
            { extensions: otherKinds.extensions.join(", ") },
          )}
        </p>
      )}
      <Reports title={t("Skipped, and why")} reports={skipped} count={skippedCount} />
      <Reports title={t("Please check")} reports={remarks} count={remarks.length} />
    </Section>
  );
}

function Reports({
  title,
  reports,
  count,
}: {
  readonly title: string;
  readonly reports: DocumentImportSummary["skipped"];
  readonly count: number;
}) {
  if (count === 0) return null;
  const rest = count - Math.min(SHOWN, reports.length);
  return (
    <>
      <h3 className="mt-4 font-medium text-sm">{title}</h3>
      <ul className="mt-1 grid gap-1 text-sm">
        {reports.slice(0, SHOWN).map(({ path, text }) => (
          <li key={`${path} ${text}`} className="[overflow-wrap:anywhere]">
            <code>{path}</code> <span className="text-soft">{text}</span>
          </li>
        ))}
        {rest > 0 && <li className="text-soft">{t("and {rest} more", { rest })}</li>}
      </ul>
    </>
  );
}
