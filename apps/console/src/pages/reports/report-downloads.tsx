import { t } from "../../language/translate.ts";
import { ActionMenu, ENTRY } from "./action-menu.tsx";
import { downloadUrl } from "./download-url.ts";

/** Download formats; the server renders the file on request. */
const FORMATS = [
  { format: "docx", label: "Word", hint: ".docx" },
  { format: "pptx", label: "PowerPoint", hint: ".pptx" },
  { format: "xlsx", label: "Excel", hint: ".xlsx" },
  { format: "html", label: t("Web page"), hint: ".html" },
  { format: "markdown", label: "Markdown", hint: ".md" },
  { format: "zip", label: t("Everything, with evidence"), hint: ".zip" },
  { format: "ris", label: t("Sources for Zotero, EndNote"), hint: "RIS" },
  { format: "bibtex", label: t("Sources for LaTeX"), hint: "BibTeX" },
  { format: "csl-json", label: t("Sources as data"), hint: "CSL JSON" },
] as const;

export function ReportDownloads({ outputId }: { outputId: string }) {
  return (
    <ActionMenu label={t("Download")} icon="down" isPrimary>
      {FORMATS.map(({ format, label, hint }) => (
        <li key={format}>
          <a
            href={downloadUrl(outputId, format)}
            // HTML opens in a tab instead of being saved.
            {...(format === "html" ? { target: "_blank", rel: "noopener" } : { download: "" })}
            className={ENTRY}
          >
            <span className="flex-1">{label}</span>
            <span className="text-soft">{hint}</span>
          </a>
        </li>
      ))}
    </ActionMenu>
  );
}
