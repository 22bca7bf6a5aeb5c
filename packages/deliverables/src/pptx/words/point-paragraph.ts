import type { TextParagraph } from "../slide.ts";
import { paragraphOf, type SlideContext } from "../slide-context.ts";
import type { Point } from "./points-of.ts";

const SPACE_AFTER = 8;

/** A point as it looks in a text. */
export function pointParagraph(context: SlideContext, point: Point): TextParagraph {
  const { kind, inlines, number, level } = point;
  const deeper = level > 0 ? { level } : {};
  const plain = paragraphOf(context, inlines, { spaceAfter: SPACE_AFTER, ...deeper });
  switch (kind) {
    case "heading": {
      const look = { bold: true, colour: context.palette.deep };
      return { ...plain, runs: plain.runs.map((run) => ({ ...run, ...look })), spaceAfter: 3 };
    }
    case "item":
      return { ...plain, mark: number === undefined ? "dash" : { number } };
    case "quote":
      return {
        ...plain,
        runs: plain.runs.map((run) => (run.raised ? run : { ...run, italic: true })),
      };
    case "text":
    case "code":
      return plain;
  }
}
