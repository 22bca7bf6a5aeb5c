import { FAULTS, type Fault } from "./faults.ts";
import type { Figures } from "./figures.ts";
import type { ReadinessWatch } from "./readiness-watch.ts";

/** A fault and what came of it. */
export interface Round {
  readonly fault: Fault;
  readonly figures: Figures;
  /** After how long there was another primary. */
  readonly replacedMs: number | null;
  readonly missing: number;
  readonly givenTwice: number;
  /** How often a server said that it is ready although no call succeeded. */
  readonly falselyReady: number;
}

/** A server notices within this time that its database is gone. */
const NOTICED_MS = 5_000;
/** Clients notice a little later than the server that it is back: they pause between two attempts. */
const RETRIED_MS = 2_500;

/** Answers of "ready" within gaps, apart from their beginning and their end. */
export function readyInGaps(
  watch: Pick<ReadinessWatch, "between">,
  gaps: readonly (readonly [number, number])[],
): number {
  return gaps.reduce((sum, [from, to]) => {
    const answers = watch.between(from + NOTICED_MS, to - RETRIED_MS);
    return sum + answers.filter(({ isReady }) => isReady).length;
  }, 0);
}

export function printTable(rounds: readonly Round[]): void {
  const rows = FAULTS.flatMap((fault) => {
    const ofKind = rounds.filter((round) => round.fault === fault);
    if (ofKind.length === 0) return [];
    const sum = (count: (round: Round) => number) =>
      ofKind.reduce((total, round) => total + count(round), 0);
    return [
      {
        fault,
        runs: ofKind.length,
        "gap, s": range(ofKind.map(({ figures }) => figures.gapMs / 1000)),
        "of that until another primary, s": range(
          ofKind.flatMap(({ replacedMs }) => (replacedMs === null ? [] : [replacedMs / 1000])),
        ),
        "slowest answer, s": range(ofKind.map(({ figures }) => figures.slowestMs / 1000)),
        ok: sum(({ figures }) => figures.ok),
        "sent again": sum(({ figures }) => figures.repeated),
        missing: sum(({ missing }) => missing),
        "given twice": sum(({ givenTwice }) => givenTwice),
        "falsely ready": sum(({ falselyReady }) => falselyReady),
      },
    ];
  });
  console.table(rows);
}

function range(values: readonly number[]): string {
  if (values.length === 0) return "–";
  const [least, most] = [Math.min(...values), Math.max(...values)].map((value) => value.toFixed(1));
  return least === most ? `${least}` : `${least}–${most}`;
}
