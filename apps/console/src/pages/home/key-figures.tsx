import type { HomeSummary } from "../../api/api.ts";
import { SparkLine } from "../../components/spark-line.tsx";
import { numberText, plural, t } from "../../language/messages.ts";

/** The last days in numbers. */
export function KeyFigures({ kpis }: Pick<HomeSummary, "kpis">) {
  const figures = [
    { label: t("Plans started"), ...kpis.plansStarted },
    { label: t("Plans completed"), ...kpis.plansCompleted },
    { label: t("Findings stored"), ...kpis.artifactsStored },
    { label: t("Reports written"), ...kpis.outputsStored },
  ];
  return (
    <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      {figures.map(({ label, total, byDay }) => (
        <div key={label} className="flex flex-col rounded-lg border border-line bg-card px-4 py-3">
          <dt className="text-soft text-sm">{label}</dt>
          <dd className="flex items-end justify-between gap-2">
            <span className="font-semibold text-2xl tabular-nums tracking-tight">
              {numberText(total)}
            </span>
            <SparkLine values={byDay} />
          </dd>
          <dd className="text-soft text-sm">
            {plural(byDay.length, "in {count} day", "in {count} days")}
          </dd>
        </div>
      ))}
    </dl>
  );
}
