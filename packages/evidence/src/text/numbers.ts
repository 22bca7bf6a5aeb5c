import { foldDigits } from "./fold-word.ts";

const FRACTIONS: Readonly<Record<string, number>> = {
  "½": 0.5,
  "⅓": 0.333333,
  "⅔": 0.666667,
  "¼": 0.25,
  "¾": 0.75,
  "⅛": 0.125,
};

/**
 * The value of a figure as a string, the same for every way of writing it. A point or comma before exactly
 * three digits groups thousands, in whatever language: the two readings cannot be told apart.
 */
export function canonicalNumber(raw: string): string {
  const fraction = /^(\d*)([½⅓⅔¼¾⅛])$/u.exec(raw);
  if (fraction) return String(Number(fraction[1] || "0") + (FRACTIONS[fraction[2] ?? ""] ?? 0));
  const ratio = /^(\d)\/([2-8])$/.exec(foldDigits(raw));
  if (ratio) return String(Number((Number(ratio[1]) / Number(ratio[2])).toFixed(6)));
  const text = foldDigits(raw)
    .replace(/(\d)[\s'’٬\u00a0\u2009\u202f](?=\d{3})/gu, "$1")
    .replace(/[٫·．]/gu, ".")
    .replaceAll("，", ",");
  if (/^\d+$/.test(text)) return text;
  if (/^[1-9]\d{0,2}([.,])\d{3}(\1\d{3})*$/.test(text)) return text.replace(/[.,]/g, "");
  if (/^[1-9]\d?(,\d{2})+,\d{3}$/.test(text)) return text.replaceAll(",", "");
  const grouped = /^([1-9]\d{0,2}(?:([.,])\d{3})(?:\2\d{3})*)[.,](\d+)$/.exec(text);
  if (grouped) return decimal((grouped[1] ?? "").replace(/[.,]/g, ""), grouped[3] ?? "");
  const plain = /^(\d+)[.,](\d+)$/.exec(text);
  if (plain) return decimal(plain[1] ?? "", plain[2] ?? "");
  return text.replaceAll(",", ".");
}

/** The value times a scale, such as 12 and a million; dates and versions have none. */
export function scaleNumber(value: string, scale: number): string | undefined {
  if (!/^-?\d{1,12}(?:\.\d+)?$/.test(value)) return undefined;
  return plainNumber(Number((Number(value) * scale).toPrecision(12)));
}

function plainNumber(value: number): string {
  return Number.isInteger(value) && Math.abs(value) >= 1e15
    ? BigInt(value).toString()
    : String(value);
}

function decimal(whole: string, fraction: string): string {
  const digits = fraction.replace(/0+$/, "");
  return digits.length > 0 ? `${whole}.${digits}` : whole;
}
