import type { Row } from "write-excel-file/node";
import type { CellLink } from "./sheet-extras.ts";

export interface SheetPlan {
  readonly name: string;
  readonly widths: readonly number[];
  readonly rows: readonly Row[];
  readonly links: readonly CellLink[];
  readonly hasHeader: boolean;
}
