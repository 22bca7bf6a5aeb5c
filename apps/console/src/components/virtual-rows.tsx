import type { ReactNode, Ref, RefObject } from "react";
import { SpacerRow } from "./spacer-row.tsx";
import { useVirtualRows } from "./use-virtual-rows.ts";

/** Until a row has been measured. */
const ESTIMATED_ROW_PX = 60;

interface VirtualRowsProps {
  readonly body: RefObject<HTMLTableSectionElement | null>;
  readonly count: number;
  readonly columns: number;
  readonly children: (first: number, last: number, measure: Ref<HTMLTableRowElement>) => ReactNode;
}

/** The rows near the window, between two that are as high as the others together. A file of its own, since few tables are long. */
export function VirtualRows({ body, count, columns, children }: VirtualRowsProps) {
  const { first, last, above, below, virtualizer } = useVirtualRows(body, {
    count,
    rowHeight: () => ESTIMATED_ROW_PX,
  });
  return (
    <>
      <SpacerRow height={above} columns={columns} />
      {children(first, last, virtualizer.measureElement)}
      <SpacerRow height={below} columns={columns} />
    </>
  );
}
