import type { ResearchDocument } from "../document.ts";
import type { TextMeasure } from "./measure-text.ts";

/** What depends on how long a document is. */
export interface PagePlan {
  readonly hasCover: boolean;
  readonly hasContents: boolean;
  /** Whether the contents have page numbers, for which every page is laid out. */
  readonly hasPageNumbers: boolean;
  /** Of headings in the contents. */
  readonly levels: 1 | 2;
  /** Whether sections begin on new pages, so that a page number that was estimated wrongly makes no other wrong. */
  readonly hasPageBreaks: boolean;
}

const MIN_PAGES_FOR_COVER = 3;
const MIN_PAGES_FOR_CONTENTS = 6;
const MIN_PAGES_OF_LONG_REPORT = 31;

/** Some 120 pages of text. Longer documents have contents with links alone. */
const MAX_LAYOUT_MS = 10_000;

export function planFor(
  { pages, layoutMs }: TextMeasure,
  { theme, direction }: Pick<ResearchDocument, "theme" | "direction">,
): PagePlan {
  const isLongEnough = pages >= MIN_PAGES_FOR_COVER;
  const hasContents = pages >= MIN_PAGES_FOR_CONTENTS;
  // The widths of letters that join are guessed.
  const isGuessed = direction === "rtl" && hasContents;
  const hasPageBreaks = isGuessed || pages >= MIN_PAGES_OF_LONG_REPORT;
  return {
    hasCover: theme.cover === "always" || (theme.cover === "auto" && isLongEnough),
    hasContents,
    hasPageNumbers: layoutMs <= MAX_LAYOUT_MS,
    levels: hasPageBreaks ? 1 : 2,
    hasPageBreaks,
  };
}
