/** Hostile text for the expression parser, the same for the same seed. For tests and proofs. */
import fc from "fast-check";

const FRAGMENTS = [
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "constructor.constructor",
  "__defineGetter__",
  "result",
  "confidence",
  "a",
  "0",
  "-1",
  "1e999",
  "1e-999",
  "'x'",
  '"y"',
  "'\\",
  '"\\u0000"',
  "===",
  "!==",
  ">=",
  "<",
  "=",
  "&&",
  "||",
  "&",
  "|",
  "!",
  "(",
  ")",
  "[",
  "]",
  "{",
  "}",
  "`",
  "$",
  "${",
  "?.",
  "??",
  "=>",
  ";",
  "//",
  "/*",
  "\0",
  "\ud800",
  "\udfff",
  "\u202e",
  "\ufeff",
  "💥",
  "ｗｉｄｅ",
  "a".repeat(1000),
  ".".repeat(50),
  " ",
  "\n",
  "true",
  "null",
  "process.exit(1)",
  "require('fs')",
  "this",
];

const HUGE = [
  "(".repeat(100_000),
  "!".repeat(100_000),
  `${"(".repeat(50_000)}a > 1${")".repeat(50_000)}`,
  "a>1&&".repeat(20_000),
  `a === '${"x".repeat(100_000)}'`,
  `a === '${"\\\\".repeat(4_990)}'`,
  `${"a.".repeat(4_990)}a > 1`,
  "1".repeat(100_000),
  `a > ${"1".repeat(9_990)}`,
  `a > ${"1".repeat(9_990)}x`,
  `a > 1${"e".repeat(9_990)}`,
  " ".repeat(100_000),
  " ".repeat(9_999),
  "\0".repeat(100_000),
  "💥".repeat(4_000),
  `${"-".repeat(9_999)}`,
  `${"a-".repeat(4_999)}`,
  `${"(a>1)||".repeat(400)}a>1`,
];

export function hostileExpressions({ count, seed }: { count: number; seed: number }): string[] {
  const soup = fc
    .array(fc.constantFrom(...FRAGMENTS), { maxLength: 40 })
    .map((parts) => parts.join(""));
  const spaced = fc
    .array(fc.constantFrom(...FRAGMENTS), { maxLength: 40 })
    .map((parts) => parts.join(" "));
  const binary = fc.string({ unit: "binary", maxLength: 200 });
  // Comparisons that are nearly right, with one character dropped or replaced.
  const damaged = fc
    .tuple(
      fc.constantFrom(...NEARLY_RIGHT),
      fc.nat(),
      fc.constantFrom("", "\0", "(", "'", "=", "."),
    )
    .map(([text, index, character]) => {
      const at = index % text.length;
      return text.slice(0, at) + character + text.slice(at + 1);
    });
  const generated = fc.sample(fc.oneof(soup, spaced, binary, damaged), {
    numRuns: count - HUGE.length,
    seed,
  });
  return [...HUGE, ...generated];
}

const NEARLY_RIGHT = [
  "confidence < 0.7 && result.gaps.length > 0",
  "!(result.__proto__ === null) || stepType !== 'critique'",
  'result.items.0.title === "a \\" quote" && (confidence >= 1e-2)',
];
