import { durationText } from "../../../format/duration-text.ts";
import { dateText, t } from "../../../language/messages.ts";
import { BAR_KINDS, BAR_LABELS, type TimelineLayout } from "./bars.ts";
import { shortDuration } from "./short-duration.ts";

/** The columns of the axis and of every row. */
export const COLUMNS =
  "@2xl:grid @2xl:grid-cols-[minmax(0,5fr)_minmax(0,6fr)_3.75rem] @2xl:gap-x-4";
const SHORT_MS = 2 * 60_000;

/** Times above the tracks, and how long the pauses were that are drawn short. */
export function Axis({ layout, isOpen }: { layout: TimelineLayout; isOpen: boolean }) {
  const { scale, ticks, pauses } = layout;
  const last = ticks.length - 1;
  return (
    <div className={`mb-1 hidden px-3 text-soft text-xs ${COLUMNS}`}>
      <div className="relative col-start-2 h-8">
        {!scale && <span className="absolute bottom-0">{t("In planned order; not started")}</span>}
        {scale &&
          ticks.map(({ left, moment }, index) => (
            <span
              key={moment}
              className={`absolute bottom-0 whitespace-nowrap ${index > 0 && index < last ? "-translate-x-1/2 hidden @3xl:inline" : ""} ${index > 0 && index === last ? "-translate-x-full" : ""}`}
              style={{ left: `${left}%` }}
            >
              {isOpen && index > 0 && index === last
                ? t("now")
                : clockTime(moment, { scale, before: ticks[index - 1]?.moment })}
            </span>
          ))}
        {pauses.map(({ left, width, durationMs }) => (
          <span
            key={left}
            title={t("{duration} without work, shortened", { duration: durationText(durationMs) })}
            className="-translate-x-1/2 absolute top-0 hidden whitespace-nowrap text-warn @3xl:inline"
            style={{ left: `clamp(1.5rem, ${left + width / 2}%, 100% - 1.5rem)` }}
          >
            {shortDuration(durationMs)}
          </span>
        ))}
      </div>
    </div>
  );
}

/** With the day where it changes, and with seconds if both ends of the axis could fall into the same minute. */
function clockTime(
  moment: number,
  {
    scale: { from, to },
    before,
  }: { scale: { from: number; to: number }; before: number | undefined },
): string {
  const day = (at: number) => new Date(at).toDateString();
  const isNewDay = before === undefined || day(before) !== day(moment);
  return dateText(new Date(moment), {
    ...(isNewDay ? { month: "short", day: "numeric" } : {}),
    hour: "2-digit",
    minute: "2-digit",
    ...(to - from < SHORT_MS ? { second: "2-digit" } : {}),
  });
}

export function Legend({
  layout,
  stepIds,
}: {
  layout: TimelineLayout;
  stepIds: readonly string[];
}) {
  const shown = new Set(stepIds.flatMap((id) => layout.barsOf(id).map(({ kind }) => kind)));
  return (
    <ul aria-label={t("Legend")} className="mb-2 flex flex-wrap gap-x-4 gap-y-1 text-soft text-sm">
      {BAR_KINDS.filter((kind) => shown.has(kind)).map((kind) => (
        <li key={kind} className="inline-flex items-center gap-1.5">
          <span className={`bar bar-${kind} h-3 w-6`} aria-hidden="true" />
          {BAR_LABELS[kind]}
        </li>
      ))}
      {layout.pauses.length > 0 && (
        <li className="inline-flex items-center gap-1.5">
          <span className="pause relative h-3 w-4" aria-hidden="true" />
          {t("A pause, shortened")}
        </li>
      )}
    </ul>
  );
}
