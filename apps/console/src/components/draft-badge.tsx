import { t } from "../language/messages.ts";

/** Marks a report that was stored while its plan was open. */
export function DraftBadge() {
  return (
    <span
      title={t("Stored before the plan was finished")}
      className="whitespace-nowrap rounded border border-line px-1 py-px align-[0.08em] font-normal text-warn text-xs"
    >
      {t("Draft")}
    </span>
  );
}
