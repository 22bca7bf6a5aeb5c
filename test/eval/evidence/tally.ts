/** Counts of right and wrong verdicts by kind, and the time they took. */
export interface Tally {
  count(kind: string, isWrong: boolean, example?: string): void;
  /** Prints a line per kind, and returns the share that went wrong in all. */
  print(title: string): number;
}

const MAX_EXAMPLES = 3;

export function createTally({
  examples: showsExamples = false,
}: {
  examples?: boolean;
} = {}): Tally {
  const kinds = new Map<string, { total: number; wrong: number; examples: string[] }>();
  return {
    count(kind, isWrong, example) {
      const entry = kinds.get(kind) ?? { total: 0, wrong: 0, examples: [] };
      entry.total += 1;
      if (isWrong) entry.wrong += 1;
      if (isWrong && example && entry.examples.length < MAX_EXAMPLES) entry.examples.push(example);
      kinds.set(kind, entry);
    },
    print(title) {
      let total = 0;
      let wrong = 0;
      console.log(`\n${title}`);
      for (const [kind, entry] of kinds) {
        total += entry.total;
        wrong += entry.wrong;
        console.log(line(kind, entry.wrong, entry.total));
        if (showsExamples) for (const example of entry.examples) console.log(`      ${example}`);
      }
      console.log(line("all", wrong, total));
      return total === 0 ? 0 : wrong / total;
    },
  };
}

function line(kind: string, wrong: number, total: number): string {
  const share = total === 0 ? 0 : (100 * wrong) / total;
  return `  ${kind.padEnd(34)} ${String(wrong).padStart(6)} of ${String(total).padStart(6)}  ${share.toFixed(2).padStart(6)} %`;
}
