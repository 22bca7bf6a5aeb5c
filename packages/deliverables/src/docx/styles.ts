import {
  AlignmentType,
  type INumberingOptions,
  type IStylesOptions,
  type IThemeOptions,
  LeaderType,
  LevelFormat,
  LineRuleType,
  TabStopType,
} from "docx";
import type { DocumentLanguage } from "../languages/language.ts";
import { BODY_FONT, HEADING_FONT, type Look, scriptFonts } from "./look.ts";

export const BULLETS = "bullets";
/** How far the words of findings and sources stand from their number. */
export const NUMBER_COLUMN = 480;
const LEVELS = 9;
const STEP = 360;
/** Required wherever spacing is set: without the rule the lines of a long heading may overlap. */
const LINE = { line: 276, lineRule: LineRuleType.AUTO };
const SINGLE_LINE = { line: 240, lineRule: LineRuleType.AUTO };

const LANGUAGE_TAGS: Readonly<Record<DocumentLanguage, string>> = {
  en: "en-US",
  de: "de-DE",
  fr: "fr-FR",
  es: "es-ES",
  pt: "pt-PT",
  ja: "ja-JP",
  zh: "zh-CN",
  ar: "ar-SA",
};

/** Ordered lists with the same first number share a definition; each list counts for itself. */
export function numbersFrom(start: number): string {
  return `numbers-from-${start}`;
}

export function numberingFor({ lists, palette }: Look): INumberingOptions {
  const numbers = [...new Set(lists.starts)].map((start) => ({
    reference: numbersFrom(start),
    levels: levels(palette.accent, (level) => ({
      format: [LevelFormat.DECIMAL, LevelFormat.LOWER_LETTER, LevelFormat.LOWER_ROMAN][level % 3],
      text: `%${level + 1}.`,
      start: level === 0 ? start : 1,
    })),
  }));
  const bullets = {
    reference: BULLETS,
    levels: levels(palette.accent, (level) => ({
      format: LevelFormat.BULLET,
      text: "–•◦"[level % 3] ?? "–",
    })),
  };
  return { config: [bullets, ...numbers] };
}

/** How far the words of a list at this level stand from the margin. */
export function listIndentation(level: number): number {
  return STEP * (level + 1);
}

function levels<T>(color: string, describe: (level: number) => T) {
  return Array.from({ length: LEVELS }, (_, level) => ({
    level,
    alignment: AlignmentType.START,
    style: {
      paragraph: { indent: { left: listIndentation(level), hanging: 320 } },
      run: { color },
    },
    ...describe(level),
  }));
}

/** Colours and fonts for the part of the file that lets readers exchange them with one click. */
export function officeTheme({ palette, theme, language }: Look): IThemeOptions {
  const [accent1, accent2, accent3, accent4, accent5] = palette.series;
  const { eastAsia, cs } = scriptFonts(language);
  const fonts = (latin: string) => ({ latin, eastAsia, complexScript: cs });
  return {
    name: theme.name,
    colors: {
      dark1: palette.ink,
      light1: palette.page,
      dark2: palette.deep,
      light2: palette.tint,
      accent1,
      accent2,
      accent3,
      accent4,
      accent5,
      accent6: palette.muted,
      hyperlink: palette.accent,
      followedHyperlink: palette.soft,
    },
    fonts: { headings: fonts(theme.headingFont), body: fonts(theme.bodyFont) },
  };
}

export function stylesFor(look: Look): IStylesOptions {
  const { palette } = look;
  return {
    default: {
      document: {
        run: { font: BODY_FONT, size: 22, color: palette.ink, language: languageOf(look) },
        paragraph: { spacing: { after: 130, ...LINE } },
      },
      title: {
        run: { size: 52, bold: true, color: palette.deep, font: HEADING_FONT },
        paragraph: { spacing: { after: 120, line: 252, lineRule: LineRuleType.AUTO } },
      },
      heading1: heading(look, 32, { before: 340, after: 120 }),
      heading2: heading(look, 26, { before: 280, after: 100 }),
      heading3: heading(look, 23, { before: 220, after: 80 }),
      heading4: heading(look, 22, { before: 200, after: 80 }),
      heading5: heading(look, 22, { before: 180, after: 80 }),
      heading6: heading(look, 22, { before: 180, after: 80 }),
      hyperlink: { run: { color: palette.accent, underline: { type: "single" } } },
    },
    paragraphStyles: paragraphStyles(look),
  };
}

function paragraphStyles(look: Look): IStylesOptions["paragraphStyles"] {
  const { palette } = look;
  return [
    style("Quote", {
      run: { italics: true, color: palette.soft },
      paragraph: { indent: { left: 400, right: 400 } },
    }),
    style("Code", {
      run: { font: "Consolas", size: 18 },
      paragraph: { spacing: { after: 0, ...SINGLE_LINE } },
    }),
    style("Record", {
      run: { font: "Consolas", size: 14, color: palette.soft },
      paragraph: { spacing: { after: 0, ...SINGLE_LINE } },
    }),
    style("Passage", {
      run: { size: 20 },
      paragraph: { indent: { left: NUMBER_COLUMN, right: 240 }, spacing: { after: 40, ...LINE } },
    }),
    style("Passage Detail", {
      run: { color: palette.soft, size: 18 },
      paragraph: { indent: { left: NUMBER_COLUMN }, spacing: { after: 120, ...LINE } },
    }),
    style("Source Quote", {
      run: { italics: true, color: palette.soft, size: 19 },
      paragraph: { indent: { left: NUMBER_COLUMN }, spacing: { after: 60, ...LINE } },
    }),
    style("Draft", {
      run: { bold: true, color: palette.chips.low.text },
      paragraph: { spacing: { after: 200, ...LINE } },
    }),
    style("Table Text", {
      run: { size: 20 },
      paragraph: { spacing: { after: 0, ...SINGLE_LINE } },
    }),
    style("About", { run: { color: palette.soft, size: 19 } }),
    style("Answer", {
      run: { size: 26 },
      paragraph: { spacing: { after: 120, ...LINE } },
    }),
    style("Label", {
      run: { color: palette.accent, bold: true, size: 20 },
      paragraph: { spacing: { before: 240, after: 80, ...LINE } },
    }),
    style("Chart", {
      run: { bold: true, size: 20 },
      paragraph: { spacing: { before: 120, after: 160, ...LINE } },
    }),
    ...[1, 2].map((level) => contentsStyle(look, level)),
  ];
}

function style(
  name: string,
  given: Pick<NonNullable<IStylesOptions["paragraphStyles"]>[number], "run" | "paragraph">,
) {
  const id = name.replaceAll(" ", "");
  return { id, name, basedOn: "Normal", quickFormat: true, ...given };
}

/** By Word's own name, so that its contents pane and updates keep the look. */
function contentsStyle({ page }: Look, level: number) {
  const tab = {
    type: TabStopType.RIGHT,
    position: page.textWidth,
    leader: LeaderType.DOT,
  };
  return {
    id: `TOC${level}`,
    name: `toc ${level}`,
    basedOn: "Normal",
    run: { size: 20 },
    paragraph: {
      spacing: { after: 20, ...LINE },
      indent: { left: (level - 1) * 300 },
      tabStops: [tab],
    },
  };
}

function heading({ palette }: Look, size: number, space: { before: number; after: number }) {
  return {
    run: { size, bold: true, color: palette.deep, font: HEADING_FONT },
    paragraph: { spacing: { ...space, ...LINE }, keepNext: true, keepLines: true },
  };
}

function languageOf({ language, isRightToLeft }: Look) {
  const tag = LANGUAGE_TAGS[language];
  const isEastAsian = language === "ja" || language === "zh";
  return {
    value: isRightToLeft || isEastAsian ? "en-US" : tag,
    eastAsia: isEastAsian ? tag : "ja-JP",
    bidirectional: language === "ar" ? tag : isRightToLeft ? "he-IL" : "ar-SA",
  };
}
