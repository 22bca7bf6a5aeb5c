import {
  DeletedTextRun,
  InsertedTextRun,
  type IRunOptions,
  type ParagraphChild,
  TextRun,
} from "docx";
import type { Inline } from "../../blocks.ts";
import type { Look } from "../look.ts";
import { citationLook, inlineRuns, lookOfText, SEPARATOR } from "../runs.ts";
import type { NextMark } from "./change-marks.ts";
import { compareInlines } from "./compare-inlines.ts";

export interface Changing {
  readonly look: Look;
  readonly nextMark: NextMark;
}

export type Letters = Omit<IRunOptions, "text">;

/** The words of both versions, those of one alone marked as added or removed. */
export function changedRuns(
  before: readonly Inline[] | null,
  after: readonly Inline[] | null,
  changing: Changing,
  letters: Letters = {},
): ParagraphChild[] {
  if (!before || !after) {
    const marked = before ? deletedRuns : insertedRuns;
    return marked(before ?? after ?? [], changing, letters);
  }
  const runs = compareInlines(before, after);
  return runs.flatMap((run, index) => {
    const { look } = changing;
    const isFollowing = runs[index - 1]?.after.at(-1)?.kind === "citation";
    if (!run.isSame) {
      return [
        ...deletedRuns(run.before, changing, letters),
        ...insertedRuns(run.after, changing, letters, isFollowing),
      ];
    }
    const isSeparated = isFollowing && run.after[0]?.kind === "citation";
    const separator = isSeparated ? [new TextRun({ text: SEPARATOR, ...citationLook(look) })] : [];
    return [...separator, ...inlineRuns(run.after, look, letters)];
  });
}

function insertedRuns(
  inlines: readonly Inline[],
  { look, nextMark }: Changing,
  letters: Letters,
  isFollowing = false,
) {
  return runOptions(inlines, look, letters, isFollowing).map(
    (options) => new InsertedTextRun({ ...options, ...nextMark() }),
  );
}

function deletedRuns(inlines: readonly Inline[], { look, nextMark }: Changing, letters: Letters) {
  return runOptions(inlines, look, letters).map(
    (options) => new DeletedTextRun({ ...options, ...nextMark() }),
  );
}

/** Links are left out of changes: Word would keep the address of a link whose words were rejected. */
function runOptions(
  inlines: readonly Inline[],
  look: Look,
  letters: Letters,
  isFollowing = false,
): IRunOptions[] {
  return inlines.flatMap((inline, index): IRunOptions[] => {
    if (inline.kind === "break") return [{ break: 1 }];
    if (inline.kind === "claim") {
      return inline.isDoubtful
        ? [{ text: "?", ...citationLook(look), color: look.palette.wrong }]
        : [];
    }
    if (inline.kind === "text") return [{ text: inline.text, ...letters, ...lookOfText(inline) }];
    const isNext = index === 0 ? isFollowing : inlines[index - 1]?.kind === "citation";
    return [{ text: `${isNext ? SEPARATOR : ""}${inline.number}`, ...citationLook(look) }];
  });
}
