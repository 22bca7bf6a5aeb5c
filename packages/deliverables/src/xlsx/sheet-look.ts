import type { ResearchDocument } from "../document.ts";
import type { Labels } from "../languages/labels.ts";
import { labelsFor } from "../languages/labels-for.ts";
import type { DocumentLanguage } from "../languages/language.ts";
import { type Palette, paletteOf } from "../theme/palette.ts";

/** What the cells of every sheet share. */
export interface SheetLook {
  readonly palette: Palette;
  readonly headingFont: string;
  readonly bodyFont: string;
  readonly language: DocumentLanguage;
  readonly labels: Labels;
  /** The side that lines begin on. */
  readonly start: "left" | "right";
  /** The side that numbers end on. */
  readonly end: "left" | "right";
}

export function sheetLook({ theme, language, direction }: ResearchDocument): SheetLook {
  return {
    palette: paletteOf(theme).light,
    headingFont: theme.headingFont,
    bodyFont: theme.bodyFont,
    language,
    labels: labelsFor(language),
    start: direction === "rtl" ? "right" : "left",
    end: direction === "rtl" ? "left" : "right",
  };
}
