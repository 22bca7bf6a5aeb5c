import type { Replies } from "../../../api/api.ts";
import { plural, t } from "../../../language/messages.ts";

export type PlanResult = Replies["researchPlan"]["result"];
export type CitationCheck = Replies["researchPlan"]["citationCheck"];
type Code = keyof CitationCheck["counts"];

/** "{count} …" for every kind of finding, the gravest first. */
const PROBLEMS: Readonly<Record<Code, (count: number) => string>> = {
  CLAIM_CONTRADICTED: (n) =>
    plural(n, "{count} claim contradicted by a source", "{count} claims contradicted by a source"),
  CLAIM_UNSUPPORTED: (n) =>
    plural(
      n,
      "{count} claim not found in its sources",
      "{count} claims not found in their sources",
    ),
  CLAIM_MISQUOTED: (n) =>
    plural(n, "{count} claim stated otherwise", "{count} claims stated otherwise"),
  QUOTE_NOT_FOUND: (n) => plural(n, "{count} quote not found", "{count} quotes not found"),
  QUOTE_ALTERED: (n) =>
    plural(n, "{count} quote differs from its source", "{count} quotes differ from their sources"),
  UNRESOLVED_MARKER: (n) =>
    plural(n, "{count} citation leads nowhere", "{count} citations lead nowhere"),
  BROKEN_MARKER: (n) => plural(n, "{count} unreadable citation", "{count} unreadable citations"),
  OWN_NUMBERING: (n) =>
    plural(n, "{count} number without a source", "{count} numbers without a source"),
  FIGURE_WITHOUT_CLAIM: (n) =>
    plural(n, "{count} figure without a claim", "{count} figures without a claim"),
  FINDING_WITHOUT_SOURCE: (n) =>
    plural(n, "{count} statement without a source", "{count} statements without a source"),
  CLAIM_WEAK: (n) => plural(n, "{count} weak claim", "{count} weak claims"),
  SOURCE_WITHOUT_LINK: (n) =>
    plural(n, "{count} source without a link", "{count} sources without a link"),
};

const CODES = Object.keys(PROBLEMS) as Code[];
/** Said by "31 of 34 statements cited" already. */
const IN_SHARE: Code = "FINDING_WITHOUT_SOURCE";

/** "31 of 34 statements cited, 2 quotes not found". */
export function citationLine({ statements, counts }: CitationCheck): string {
  const { total, cited } = statements;
  const share =
    total === 0
      ? t("No statements that need a source")
      : plural(total, "{cited} of {count} statement cited", "{cited} of {count} statements cited", {
          cited,
        });
  const isSaid = (code: Code) => code === IN_SHARE && total > 0 && cited < total;
  const others = CODES.filter((code) => !isSaid(code)).flatMap((code) => {
    const count = counts[code] ?? 0;
    return count > 0 ? [PROBLEMS[code](count)] : [];
  });
  return [share, ...others].join(", ");
}

export function isClean({ statements, counts }: CitationCheck): boolean {
  return statements.cited === statements.total && Object.keys(counts).length === 0;
}

export interface CitationProblem {
  readonly code: string;
  readonly words: string;
  /** The places in the report, as far as they are listed. */
  readonly places: readonly string[];
  /** How many more there are. */
  readonly more: number;
}

/** What the check found, by kind. */
export function citationProblems({ findings, counts }: CitationCheck): CitationProblem[] {
  return CODES.flatMap((code) => {
    const count = counts[code] ?? 0;
    if (count === 0) return [];
    const places = findings
      .filter((finding) => finding.code === code)
      .flatMap(({ excerpt, sourceId }) => excerpt ?? sourceId ?? []);
    return [{ code, words: PROBLEMS[code](count), places, more: count - places.length }];
  });
}
