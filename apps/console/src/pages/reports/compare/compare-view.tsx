import { useEffect, useMemo, useRef, useState } from "react";
import { Button } from "../../../components/button.tsx";
import { Icon } from "../../../components/icon.tsx";
import { KeyHint } from "../../../components/key-hint.tsx";
import { useShortcuts } from "../../../components/use-shortcuts.ts";
import { plural, t } from "../../../language/messages.ts";
import { CompareHeader } from "./compare-header.tsx";
import { ComparedText } from "./compared-text.tsx";
import { type Comparison, changesIn, nextChange, rowsOf } from "./comparison.ts";
import { SourceChanges } from "./source-changes.tsx";

/** More rows than these are shown on demand, since every row costs the browser time. */
const ROWS_AT_ONCE = 1_500;

export function CompareView({ comparison }: { comparison: Comparison }) {
  const { blocks, isCut } = comparison;
  const changes = useMemo(() => changesIn(blocks), [blocks]);
  const [onlyChanges, setOnlyChanges] = useState(false);
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  const [limit, setLimit] = useState(ROWS_AT_ONCE);
  const [current, setCurrent] = useState<number | null>(null);
  const container = useRef<HTMLDivElement>(null);
  const rows = useMemo(
    () => rowsOf(blocks, { onlyChanges, opened }),
    [blocks, onlyChanges, opened],
  );

  useEffect(() => {
    if (current === null) return;
    const row = container.current?.querySelector(`[data-change="${current}"]`);
    row?.scrollIntoView({ block: "center" });
  }, [current]);

  const move = (distance: 1 | -1) => {
    const next = nextChange(changes, current, distance);
    if (next === undefined) return;
    const position = rows.findIndex(({ index }) => index === next);
    setLimit((shown) => Math.max(shown, position + ROWS_AT_ONCE / 2));
    setCurrent(next);
  };
  useShortcuts({ "]": () => move(1), "[": () => move(-1) });

  return (
    <>
      <CompareHeader comparison={comparison} />
      <div className="sticky top-12 z-10 mb-3 flex flex-wrap items-center gap-x-3 gap-y-2 border-line border-b bg-page py-2">
        <p className="font-medium" role="status">
          {current === null
            ? changesText(comparison.changes)
            : t("Change {number} of {total}", {
                number: changes.indexOf(current) + 1,
                total: comparison.changes,
              })}
        </p>
        <label className="inline-flex min-h-8 items-center gap-2 text-sm">
          <input
            type="checkbox"
            checked={onlyChanges}
            onChange={({ target }) => setOnlyChanges(target.checked)}
            className="size-4 accent-accent"
          />
          {t("Only changes")}
        </label>
        <div className="ms-auto flex gap-2">
          <Button
            onClick={() => move(-1)}
            disabled={changes.length === 0}
            aria-keyshortcuts="["
            aria-label={t("Previous change")}
          >
            <Icon name="up" /> {t("Previous")} <KeyHint keys="[" />
          </Button>
          <Button
            onClick={() => move(1)}
            disabled={changes.length === 0}
            aria-keyshortcuts="]"
            aria-label={t("Next change")}
          >
            <Icon name="down" /> {t("Next")} <KeyHint keys="]" />
          </Button>
        </div>
      </div>
      <SourceChanges comparison={comparison} />
      <ComparedText
        comparison={comparison}
        rows={rows.slice(0, limit)}
        current={current}
        onOpenGap={(index) => setOpened(new Set([...opened, index]))}
        container={container}
      />
      {rows.length > limit && (
        <div className="mt-4">
          <Button onClick={() => setLimit(limit + ROWS_AT_ONCE)}>{t("Show more")}</Button>
        </div>
      )}
      {isCut && rows.length <= limit && (
        <p className="mt-4 text-soft">
          {t(
            "The comparison ends here because these versions are too long. Download them to compare the rest.",
          )}
        </p>
      )}
    </>
  );
}

function changesText(changes: number): string {
  return changes === 0
    ? t("No changes in the text")
    : plural(changes, "{count} change", "{count} changes");
}
