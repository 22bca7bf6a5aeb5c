import { t } from "../../language/messages.ts";
import { ActionMenu, ENTRY } from "./action-menu.tsx";
import { downloadUrl } from "./download-url.ts";

/** Download formats; the server renders the file on request. */
const FORMATS = [
  { format: "docx", label: "Word", ending: ".docx" },
  { format: "pdf", label: "PDF", ending: ".pdf" },
  { format: "pptx", label: "PowerPoint", ending: ".pptx" },
  { format: "xlsx", label: "Excel", ending: ".xlsx" },
  { format: "html", label: t("Web page"), ending: ".html" },
  { format: "markdown", label: "Markdown", ending: ".md" },
  { format: "zip", label: t("Everything, with evidence"), ending: ".zip" },
  { format: "ris", label: t("Sources for Zotero, EndNote"), ending: "RIS" },
  { format: "bibtex", label: t("Sources for LaTeX"), ending: "BibTeX" },
  { format: "csl-json", label: t("Sources as data"), ending: "CSL JSON" },
] as const;

export function ReportDownloads({ outputId }: { outputId: string }) {
  return (
    <ActionMenu label={t("Download")} icon="down" isPrimary>
      {FORMATS.map(({ format, label, ending }) => (
        <li key={format}>
          <a
            href={downloadUrl(outputId, format)}
            // HTML opens in a tab instead of being saved.
            {...(format === "html" ? { target: "_blank", rel: "noopener" } : { download: "" })}
            className={ENTRY}
          >
            <span className="flex-1">{label}</span>
            <span className="text-soft">{ending}</span>
          </a>
        </li>
      ))}
    </ActionMenu>
  );
}
