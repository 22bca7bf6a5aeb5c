import type { Figures, TaskFigures } from "./figures.ts";

export interface Budget {
  readonly name: string;
  readonly limit: number;
  readonly unit: string;
  spent(figures: Figures): number;
}

/** The most that research through these tools may cost a model. */
export const BUDGETS: readonly Budget[] = [
  tokens("tools and instructions", 3_200, ({ definitions }) => definitions.tokens),
  tokens("skills that a scan reads", 3_000, ({ skills }) => skills.scan.tokens),
  tokens("skills that a deep research reads", 6_000, ({ skills }) => skills.deep.tokens),
  calls("scan", 9, ({ tasks }) => tasks.scan.calls),
  tokens("written in a scan", 3_000, ({ tasks }) => tasks.scan.written.tokens),
  calls("deep with one checkpoint", 26, ({ tasks }) => tasks.deep.calls),
  tokens("written in a deep", 11_000, ({ tasks }) => tasks.deep.written.tokens),
  calls("resume", 2, ({ tasks }) => tasks.resume.calls),
  calls("follow-up", 8, ({ tasks }) => tasks["follow-up"].calls),
  bookkeeping("scan", ({ tasks }) => tasks.scan),
  bookkeeping("deep", ({ tasks }) => tasks.deep),
  bookkeeping("follow-up", ({ tasks }) => tasks["follow-up"]),
];

function tokens(name: string, limit: number, spent: Budget["spent"]): Budget {
  return { name, limit, unit: "tokens", spent };
}

function calls(name: string, limit: number, spent: Budget["spent"]): Budget {
  return { name, limit, unit: "calls", spent };
}

function bookkeeping(name: string, task: (figures: Figures) => TaskFigures): Budget {
  const spent = (figures: Figures) => bookkeepingShare(task(figures));
  return { name: `bookkeeping in a ${name}`, limit: 25, unit: "% of the calls", spent };
}

export function bookkeepingShare({ bookkeeping, calls }: TaskFigures): number {
  return Math.round((100 * bookkeeping) / calls);
}
