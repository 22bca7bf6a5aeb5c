import { type FileChild, TableOfContents } from "docx";
import { type Look, paragraph, words } from "./look.ts";
import type { PagePlan } from "./page-plan.ts";

/** The contents, whose entries lead to their headings. */
export function contentsChildren(
  look: Look,
  { levels, hasPageNumbers }: Pick<PagePlan, "levels" | "hasPageNumbers">,
): FileChild[] {
  const title = look.labels.contents;
  const range = `1-${levels}`;
  return [
    paragraph(look, { style: "Label", keepNext: true, children: [words(title)] }),
    // Without page numbers Word would ask on opening whether to fill them in.
    new TableOfContents(title, {
      hyperlink: true,
      headingStyleRange: range,
      beginDirty: false,
      ...(hasPageNumbers ? {} : { pageNumbersEntryLevelsRange: range }),
    }),
  ];
}
