import { t } from "../language/messages.ts";

export type PlanMode = "scan" | "deep";

export const MODE_WORDS: Readonly<Record<PlanMode, string>> = { scan: t("Scan"), deep: t("Deep") };

export function PlanTitle({ mode, title }: { mode: PlanMode | null; title: string }) {
  if (!mode) return title;
  return (
    <>
      <span className="mr-1 rounded border border-line px-1 py-px align-[0.08em] font-normal text-soft text-xs">
        {MODE_WORDS[mode]}
      </span>{" "}
      {title}
    </>
  );
}
