import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { filesBelow, ROOT } from "@trovella/testing/sources";
import { describe, expect, it } from "vitest";

const FOLDERS = ["packages", "apps", "test", "scripts"];

/** Entry points, and collections that are named after their kind. */
const NAMED_OTHERWISE =
  /(^|\/)(index|main|router|vite\.config|trpc|inputs|fields|shape|config-values|figures)\.tsx?$|\.d\.ts$|^packages\/db\/src\/schema\/|^packages\/testing\/.*\/(test-support|test-tools|read-back)\.ts$/;

/** Words of the old dialect, each with the word to use instead. */
const OLD_WORDS: readonly [RegExp, string][] = [
  [/\bmend(s|ed|ing)?\b/i, "fix"],
  [/\banew\b/i, "again"],
  [/\bwhoever\b/i, "the caller, the client, the reader"],
  [/\bby and by\b/i, "eventually"],
  [/\blet in(to)?\b/i, "authorized, admitted"],
  [/\bfor ever\b/i, "forever"],
  [/\b(is|are|was) away\b/i, "unavailable"],
  [/\bin a circle\b/i, "deadlock"],
  [/\b(MOST|LONGEST|MAXIMUM)_[A-Z]/, "MAX_"],
  [/\b(farewell|patience|distrust)/i, "shutdown grace, timeout, invalidate"],
];

const files = FOLDERS.flatMap(filesBelow).filter((file) => !/\/(dist|peers|golden)\//.test(file));
const sources = files.filter((file) => /\.tsx?$/.test(file));

describe("file names", () => {
  const named = sources.filter(
    (file) => /^(packages|apps)\//.test(file) && !isTest(file) && !NAMED_OTHERWISE.test(file),
  );

  it("are made of the words of an export", () => {
    expect(named.length).toBeGreaterThan(600);
    expect(named.filter((file) => !isNamedAfterExport(file, read(file)))).toEqual([]);
  });

  it.each([
    ["a/plan-rows.ts", "export function planFromRows() {}"],
    ["a/plans.ts", "export async function readPlan() {}"],
    ["a/new-id.ts", "export const ID_PREFIXES = {};\nexport function newId() {}"],
    ["a/side-effect.ts", "run();"],
  ])("may be %s for: %s", (file, text) => {
    expect(isNamedAfterExport(file, text)).toBe(true);
  });

  it.each([
    ["a/digest.ts", "export function sealJson() {}"],
    ["a/helpers.ts", "export const LIMIT = 3;"],
  ])("would be caught as %s for: %s", (file, text) => {
    expect(isNamedAfterExport(file, text)).toBe(false);
  });
});

describe("a test of a package", () => {
  const tests = sources.filter((file) => /^(packages|apps)\//.test(file) && isTest(file));

  it("sits beside what it tests and begins with its name", () => {
    expect(tests.length).toBeGreaterThan(150);
    expect(tests.filter((file) => !hasSibling(file))).toEqual([]);
  });
});

describe("the words of the trade", () => {
  const texts = [...files, ...filesBelow("docs"), ...filesBelow("skills")]
    .filter((file) => /\.(tsx?|mjs|cjs|md|css|html)$/.test(file))
    .filter(
      (file) => !file.startsWith("docs/decisions/") && !file.endsWith("architecture-names.test.ts"),
    )
    .concat(["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md"]);

  it.each(OLD_WORDS)("are used instead of %s: %s", (pattern) => {
    const found = texts.flatMap((file) => lineWith(pattern, file));
    expect(found).toEqual([]);
  });
});

function isTest(file: string): boolean {
  return /\.test\.tsx?$/.test(file);
}

function read(file: string): string {
  return readFileSync(path.join(ROOT, file), "utf8");
}

/** A word of the name that the folder does not say already begins like a word of an exported name. */
function isNamedAfterExport(file: string, text: string): boolean {
  const exported = exportedNames(text).flatMap(wordsOf);
  if (exported.length === 0) return true;
  const folder = wordsOf(path.posix.basename(path.posix.dirname(file))).map(stemOf);
  const words = wordsOf(path.posix.basename(file).replace(/\.\w+$/, ""))
    .map(stemOf)
    .filter((word) => !folder.includes(word));
  return words.length === 0 || exported.map(stemOf).some((word) => words.includes(word));
}

function exportedNames(text: string): string[] {
  const declared = text.matchAll(
    /^export (?:default )?(?:async )?(?:abstract )?(?:function\*?|const|let|class|interface|type|enum) (\w+)/gm,
  );
  const listed = [...text.matchAll(/^export (?:type )?\{([^}]*)\}/gm)]
    .flatMap(([, names = ""]) => names.split(","))
    .map(
      (name) =>
        name
          .trim()
          .replace(/^type /, "")
          .split(" as ")
          .at(-1) ?? "",
    );
  return [...[...declared].map(([, name = ""]) => name), ...listed].filter(Boolean);
}

/** `MAX_PLANS` and `readPlan` share the word "plan". */
function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1-$2")
    .replace(/([A-Z]+)([A-Z][a-z])/g, "$1-$2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean);
}

/** Enough to tell words apart, and the same in singular and plural, noun and verb. */
function stemOf(word: string): string {
  return word.slice(0, 3);
}

/** `x.test.ts`, or `x-aspect.int.test.ts` where a file has several. */
function hasSibling(file: string): boolean {
  const parts = path.posix
    .basename(file)
    .replace(/(\.(int|property))?\.test\.tsx?$/, "")
    .split("-");
  return parts.some((_, index) => {
    const sibling = path.join(ROOT, path.posix.dirname(file), parts.slice(0, index + 1).join("-"));
    return [".ts", ".tsx", ".mjs"].some((ending) => existsSync(sibling + ending));
  });
}

function lineWith(pattern: RegExp, file: string): string[] {
  const line = read(file)
    .split("\n")
    .find((text) => pattern.test(text));
  return line ? [`${file}: ${line.trim().slice(0, 120)}`] : [];
}
