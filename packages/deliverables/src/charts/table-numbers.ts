import type { DocumentLanguage } from "../languages/language.ts";

/** A number as it is written in a cell, with what stands around it. */
export interface CellNumber {
  readonly value: number;
  readonly decimals: number;
  /** `%`, `€`, `kWh`; empty for a bare number. */
  readonly unit: string;
}

const NUMBER =
  /^(?<before>[€$£¥]?)\s?(?<sign>[-−–+]?)(?<digits>\d{1,3}(?:[.,'’\u00a0\u202f ]\d{3})+(?:[.,]\d+)?|\d+(?:[.,]\d+)?)\s?(?<after>%|[€$£¥]|[^\d\s.,;:()/]{1,6})?$/u;
/** Languages that write 1.240,5. */
const DECIMAL_COMMA: ReadonlySet<DocumentLanguage> = new Set(["de", "fr", "es", "pt"]);
const MAX_DIGITS = 15;

/** The number that a cell consists of; null for anything else. */
export function numberInCell(text: string, language: DocumentLanguage): CellNumber | null {
  const parts = NUMBER.exec(text.trim().replace(/\p{Nd}/gu, asciiDigit))?.groups;
  if (!parts) return null;
  const digits = plainDigits(parts.digits ?? "", DECIMAL_COMMA.has(language));
  if (digits === null || digits.replace(".", "").length > MAX_DIGITS) return null;
  const isNegative = parts.sign !== "" && parts.sign !== "+";
  return {
    value: isNegative ? -Number(digits) : Number(digits),
    decimals: digits.split(".")[1]?.length ?? 0,
    unit: parts.before || parts.after || "",
  };
}

/** Digits with a point before the decimals. A single sign before three digits is read as the language does. */
function plainDigits(written: string, hasComma: boolean): string | null {
  const compact = written.replace(/['’\u00a0\u202f ]/g, "");
  const [decimalSign, groupSign] = hasComma ? [",", "."] : [".", ","];
  const groups = compact.split(groupSign);
  const isGrouped =
    groups.length > 1 && groups.slice(1).every((part) => /^\d{3}(?:[.,]\d+)?$/.test(part));
  const joined = isGrouped ? groups.join("") : compact;
  if (joined.includes(decimalSign)) {
    const [whole, fraction, ...more] = joined.split(decimalSign);
    return more.length === 0 && !fraction?.includes(groupSign) ? `${whole}.${fraction}` : null;
  }
  // 12.5 in a German text: a point that cannot be a group is a decimal point.
  const [whole, fraction, ...more] = joined.split(groupSign);
  if (fraction === undefined) return joined;
  return more.length === 0 ? `${whole}.${fraction}` : null;
}

/** Arabic and other digits as those of ASCII. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  // Every script has its ten digits in a row that begins at a multiple of 16, or at 6 behind one.
  const zero = [...Array(10).keys()].find(
    (value) => !/\p{Nd}/u.test(String.fromCodePoint(code - value - 1)),
  );
  return String(zero ?? digit);
}
