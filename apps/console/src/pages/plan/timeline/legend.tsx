import { BAR_KINDS, BAR_LABELS, type TimelineLayout } from "./bars.ts";

export function Legend({
  layout,
  stepIds,
}: {
  layout: TimelineLayout;
  stepIds: readonly string[];
}) {
  const shown = new Set(stepIds.flatMap((id) => layout.barsOf(id).map(({ kind }) => kind)));
  return (
    <ul aria-label="Legend" className="mb-2 flex flex-wrap gap-x-4 gap-y-1 text-soft text-sm">
      {BAR_KINDS.filter((kind) => shown.has(kind)).map((kind) => (
        <li key={kind} className="inline-flex items-center gap-1.5">
          <span className={`bar bar-${kind} h-3 w-6`} aria-hidden="true" />
          {BAR_LABELS[kind]}
        </li>
      ))}
      {layout.pauses.length > 0 && (
        <li className="inline-flex items-center gap-1.5">
          <span className="h-3 border-strong-line border-l border-dashed" aria-hidden="true" />A
          pause, shortened
        </li>
      )}
    </ul>
  );
}
