import { t } from "../../../language/messages.ts";
import type { PlanDialogProps } from "./delete-item.tsx";

/** What the menu of a plan shows in its dialog "Export the plan". */
export function ExportItem({ plan: { handle }, onClose }: PlanDialogProps) {
  return (
    <div className="grid gap-4 px-5 py-4">
      <p>
        {t(
          "A zip file with the reports, the claims with their evidence, the texts of sources, and the audit record, which anybody can verify. Another Trovella server can import it.",
        )}
      </p>
      <p>
        <a
          href={`/api/export?plan=${encodeURIComponent(handle)}`}
          download=""
          onClick={onClose}
          className="inline-flex min-h-8 items-center rounded-md bg-accent px-2.5 py-1 font-medium text-on-accent text-sm hover:opacity-90"
        >
          {t("Download {handle}", { handle })}
        </a>
      </p>
    </div>
  );
}
