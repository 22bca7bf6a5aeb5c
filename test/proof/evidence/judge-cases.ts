import type { Case, Expected, Kind } from "./cases.ts";
import type { Judged } from "./claim-batches.ts";

/** A claim that became something else than it should. */
export interface Mismatch {
  readonly one: Case;
  readonly judged: Judged;
  readonly what: string;
}

export function mismatchesOf(judged: ReadonlyMap<Case, Judged>): Mismatch[] {
  return findMismatches(
    judged,
    (one, claim) => differenceFrom(one.expected, claim) ?? detailMismatch(one, claim),
  );
}

function findMismatches(
  judged: ReadonlyMap<Case, Judged>,
  compare: (one: Case, claim: Judged) => string | null,
): Mismatch[] {
  return [...judged].flatMap(([one, claim]) => {
    const what = compare(one, claim);
    return what === null ? [] : [{ one, judged: claim, what }];
  });
}

/** Of replies that came before all pages were read, without details: a claim is as expected, waits, or is as while its page is unread. */
export function prematureMismatches(judged: ReadonlyMap<Case, Judged>): Mismatch[] {
  return findMismatches(judged, ({ expected, whileUnread = expected }, claim) => {
    const isEarly = [WAITING, whileUnread].some((one) => differenceFrom(one, claim) === null);
    return isEarly ? null : differenceFrom(expected, claim);
  });
}

const WAITING: Expected = { status: "unchecked", level: 0, codes: [] };

function differenceFrom(expected: Expected, judged: Judged): string | null {
  const { status, level, problems = [] } = judged;
  if (status !== expected.status) return "status";
  if (level !== expected.level) return "level";
  const codes = problems.map(({ code }) => code);
  const isSameCode = (code: string, index: number) => code.split("|").includes(codes[index] ?? "");
  if (codes.length !== expected.codes.length || !expected.codes.every(isSameCode)) return "codes";
  return null;
}

function detailMismatch({ expected }: Case, { problems = [] }: Judged): string | null {
  const { closest, reason, unseen } = expected;
  if (closest && !problems.some((problem) => problem.closest?.includes(closest))) return "closest";
  if (reason && !problems.some(({ message }) => message?.includes(reason))) return "reason";
  if (unseen && JSON.stringify(problems).includes(unseen)) return "hidden text is shown";
  return null;
}

/** Of each kind: claims, what they should be, mismatches, and where a closest passage was asked for. */
export function tableOf(
  judged: ReadonlyMap<Case, Judged>,
  mismatches: readonly Mismatch[],
): string {
  const kinds = new Set([...judged.keys()].map(({ kind }) => kind));
  const rows = [...kinds].map((kind) => rowOf(kind, [...judged.keys()], mismatches));
  const head = ["kind", "claims", "status", "level", "codes", "closest", "mismatches"];
  const all = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  return all
    .map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  "))
    .map((line) => line.trimEnd())
    .join("\n");
}

function rowOf(kind: Kind, cases: readonly Case[], mismatches: readonly Mismatch[]): string[] {
  const own = cases.filter((one) => one.kind === kind);
  const expected = own[0]?.expected;
  return [
    kind,
    String(own.length),
    expected?.status ?? "",
    String(expected?.level ?? ""),
    expected?.codes.join(", ") || "none",
    expected?.closest ? "asked for" : "",
    String(mismatches.filter(({ one }) => one.kind === kind).length),
  ];
}

export function describeMismatch({ one, judged, what }: Mismatch): string {
  const { kind, statement, evidence, expected } = one;
  const quotes = evidence.map(({ page, quote }) => `${page.url} ${JSON.stringify(quote)}`);
  return `${kind} (${what}): ${statement}\n  quoted ${quotes.join("; ")}\n  expected ${JSON.stringify(expected)}\n  judged ${JSON.stringify(judged)}`;
}
