import { detectLanguage } from "../lexicon/detect-language.ts";
import { type PreparedText, prepareText } from "../prepare-text.ts";
import type { Claim } from "./claim.ts";
import { contentWords, stemOf } from "./coverage.ts";
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
  const compared = claims.slice(0, MAX_CLAIMS);
  // One statement is often too short to tell its language.
  const language = detectLanguage(compared.map(({ statement }) => statement).join("\n"));
  for (const { id, statement } of compared) {
    const subject = subjectOf(prepareText(statement, { language }));
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
  const [figure, ...further] = figures.filter(({ isYear }) => !isYear);
  if (!figure || further.length > 0) return null;
  if (contentWords(statement).size === 0) return null;
  const others = otherWords(statement, figure);
  return { figure, key: [...others.sort(), figure.unit].join(" ") };
}

/** All words beside the figure, short ones and small numbers too: group A is not group B, nor station 1 station 2. */
function otherWords(statement: PreparedText, figure: Figure): string[] {
  const { articles, prepositions } = statement.lexicon;
  const words = new Set(statement.keys);
  return [...words]
    .filter(
      (word) => word.slice(1) !== figure.key && !articles.has(word) && !prepositions.has(word),
    )
    .map((word) => stemOf(word));
}
