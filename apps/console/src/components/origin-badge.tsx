import { t } from "../language/messages.ts";

/** Marks a report that no assistant wrote. */
export function OriginBadge({ origin }: { origin: string | undefined }) {
  if (origin !== "server") return null;
  return (
    <span
      title={t(
        "No assistant wrote a report, so Trovella composed one from the stored findings and results",
      )}
      className="whitespace-nowrap rounded border border-line px-1 py-px align-[0.08em] font-normal text-soft text-xs"
    >
      {t("Composed by Trovella")}
    </span>
  );
}
