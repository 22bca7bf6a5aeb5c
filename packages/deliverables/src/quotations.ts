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

/** Looks for many quotations in the same long texts. */
export class QuotationSearch {
  private readonly comparables = new Map<string, string>();

  isIn(text: string, quotation: string): boolean {
    const searched = this.comparables.get(text) ?? comparable(text);
    this.comparables.set(text, searched);
    return containsInOrder(searched, quotation);
  }
}

/** Whether all parts of the quotation occur in order; an ellipsis or brackets stand for what was changed. */
function containsInOrder(searched: string, quotation: string): boolean {
  let from = 0;
  return quotation.split(/\[[^\]]*\]|…|\.{3,}/).every((part) => {
    const wanted = comparable(part).replace(/^[ .,;:!?]+|[ .,;:!?]+$/g, "");
    const index = searched.indexOf(wanted, from);
    from = index + wanted.length;
    return index >= 0;
  });
}

/** Typography, markup and line breaks differ between a page and its copy; words do not. */
function comparable(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\u00AD\u200B-\u200D\uFEFF*_`]/g, "")
    .replace(/[‘’‚‛“”„‟«»'"]/g, "")
    .replace(/[‐‑‒–—−]/g, "-")
    .replace(/\s+/g, " ")
    .trim();
}
