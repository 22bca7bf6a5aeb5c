/** How often the quote check refuses honest quotes and accepts false ones, without any model. */
import { parseArgs } from "node:util";
import { evaluateNumbers } from "./evidence/evaluate-numbers.ts";
import { evaluateCopies, evaluateSentences, evaluateSet } from "./evidence/evaluate-quotes.ts";
import {
  type ClaimRow,
  type PassageRow,
  type QuoteRow,
  readLines,
  type SetRow,
} from "./evidence/read-lines.ts";

const HELP = `Usage: npm run eval:evidence -- [--data DIR] [--set DIR] [--examples]

  --data DIR   quotesum.quotes.jsonl and expertqa.claims.jsonl: quotes that people copied, and sentences of the
               passages with harmless noise and with tampering
  --set DIR    passages.jsonl {"id","language","text"} and quotes.jsonl {"id","passage","quote",
               "expected":"accept"|"refuse","kind"}; kinds that begin with ellipsis_hides_ are counted apart
  --examples   also print some of the quotes that were judged wrong
  --help       this text

Prints refused honest and accepted false quotes per kind. Exits with 1 when a goal is missed.`;

/** Shares that must not be exceeded. */
const GOALS = {
  data: { refused: 0.005, accepted: 0.0002 },
  figures: { imprecise: 0.05 },
  set: { refused: 0.08, accepted: 0.01, hidden: 0.2 },
};

const { values } = parseArgs({
  options: {
    data: { type: "string" },
    set: { type: "string" },
    examples: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});
const { data, set, examples, help } = values;
if (help || (data === undefined && set === undefined)) {
  console.log(HELP);
  process.exit(help ? 0 : 2);
}

if (data !== undefined) {
  const copies = evaluateCopies(readLines<QuoteRow>(data, "quotesum.quotes.jsonl"), { examples });
  check("copied by people", copies, GOALS.data);
  const claims = readLines<ClaimRow>(data, "expertqa.claims.jsonl");
  check("sentences", evaluateSentences(claims, { examples }), GOALS.data);
  const { precision } = evaluateNumbers(claims);
  check("figures", { imprecise: 1 - precision }, GOALS.figures);
}
if (set !== undefined) {
  const passages = readLines<PassageRow>(set, "passages.jsonl");
  const quotes = readLines<SetRow>(set, "quotes.jsonl");
  check("set", evaluateSet(passages, quotes, { examples }), GOALS.set);
}

function check(
  name: string,
  shares: Readonly<Record<string, number>>,
  goals: Readonly<Record<string, number>>,
): void {
  console.log("");
  for (const [kind, goal] of Object.entries(goals)) {
    const share = shares[kind] ?? 0;
    const isReached = share <= goal;
    const figures = `${(100 * share).toFixed(3)} % (goal ≤ ${100 * goal} %)`;
    console.log(`${name}: ${kind} ${figures}: ${isReached ? "reached" : "MISSED"}`);
    if (!isReached) process.exitCode = 1;
  }
}
