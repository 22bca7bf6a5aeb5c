import { Fragment, type RefObject } from "react";
import { Button } from "../../../components/button.tsx";
import { plural, t } from "../../../language/messages.ts";
import { InlineRow, SideBySideRow } from "./compared-row.tsx";
import type { Comparison, Row } from "./comparison.ts";
import { useIsWide } from "./use-is-wide.ts";

interface ComparedTextProps {
  readonly comparison: Comparison;
  readonly rows: readonly Row[];
  readonly current: number | null;
  readonly onOpenGap: (index: number) => void;
  readonly container: RefObject<HTMLDivElement | null>;
}

/** Both versions side by side where there is room, else in one column. */
export function ComparedText({
  comparison,
  rows,
  current,
  onOpenGap,
  container,
}: ComparedTextProps) {
  const isWide = useIsWide();
  const gap = ({ index, blocks }: { index: number; blocks: number }) => (
    <Button kind="quiet" onClick={() => onOpenGap(index)}>
      {plural(blocks, "Show {count} unchanged paragraph", "Show {count} unchanged paragraphs")}
    </Button>
  );
  if (!isWide) {
    return (
      <div ref={container}>
        <ol>
          {rows.map((row) =>
            row.kind === "gap" ? (
              <li key={row.index} className="py-1">
                {gap(row)}
              </li>
            ) : (
              <InlineRow key={row.index} {...row} isCurrent={row.index === current} />
            ),
          )}
        </ol>
      </div>
    );
  }
  return (
    <div ref={container} className="rounded-lg border border-line bg-card">
      <table className="w-full table-fixed border-collapse">
        <thead>
          <tr className="border-line border-b text-left">
            {[comparison.before, comparison.after].map(({ id, version }) => (
              <th key={id} scope="col" className="px-3 py-2 font-semibold">
                {t("Version {version}", { version })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Fragment key={row.index}>
              {row.kind === "gap" ? (
                <tr className="bg-hover">
                  <td colSpan={2} className="px-3 py-1 text-center">
                    {gap(row)}
                  </td>
                </tr>
              ) : (
                <SideBySideRow {...row} isCurrent={row.index === current} />
              )}
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  );
}
