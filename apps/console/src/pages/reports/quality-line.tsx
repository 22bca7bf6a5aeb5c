import { Icon } from "../../components/icon.tsx";
import { plural, t } from "../../language/messages.ts";
import { STATUS_LOOKS } from "../claims/claim-words.ts";
import { qualityOf } from "./quality-of.ts";
import type { Report } from "./report.ts";

/** How well the report is supported, in one line. */
export function QualityLine({ report }: { report: Report }) {
  const { cited, supported, claims, doubtful } = qualityOf(report);
  const parts = [
    plural(cited, "{count} source cited", "{count} sources cited"),
    ...(claims > 0 ? [t("{supported} of {claims} claims supported", { supported, claims })] : []),
    ...doubtful.map(({ status, count }) =>
      t("{count} {status}", { count, status: STATUS_LOOKS[status].word.toLowerCase() }),
    ),
    ...(report.unknownIds.length > 0
      ? [
          plural(
            report.unknownIds.length,
            "{count} citation without a source",
            "{count} citations without a source",
          ),
        ]
      : []),
  ];
  const isGood = doubtful.length === 0 && report.unknownIds.length === 0 && cited > 0;
  return (
    <p className="mt-2 flex gap-1.5 text-sm">
      <Icon
        name={isGood ? "check" : "stalled"}
        className={`mt-0.5 ${isGood ? "text-good" : "text-warn"}`}
      />
      <span className="min-w-0">{parts.join(" · ")}</span>
    </p>
  );
}
