import { figuresOf, missingFigures, prepareText } from "@trovella/evidence";
import { createRandom } from "./random.ts";
import type { ClaimRow } from "./read-lines.ts";
import { TAMPERING } from "./tampering.ts";

export type NumberShares = {
  /** Share of the complaints about figures that were changed. */
  readonly precision: number;
  /** Share of the changed figures that were complained about. */
  readonly recall: number;
};

const SENTENCES_PER_TEXT = 6;
const REWRITES: readonly (readonly [RegExp, string])[] = [
  [/(?<![\d.,])(\d{1,3}),(\d{3})(?![\d.,])/g, "$1 $2"],
  [/(\d) ?%/g, "$1 percent"],
  [/(\d) percent(?!age)/g, "$1 %"],
  [/(\d) million/g, "$1m"],
];

/** Figures of sentences, once rewritten and once changed, looked for in the text they come from. */
export function evaluateNumbers(rows: readonly ClaimRow[]): NumberShares {
  const random = createRandom(11);
  const counts = { rewritten: 0, alarms: 0, changed: 0, found: 0 };
  const change = TAMPERING["number plus one"];
  for (const text of new Set(rows.flatMap(({ evidence }) => evidence.map((entry) => entry.text)))) {
    const passage = [prepareText(text, { language: "en" })];
    for (const sentence of text.split(/(?<=[.!?])\s+(?=\p{Lu})/u).slice(0, SENTENCES_PER_TEXT)) {
      const figures = figuresOf(prepareText(sentence, { language: "en" }));
      if (figures.length === 0) continue;
      counts.rewritten += figures.length;
      counts.alarms += missingFigures(
        prepareText(rewrite(sentence), { language: "en" }),
        passage,
      ).length;
      const changed = change?.(sentence, random, "");
      if (!changed || isElsewhere(sentence, changed, text)) continue;
      counts.changed += 1;
      counts.found += Math.min(
        1,
        missingFigures(prepareText(changed, { language: "en" }), passage).length,
      );
    }
  }
  return report(counts, rows);
}

function rewrite(sentence: string): string {
  return REWRITES.reduce((text, [pattern, to]) => text.replace(pattern, to), sentence);
}

/** Whether the changed figure also stands in the text, or is a digit that is not checked. */
function isElsewhere(sentence: string, changed: string, text: string): boolean {
  const before = new Set(
    figuresOf(prepareText(sentence, { language: "en" })).map(({ key }) => key),
  );
  const fresh = figuresOf(prepareText(changed, { language: "en" })).filter(
    ({ key }) => !before.has(key),
  );
  const known = new Set(figuresOf(prepareText(text, { language: "en" })).map(({ key }) => key));
  return fresh.length === 0 || fresh.every(({ key }) => known.has(key));
}

function report(
  {
    rewritten,
    alarms,
    changed,
    found,
  }: { rewritten: number; alarms: number; changed: number; found: number },
  rows: readonly ClaimRow[],
): NumberShares {
  const precision = found / Math.max(1, found + alarms);
  const recall = found / Math.max(1, changed);
  console.log("\nFigures");
  console.log(`  rewritten, complained about        ${alarms} of ${rewritten}`);
  console.log(`  changed, complained about          ${found} of ${changed}`);
  console.log(`  precise ${(100 * precision).toFixed(1)} %, found ${(100 * recall).toFixed(1)} %`);
  for (const support of ["supported", "partly", "missing"] as const) {
    const claims = rows.filter(
      (row) => row.support === support && figuresOf(prepareText(row.claim)).length > 0,
    );
    const complaints = claims.filter(({ claim, evidence }) => hasMissing(claim, evidence));
    console.log(
      `  claims judged ${support.padEnd(20)} ${complaints.length} of ${claims.length} with figures that the evidence lacks`,
    );
  }
  return { precision, recall };
}

function hasMissing(claim: string, evidence: ClaimRow["evidence"]): boolean {
  const passages = evidence.map(({ text }) => prepareText(text));
  return missingFigures(prepareText(claim), passages).length > 0;
}
