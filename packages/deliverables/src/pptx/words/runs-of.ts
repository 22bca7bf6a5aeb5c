import type { Inline } from "../../blocks.ts";
import { DOUBT_MARK } from "../../clean-tree.ts";
import { raisedCitations } from "../../raised-citations.ts";
import type { Palette } from "../../theme/palette.ts";
import type { Run } from "../slide.ts";

/** Inlines as runs: citations are raised numbers, `1, 2` where several stand together. */
export function runsOf(given: readonly Inline[], palette: Palette): Run[] {
  const inlines = raisedCitations(given);
  return inlines.flatMap((inline, index) =>
    runsOfInline(inline, palette, followsCitation(inlines, index)),
  );
}

function runsOfInline(inline: Inline, palette: Palette, isNext: boolean): Run[] {
  switch (inline.kind) {
    case "break":
      return [{ text: "\n" }];
    case "claim":
      return inline.isDoubtful
        ? [{ text: DOUBT_MARK, raised: true, bold: true, colour: palette.wrong }]
        : [];
    case "citation": {
      const text = `${isNext ? ",\u202f" : ""}${inline.number}`;
      return [{ text, raised: true, colour: palette.accent }];
    }
    case "text":
      return [textRun(inline)];
  }
}

function textRun({ kind: _, isUnresolved: __, ...inline }: Inline & { kind: "text" }): Run {
  return { ...inline, text: inline.text.replaceAll("\n", " ") };
}

/** Claims without a mark do not part two numbers. */
function followsCitation(inlines: readonly Inline[], index: number): boolean {
  const before = inlines
    .slice(0, index)
    .findLast((inline) => inline.kind !== "claim" || inline.isDoubtful);
  return before?.kind === "citation";
}
