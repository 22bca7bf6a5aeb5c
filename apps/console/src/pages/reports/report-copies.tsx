import { useToast } from "../../components/toast.tsx";
import { t } from "../../language/messages.ts";
import { ActionMenu, ENTRY } from "./action-menu.tsx";
import { downloadUrl } from "./download-url.ts";
import type { Report } from "./report.ts";
import { richCopy } from "./rich-copy.ts";

/** Copies the report for mails and documents, or as Markdown. */
export function ReportCopies({ report }: { report: Report }) {
  const toast = useToast();
  const copyText = async () => {
    try {
      const { html, text } = richCopy(
        report,
        document.querySelector<HTMLElement>(".document-view"),
      );
      const item = new ClipboardItem({
        "text/html": new Blob([html], { type: "text/html" }),
        "text/plain": new Blob([text], { type: "text/plain" }),
      });
      await navigator.clipboard.write([item]);
      toast(t("Copied with formatting. Paste it into a mail or document."));
    } catch {
      toast(
        t("The browser blocked copying. Download the report as Word or as a web page instead."),
      );
    }
  };
  const copyMarkdown = async () => {
    try {
      const reply = await fetch(downloadUrl(report.id, "markdown"));
      if (!reply.ok) throw new Error(`The server answered ${reply.status}.`);
      await navigator.clipboard.writeText(await reply.text());
      toast(t("Copied as Markdown."));
    } catch {
      toast(t("Copying failed. Download it as Markdown instead."));
    }
  };
  return (
    <ActionMenu label={t("Copy")} icon="copy">
      <li>
        <button type="button" onClick={copyText} className={ENTRY}>
          {t("Copy as formatted text")}
        </button>
      </li>
      <li>
        <button type="button" onClick={copyMarkdown} className={ENTRY}>
          {t("Copy as Markdown")}
        </button>
      </li>
    </ActionMenu>
  );
}
