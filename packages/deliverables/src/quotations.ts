import { checkQuote, type PreparedText, prepareText, type QuoteCheck } from "@trovella/evidence";

/** “…”, „…“, "…", «…» and »…«. */
const QUOTATION = /“([^“”]+)”|„([^„“”]+)[“”]|"([^"]+)"|«([^«»]+)»|»([^«»]+)«/gu;
/** What is shorter is a name or a turn of phrase rather than a quotation. */
const MIN_WORDS = 4;

/** The quotations in a text, without their marks. */
export function quotationsIn(text: string): string[] {
  return [...text.matchAll(QUOTATION)]
    .map(([, ...groups]) => groups.find((group) => group !== undefined)?.trim() ?? "")
    .filter((quotation) => (quotation.match(/[\p{L}\p{N}]+/gu)?.length ?? 0) >= MIN_WORDS);
}

/** The work that looking for quotations may take: texts are searched from end to end where one is not found at once. */
const MAX_SEARCHED_CHARACTERS = 30_000_000;

/** Looks for many quotations in the same long texts. */
export class QuotationSearch {
  private readonly prepared = new Map<string, PreparedText>();
  private searched = 0;

  /** How the text comes closest to the quotation; null when too much was searched already. */
  check(text: string, quotation: string): QuoteCheck | null {
    this.searched += text.length;
    if (this.searched > MAX_SEARCHED_CHARACTERS) return null;
    const prepared = this.prepared.get(text) ?? prepareText(text);
    this.prepared.set(text, prepared);
    return checkQuote(prepared, quotation);
  }
}
