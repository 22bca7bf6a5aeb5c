import {
  type IFontAttributesProperties,
  type IParagraphOptions,
  type IRunOptions,
  Paragraph,
  Tab,
  type Table,
  TextRun,
} from "docx";
import type { ResearchDocument } from "../document.ts";
import type { Labels } from "../languages/labels.ts";
import { labelsFor } from "../languages/labels-for.ts";
import type { DocumentLanguage } from "../languages/language.ts";
import { type Palette, paletteOf } from "../theme/palette.ts";
import type { Theme } from "../theme/theme.ts";

const TWIPS_PER_MM = 1_440 / 25.4;
const PAPERS = {
  a4: { width: 11_906, height: 16_838 },
  letter: { width: 12_240, height: 15_840 },
} as const;
const RIGHT_TO_LEFT_LETTER =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** Everything that decides how the words of a document look, and what is counted while they are written. */
export interface Look {
  readonly palette: Palette;
  readonly labels: Labels;
  readonly language: DocumentLanguage;
  readonly isRightToLeft: boolean;
  readonly theme: Theme;
  readonly page: Page;
  readonly lists: ListCount;
}

/** What stands in a page or a cell. */
export type BodyChild = Paragraph | Table;

/** In twentieths of a point. */
interface Page {
  readonly width: number;
  readonly height: number;
  readonly textWidth: number;
}

interface ListCount {
  count: number;
  readonly starts: number[];
}

export const MARGINS = {
  top: millimetres(27.5),
  bottom: millimetres(23),
  left: millimetres(25),
  right: millimetres(25),
} as const;

export function millimetres(length: number): number {
  return Math.round(length * TWIPS_PER_MM);
}

/** Made for every file, since it counts the lists of one. */
export function lookOf({ theme, language, direction }: ResearchDocument): Look {
  const { width, height } = PAPERS[theme.paper];
  return {
    palette: paletteOf(theme).light,
    labels: labelsFor(language),
    language,
    isRightToLeft: direction === "rtl",
    theme,
    page: { width, height, textWidth: width - MARGINS.left - MARGINS.right },
    lists: { count: 0, starts: [] },
  };
}

/** A paragraph that begins on the side the document does. */
export function paragraph({ isRightToLeft }: Look, options: IParagraphOptions): Paragraph {
  return new Paragraph({ ...(isRightToLeft ? { bidirectional: true } : {}), ...options });
}

/** A run of text; letters that run from right to left take the fonts and sizes of their scripts. */
export function words(text: string, options: Omit<IRunOptions, "text"> = {}): TextRun {
  return new TextRun({
    text,
    ...(RIGHT_TO_LEFT_LETTER.test(text) ? { rightToLeft: true } : {}),
    ...options,
  });
}

/** A number at the side of a paragraph, with the tab behind it. */
export function hangingNumber(number: number, options: Omit<IRunOptions, "children">): TextRun {
  return new TextRun({ ...options, children: [String(number), new Tab()] });
}

export function isLeftToRightText(text: string): boolean {
  return !RIGHT_TO_LEFT_LETTER.test(text);
}

/** Fonts of the Office theme, so that a reader can exchange them all at once. */
export const BODY_FONT = { theme: "body" } as const;
export const HEADING_FONT = { theme: "headings" } as const;

/** Fonts for scripts that the theme's own fonts lack; Office has them. */
export function scriptFonts(
  language: DocumentLanguage,
): Pick<IFontAttributesProperties, "eastAsia" | "cs"> {
  return { eastAsia: language === "zh" ? "Microsoft YaHei" : "Yu Gothic", cs: "Arial" };
}
