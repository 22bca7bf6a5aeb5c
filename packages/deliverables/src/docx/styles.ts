import {
  AlignmentType,
  type INumberingOptions,
  type IStylesOptions,
  LevelFormat,
  LineRuleType,
} from "docx";

export const BULLETS = "bullets";
const LEVELS = 9;
const STEP = 400;
const FONT = "Calibri";
const ACCENT = "1F4E79";
/** Required wherever spacing is set: without it the lines of a long heading may overlap. */
const LINE = { line: 276, lineRule: LineRuleType.AUTO };

/** Ordered lists with the same first number share a definition; each list counts for itself. */
export function numbersFrom(start: number): string {
  return `numbers-from-${start}`;
}

export function numberingFor(starts: readonly number[]): INumberingOptions {
  const numbers = [...new Set(starts)].map((start) => ({
    reference: numbersFrom(start),
    levels: levels((level) => ({
      format: [LevelFormat.DECIMAL, LevelFormat.LOWER_LETTER, LevelFormat.LOWER_ROMAN][level % 3],
      text: `%${level + 1}.`,
      start: level === 0 ? start : 1,
    })),
  }));
  const bullets = {
    reference: BULLETS,
    levels: levels((level) => ({ format: LevelFormat.BULLET, text: "•◦▪"[level % 3] ?? "•" })),
  };
  return { config: [bullets, ...numbers] };
}

/** How far the words of a list at this level stand from the margin. */
export function listIndentation(level: number): number {
  return STEP * (level + 1);
}

function levels<T>(describe: (level: number) => T) {
  return Array.from({ length: LEVELS }, (_, level) => ({
    level,
    alignment: AlignmentType.START,
    style: { paragraph: { indent: { left: listIndentation(level), hanging: 320 } } },
    ...describe(level),
  }));
}

export const STYLES: IStylesOptions = {
  default: {
    document: {
      run: { font: FONT, size: 22, language: { value: "en-US" } },
      paragraph: { spacing: { after: 140, ...LINE } },
    },
    title: {
      run: { size: 52, bold: true, color: ACCENT, font: FONT },
      paragraph: { spacing: { after: 160, ...LINE } },
    },
    heading1: heading(34, 400),
    heading2: heading(28, 320),
    heading3: heading(24, 260),
    heading4: heading(22, 220),
    heading5: heading(22, 200),
    heading6: heading(22, 200),
    hyperlink: { run: { color: "1F5FA8", underline: { type: "single" } } },
  },
  paragraphStyles: [
    {
      id: "Quote",
      name: "Quote",
      basedOn: "Normal",
      quickFormat: true,
      run: { italics: true, color: "445061" },
      paragraph: { indent: { left: 480, right: 480 } },
    },
    {
      id: "Code",
      name: "Code",
      basedOn: "Normal",
      quickFormat: true,
      run: { font: "Consolas", size: 18 },
      paragraph: { spacing: { after: 0, line: 240 } },
    },
    {
      id: "Record",
      name: "Record",
      basedOn: "Normal",
      run: { font: "Consolas", size: 14, color: "5A6675" },
      paragraph: { spacing: { after: 0, line: 240 } },
    },
    {
      id: "Passage",
      name: "Passage",
      basedOn: "Normal",
      run: { color: "445061", size: 20 },
      paragraph: { indent: { left: 480, right: 240 }, spacing: { after: 40 } },
    },
    {
      id: "PassageDetail",
      name: "Passage Detail",
      basedOn: "Normal",
      run: { color: "5A6675", size: 18 },
      paragraph: { indent: { left: 480 }, spacing: { after: 120 } },
    },
    {
      id: "Draft",
      name: "Draft",
      basedOn: "Normal",
      run: { bold: true, color: "B3261E", size: 24 },
      paragraph: { spacing: { after: 200 } },
    },
    { id: "TableText", name: "Table Text", basedOn: "Normal", run: { size: 18 } },
    {
      id: "About",
      name: "About",
      basedOn: "Normal",
      run: { color: "5A6675", size: 20 },
    },
    {
      id: "ContentsHeading",
      name: "Contents Heading",
      basedOn: "Normal",
      run: { bold: true, size: 28, color: ACCENT },
      paragraph: { spacing: { before: 320, after: 120 } },
    },
  ],
};

function heading(size: number, before: number) {
  return {
    run: { size, bold: true, color: ACCENT, font: FONT },
    paragraph: { spacing: { before, after: 120, ...LINE }, keepNext: true },
  };
}
