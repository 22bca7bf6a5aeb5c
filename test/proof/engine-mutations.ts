/** Mutation test: breaks the plan engine in hundreds of small ways; its tests must notice each one. */
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { transformSync } from "esbuild";
import { EQUIVALENT } from "./engine-mutations-equivalent.ts";
import { EngineTests } from "./mutations/engine-tests.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const PACKAGE = "packages/plan-engine";
const SOURCE = `${PACKAGE}/src`;
const NOT_MUTATED = /\.test\.ts$|index\.ts$/;
const WORKERS = 2;

const SWAPPED_WORDS: Readonly<Record<string, string>> = {
  planning: "executing",
  executing: "stalled",
  awaiting_review: "executing",
  stalled: "planning",
  pending: "in_progress",
  in_progress: "pending",
  awaiting_input: "skipped",
  completed: "failed",
  skipped: "awaiting_input",
  failed: "completed",
};

const MUTATIONS: readonly { pattern: RegExp; to: string | ((found: string) => string) }[] = [
  { pattern: /===/g, to: "!==" },
  { pattern: /!==/g, to: "===" },
  { pattern: / < /g, to: " <= " },
  { pattern: / <= /g, to: " < " },
  { pattern: / > /g, to: " >= " },
  { pattern: / >= /g, to: " > " },
  { pattern: / && /g, to: " || " },
  { pattern: / \|\| /g, to: " && " },
  { pattern: / \?\? /g, to: " && " },
  { pattern: / \+ (?=\w)/g, to: " - " },
  { pattern: / - (?=\w)/g, to: " + " },
  { pattern: / \+= /g, to: " -= " },
  { pattern: /\.every\(/g, to: ".some(" },
  { pattern: /\.some\(/g, to: ".every(" },
  // Not in lookups by id: there is only one match.
  {
    pattern: /\.find\((?!\((?:candidate\) => candidate\.|\{ id \}\) => )id ===)/g,
    to: ".findLast(",
  },
  { pattern: /\btrue\b/g, to: "false" },
  { pattern: /\bfalse\b/g, to: "true" },
  { pattern: /(?<=[\s(])!(?=[a-zA-Z(])/g, to: "" },
  { pattern: /(?<=[:*=(] ?)\d+(e\d)?\b/g, to: (found) => String(Number(found) + 1) },
  { pattern: /(?<=\n) *if \(.*\) (return|throw) .*;(?=\n)/g, to: "" },
  {
    pattern:
      /(?<=\n) *(check\w+|transitionStep|countNode|oneOf|optional|integer|stepList)\(.*\);(?=\n)/g,
    to: "",
  },
  {
    pattern: /"[a-z_]+"/g,
    to: (found) => JSON.stringify(SWAPPED_WORDS[found.slice(1, -1)] ?? found.slice(1, -1)),
  },
  { pattern: /"[A-Z]+_[A-Z_]+"/g, to: '"INTERNAL"' },
];

interface Mutant {
  readonly file: string;
  readonly line: string;
  readonly from: string;
  readonly to: string;
  readonly code: string;
}

const { only: onlyFile } = parseArgs({ options: { only: { type: "string" } } }).values;
const mutants = engineFiles()
  .filter((file) => !onlyFile || file.includes(onlyFile))
  .flatMap(mutantsOf);
console.log(`${mutants.length} mutants of the plan engine`);

const survivors: Mutant[] = [];
const queue = [...mutants.entries()];
let killed = 0;
await Promise.all(Array.from({ length: WORKERS }, work));
report();

async function work(): Promise<void> {
  const copy = mkdtempSync(path.join(tmpdir(), "trovella-mutations-"));
  const tests = new EngineTests(copy, SOURCE);
  try {
    prepareCopy(copy);
    await checkUnchanged(tests);
    for (let next = queue.shift(); next; next = queue.shift())
      await tryMutant(copy, tests, ...next);
    // Nothing may be left of a mutant in the process that ran them all.
    await checkUnchanged(tests);
  } finally {
    tests.close();
    rmSync(copy, { recursive: true, force: true });
  }
}

async function checkUnchanged(tests: EngineTests): Promise<void> {
  const { isPassed, output } = await tests.run("index.ts");
  if (!isPassed) throw new Error(`The tests fail without any mutation:\n${output}`);
}

async function tryMutant(
  copy: string,
  tests: EngineTests,
  index: number,
  mutant: Mutant,
): Promise<void> {
  const file = path.join(copy, SOURCE, mutant.file);
  const original = readFileSync(file, "utf8");
  writeFileSync(file, mutant.code);
  const { isPassed: survived } = await tests.run(mutant.file);
  writeFileSync(file, original);
  if (survived) survivors.push(mutant);
  else killed += 1;
  if (survived) console.log(`survived: ${describe(mutant)}`);
  if ((index + 1) % 50 === 0)
    console.log(`${index + 1} of ${mutants.length} tried, ${killed} killed`);
}

function report(): void {
  const unexplained = survivors.filter((mutant) => !reasonFor(mutant));
  // An equivalent mutant that is killed would mean that something else fails the tests.
  const killedEquivalents = mutants.filter(
    (mutant) => reasonFor(mutant) && !survivors.includes(mutant),
  );
  for (const mutant of survivors) {
    const reason = reasonFor(mutant);
    if (reason) console.log(`equivalent: ${describe(mutant)}: ${reason}`);
  }
  for (const mutant of unexplained) console.log(`SURVIVED: ${describe(mutant)}`);
  for (const mutant of killedEquivalents) console.log(`NOT EQUIVALENT: ${describe(mutant)}`);
  const meaningful = mutants.length - (survivors.length - unexplained.length);
  console.log(
    `${killed} of ${meaningful} mutants killed (${((100 * killed) / meaningful).toFixed(1)} %), ` +
      `${unexplained.length} survived, ${mutants.length - meaningful} more are equivalent`,
  );
  if (unexplained.length + killedEquivalents.length > 0) process.exitCode = 1;
}

function reasonFor({ file, line, from, to }: Mutant): string | undefined {
  return EQUIVALENT.find(
    (known) => known.file === file && known.line === line && known.change === `${from} → ${to}`,
  )?.reason;
}

function describe({ file, line, from, to }: Mutant): string {
  return `${file}: ${from} → ${to} in: ${line}`;
}

function engineFiles(): string[] {
  return readdirSync(path.join(ROOT, SOURCE), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !NOT_MUTATED.test(file))
    .sort();
}

/** Mutates the code without its types, which have no effect at run time. */
function mutantsOf(file: string): Mutant[] {
  const typed = readFileSync(path.join(ROOT, SOURCE, file), "utf8");
  const { code } = transformSync(typed, { loader: "ts", target: "es2022" });
  const isLiteral = literalMask(code);

  return MUTATIONS.flatMap(({ pattern, to }) =>
    [...code.matchAll(pattern)]
      .filter((match) => pattern.source.startsWith('"') || !isLiteral[match.index])
      .map((match): Mutant => {
        const replacement = typeof to === "string" ? to : to(match[0]);
        const lineStart = code.lastIndexOf("\n", match.index) + 1;
        return {
          file,
          line: code.slice(lineStart, code.indexOf("\n", match.index)).trim(),
          from: match[0].trim(),
          to: replacement.trim(),
          code:
            code.slice(0, match.index) + replacement + code.slice(match.index + match[0].length),
        };
      }),
  ).filter(({ line, from, to }) => from !== to && !/^(import|\/?\*|\/\/)/.test(line));
}

/** Marks the characters inside strings, templates and regular expressions. */
function literalMask(code: string): boolean[] {
  const mask: boolean[] = [];
  let quote = "";
  for (let index = 0; index < code.length; index += 1) {
    const character = code.charAt(index);
    const isRegularExpression = character === "/" && /= $/.test(code.slice(0, index));
    mask[index] = quote !== "";
    if (quote && character === "\\") mask[++index] = true;
    else if (quote && character === quote) quote = "";
    else if (!quote && (/["'`]/.test(character) || isRegularExpression)) quote = character;
  }
  return mask;
}

/**
 * Copies the engine and the helpers of its tests. The workspace links of node_modules must lead into the copy, or
 * the helpers would use the engine without the mutation.
 */
function prepareCopy(copy: string): void {
  const packages = path.join(copy, "node_modules/@trovella");
  mkdirSync(packages, { recursive: true });
  for (const name of readdirSync(path.join(ROOT, "node_modules"))) {
    if (name === "@trovella") continue;
    symlinkSync(path.join(ROOT, "node_modules", name), path.join(copy, "node_modules", name));
  }
  for (const name of ["foundation", "plan-engine", "testing"]) {
    cpSync(path.join(ROOT, "packages", name), path.join(copy, "packages", name), {
      recursive: true,
    });
    symlinkSync(path.join(copy, "packages", name), path.join(packages, name));
  }
  writeFileSync(path.join(copy, "package.json"), '{ "type": "module" }');
}
