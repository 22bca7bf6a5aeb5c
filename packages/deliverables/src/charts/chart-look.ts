import type { DocumentLanguage } from "../languages/language.ts";
import type { Palette } from "../theme/palette.ts";

/** How a native chart of an office file looks. */
export interface ChartLook {
  readonly palette: Palette;
  readonly font: string;
  readonly language: DocumentLanguage;
  readonly widthPx: number;
  readonly heightPx: number;
  /** Points, 9 where nothing is said. */
  readonly fontSize?: number;
  /** Whether the chart says itself what it measures; left out where a line above it does. */
  readonly hasTitle?: boolean;
  /** Of the values, where the cells they come from have another than the chart's own. */
  readonly numberFormat?: string;
}
