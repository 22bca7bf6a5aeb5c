/** Fuzzes the expression parser with 100,000 hostile strings: outcomes, maximum of parser steps, slowest time. */
import { AppError } from "@trovella/foundation";
import { evaluateExpression } from "@trovella/plan-engine";
import { hostileExpressions } from "@trovella/testing/engine/hostile-expressions";
import { parseExpression } from "../../packages/plan-engine/src/expression/parser.ts";

const seed = Number(process.argv[2] ?? 1);
const texts = hostileExpressions({ count: 100_000, seed });
const outcomes = { boolean: 0, refused: 0 };
let maxSteps = 0;
let slowestMs = 0;

for (const text of texts) {
  const meter = { steps: 0 };
  const startedAt = performance.now();
  outcomes[outcomeOf(text, meter)] += 1;
  slowestMs = Math.max(slowestMs, performance.now() - startedAt);
  maxSteps = Math.max(maxSteps, meter.steps);
}
console.log(
  `${texts.length} hostile strings (seed ${seed}): ${outcomes.boolean} evaluated, ${outcomes.refused} refused, ` +
    `0 other errors; at most ${maxSteps} parser steps; slowest ${slowestMs.toFixed(2)} ms`,
);

function outcomeOf(text: string, meter: { steps: number }): keyof typeof outcomes {
  try {
    evaluateExpression(parseExpression(text, meter), { result: { a: 2 }, confidence: 1 });
    return "boolean";
  } catch (error) {
    if (error instanceof AppError && error.code === "INVALID_EXPRESSION") return "refused";
    throw error;
  }
}
