import type { PageNumberEstimator } from "docx";
import { estimatePageNumbersWith } from "docx/layout";
import type { Look } from "./look.ts";

/** Always with a guess: a missing number looks broken. */
const estimate: PageNumberEstimator = estimatePageNumbersWith({ guess: true });
const HEADING = /^\{"w:p":\[\{"w:pPr":\[\{"w:pStyle":\{"_attr":\{"w:val":"Heading1"/;

/**
 * Works out the numbers in the contents, whose entries begin on the side that the document does. What follows the last
 * heading moves none of them, so a long appendix need not be laid out.
 */
export function pageNumbersFor(
  { isRightToLeft }: Look,
  { hasLongAppendix }: { readonly hasLongAppendix: boolean },
): PageNumberEstimator {
  const estimator: PageNumberEstimator = (body, context) => {
    if (isRightToLeft) mirrorContents(body);
    if (!hasLongAppendix) return estimate(body, context);
    const { bookmarks } = estimate(untilLastHeading(body), context);
    return { bookmarks };
  };
  return Object.assign(estimator, { listNumbers: estimate.listNumbers });
}

function untilLastHeading(body: Parameters<PageNumberEstimator>[0]): typeof body {
  const children: unknown = body["w:body"];
  if (!Array.isArray(children)) return body;
  const last = children.findLastIndex((child) => HEADING.test(JSON.stringify(child)));
  // The last child holds the size of the pages.
  return { ...body, "w:body": [...children.slice(0, last + 1), children.at(-1)] };
}

/** The library writes the entries itself, from left to right. The direction is the last of their properties. */
function mirrorContents(element: unknown): void {
  for (const [name, children] of elementsIn(element)) {
    const isEntry = name === "w:pPr" && isContentsStyle(children);
    if (isEntry) children.push({ "w:bidi": {} });
    else if (name !== "w:r") mirrorContents(children);
  }
}

function elementsIn(content: unknown): [string, unknown[]][] {
  const items: unknown[] = Array.isArray(content) ? content : [content];
  return items.flatMap((item) =>
    typeof item === "object" && item !== null
      ? Object.entries(item).filter((entry): entry is [string, unknown[]] =>
          Array.isArray(entry[1]),
        )
      : [],
  );
}

function isContentsStyle(properties: readonly unknown[]): boolean {
  return /"w:pStyle":\{"_attr":\{"w:val":"TOC\d"/.test(JSON.stringify(properties[0] ?? null));
}
