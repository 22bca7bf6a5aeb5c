import { RelativeTime } from "../../../components/relative-time.tsx";
import { type BudgetMoment, momentInWords } from "../../../format/budget-words.ts";
import { t } from "../../../language/messages.ts";

const MAX_MOMENTS = 5;

/** When the phase or the budget changed; the tracks have a line there. */
export function BudgetMoments({ moments }: { moments: readonly BudgetMoment[] }) {
  if (moments.length === 0) return null;
  return (
    <ul aria-label={t("Changes of the budget")} className="mb-2 grid gap-1 text-sm">
      {moments.slice(-MAX_MOMENTS).map((moment) => (
        <li key={`${moment.type} ${moment.at}`} className="flex flex-wrap items-center gap-x-2">
          <span className="h-3.5 border-warn border-l-2" aria-hidden="true" />
          {momentInWords(moment)}
          <span className="text-soft">
            <RelativeTime at={moment.at} />
          </span>
        </li>
      ))}
    </ul>
  );
}
