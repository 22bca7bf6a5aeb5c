import { type ReactNode, useId } from "react";
import { t } from "../../language/messages.ts";
import { Definition } from "./definition.tsx";

interface FigureTableProps {
  readonly title: string;
  readonly definition: string;
  /** The first is that of the rows; numbers follow it. */
  readonly headers: readonly string[];
  readonly rows: readonly { readonly key: string; readonly cells: readonly ReactNode[] }[];
  readonly note?: ReactNode;
  readonly whenEmpty: string;
}

/** Figures that a chart would not make clearer. */
export function FigureTable({
  title,
  definition,
  headers,
  rows,
  note,
  whenEmpty,
}: FigureTableProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="relative min-w-0 rounded-lg border border-line bg-card px-4 py-2"
    >
      <div className="flex items-center justify-between gap-1">
        <h3 id={id} className="text-soft text-sm">
          {title}
        </h3>
        <Definition of={title}>{definition}</Definition>
      </div>
      {rows.length === 0 ? (
        <p className="py-3 text-soft">{whenEmpty}</p>
      ) : (
        <section
          aria-label={t("{title}, as a table", { title })}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
          tabIndex={0}
          className="max-h-80 overflow-auto pb-2"
        >
          <table className="w-full text-left text-sm">
            <caption className="sr-only">{title}</caption>
            <thead className="sticky top-0 bg-card text-soft">
              <tr>
                {headers.map((header, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: columns have no identity but their place
                  <th key={index} scope="col" className={`py-1 font-medium ${cellLook(index)}`}>
                    {header}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ key, cells }) => (
                <tr key={key} className="border-line border-t align-baseline">
                  {cells.map((cell, index) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: columns have no identity but their place
                    <td key={index} className={`py-1 ${cellLook(index)}`}>
                      {cell}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {note && <p className="pb-1 text-soft text-sm">{note}</p>}
    </section>
  );
}

function cellLook(index: number): string {
  return index === 0
    ? "min-w-20 break-words"
    : "whitespace-nowrap pl-2 sm:pl-4 text-right tabular-nums";
}
