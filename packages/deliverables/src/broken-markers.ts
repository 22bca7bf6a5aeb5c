export interface BrokenMarker {
  readonly found: string;
  /** The reference in it, that of a claim as `clm:7`; null for a number of the author's own. */
  readonly ref: string | null;
}

const REF = "src_\\w+|(?:p-[a-z0-9]+/)?\\d{1,5}";
/** `[src 7]`, `(src:7)`, `[source:7]`, `src_…` and `src:7` without brackets, the same of claims, and `[1]`. Proper markers are citations already. */
const BROKEN = new RegExp(
  [
    `[[({【]\\s*\\^?(?:src|sources?|quellen?|fuentes?|fontes?|refs?)\\s*[:#.]?\\s*(?<inBrackets>${REF})\\s*[\\])}】]`,
    `(?<![\\w/.-])(?:src:\\s?)?(?<bare>src_\\w{6,})`,
    `(?<![\\w/.-])src:\\s?(?<afterColon>(?:p-[a-z0-9]+/)?\\d{1,5})\\b`,
    "[[({【]\\s*\\^?(?:clm|claims?)\\s*[:#.]?\\s*c?(?<claimInBrackets>\\d{1,5})\\s*[\\])}】]",
    "\\[c(?<handle>[1-9]\\d{0,4})\\]",
    "(?<![\\w/.-])clm:\\s?c?(?<claim>\\d{1,5})\\b",
    "\\[[1-9]\\d{0,2}(?:\\s*[,;–-]\\s*[1-9]\\d{0,2})*\\]",
  ].join("|"),
  "giu",
);

/** What was meant as a citation, but cannot be read as one. */
export function brokenMarkersIn(text: string): BrokenMarker[] {
  return [...text.matchAll(BROKEN)].map(({ 0: found, groups = {} }) => {
    const claim = groups.claimInBrackets ?? groups.handle ?? groups.claim;
    const ref = groups.inBrackets ?? groups.bare ?? groups.afterColon ?? null;
    return { found, ref: claim ? `clm:${claim}` : ref };
  });
}
