import { diffSequences } from "../../comparison/diff-sequences.ts";
import { pairBlocks } from "../../comparison/pair-blocks.ts";
import type { ChangeUnit } from "./change-unit.ts";

/** A piece of the newer version with the one it came from; one of them is missing where it was added or removed. */
export type UnitChange =
  | { readonly before: ChangeUnit; readonly after: ChangeUnit }
  | { readonly before: null; readonly after: ChangeUnit }
  | { readonly before: ChangeUnit; readonly after: null };

const MAX_EDITS = 2_000;

/** Both versions in one order. */
export function compareUnits(
  before: readonly ChangeUnit[],
  after: readonly ChangeUnit[],
): UnitChange[] {
  const runs = diffSequences(before, after, { keyOf, maxEdits: MAX_EDITS });
  return runs.flatMap((run) =>
    run.isSame
      ? run.after.map(
          (unit, index): UnitChange => ({ before: run.before[index] ?? unit, after: unit }),
        )
      : pairBlocks(run.before, run.after).flatMap(
          ({ before: old, after: current }): UnitChange[] => {
            if (old && current) return [{ before: old, after: current }];
            if (current) return [{ before: null, after: current }];
            return old ? [{ before: old, after: null }] : [];
          },
        ),
  );
}

function keyOf({ kind, level, text, source }: ChangeUnit): string {
  return `${kind} ${level} ${source ?? ""} ${text}`;
}
