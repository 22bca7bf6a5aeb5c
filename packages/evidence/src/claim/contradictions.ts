import { type PreparedText, prepareText } from "../prepare-text.ts";
import type { Claim } from "./claim.ts";
import { contentWords } from "./coverage.ts";
import { type Figure, figuresOf, isSameFigure } from "./figures.ts";

/** Two claims of a plan that give different figures for the same thing. */
export interface Contradiction {
  readonly claimId: string;
  readonly otherId: string;
  readonly figure: string;
  readonly otherFigure: string;
}

const MAX_CLAIMS = 2_000;
const MAX_CONTRADICTIONS = 200;

/** Compares claims with one figure each whose subject, years and unit are the same. */
export function findContradictions(
  claims: readonly Pick<Claim, "id" | "statement">[],
): Contradiction[] {
  const bySubject = new Map<string, { id: string; figure: Figure }[]>();
  const found: Contradiction[] = [];
  for (const { id, statement } of claims.slice(0, MAX_CLAIMS)) {
    const subject = subjectOf(prepareText(statement));
    if (!subject) continue;
    const { figure, key } = subject;
    const others = bySubject.get(key) ?? [];
    for (const other of others) {
      const isSame = isSameFigure(figure, other.figure) || isSameFigure(other.figure, figure);
      if (isSame || found.length >= MAX_CONTRADICTIONS) continue;
      found.push({
        claimId: other.id,
        otherId: id,
        figure: other.figure.text,
        otherFigure: figure.text,
      });
    }
    bySubject.set(key, [...others, { id, figure }]);
  }
  return found;
}

/** What the one figure of a statement is about, or null when it has none or several. */
function subjectOf(statement: PreparedText): { figure: Figure; key: string } | null {
  const figures = figuresOf(statement);
  const [figure, ...others] = figures.filter(({ isYear }) => !isYear);
  if (!figure || others.length > 0) return null;
  const years = figures.filter(({ isYear }) => isYear).map(({ key }) => key);
  const words = [...contentWords(statement)].sort();
  return words.length === 0
    ? null
    : { figure, key: [...words, ...years.sort(), figure.unit].join(" ") };
}
