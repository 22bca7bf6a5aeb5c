import { useState } from "react";
import { t } from "../../language/messages.ts";
import type { DateRange, Period } from "../../url/date-range.ts";
import { Select } from "../select.tsx";

const PERIOD_LABELS: Readonly<Record<Period, string>> = {
  "7d": t("Last 7 days"),
  "30d": t("Last 30 days"),
  "90d": t("Last 90 days"),
  this_month: t("This month"),
  last_month: t("Last month"),
};
const OPTIONS = [
  ...Object.entries(PERIOD_LABELS).map(([value, label]) => ({ value: value as Period, label })),
  { value: "days" as const, label: t("From … to …") },
];

interface DateRangeFilterProps {
  readonly range: DateRange;
  /** All three are given. */
  readonly onChange: (range: DateRange) => void;
}

/** A period that moves along, or two days. */
export function DateRangeFilter({ range: { period, from, to }, onChange }: DateRangeFilterProps) {
  const [isChoosing, setIsChoosing] = useState(false);
  const hasDays = isChoosing || from !== undefined || to !== undefined;
  return (
    <span className="inline-flex max-w-full flex-wrap items-center gap-2">
      <Select
        label={t("Dates")}
        none={t("Any date")}
        options={OPTIONS}
        chosen={hasDays ? "days" : period}
        onChange={(chosen) => {
          setIsChoosing(chosen === "days");
          onChange({
            period: chosen === "days" ? undefined : chosen,
            from: undefined,
            to: undefined,
          });
        }}
      />
      {hasDays && (
        <>
          <Day
            label={t("From")}
            day={from}
            max={to}
            onDay={(day) => onChange({ period: undefined, from: day, to })}
          />
          <Day
            label={t("To")}
            day={to}
            min={from}
            onDay={(day) => onChange({ period: undefined, from, to: day })}
          />
        </>
      )}
    </span>
  );
}

interface DayProps {
  readonly label: string;
  readonly day: string | undefined;
  readonly min?: string | undefined;
  readonly max?: string | undefined;
  readonly onDay: (day: string | undefined) => void;
}

function Day({ label, day, min, max, onDay }: DayProps) {
  return (
    <label className="inline-flex items-center gap-1 text-soft text-sm">
      {label}
      <input
        type="date"
        value={day ?? ""}
        min={min}
        max={max}
        onChange={({ target }) => onDay(target.value || undefined)}
        className="min-h-8 rounded-md border border-strong-line bg-card px-2 py-1 text-sm text-text"
      />
    </label>
  );
}
