import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { filesBelow, ROOT, sourcesOf } from "@trovella/testing/sources";
import { describe, expect, it } from "vitest";

const ENGINE = "packages/plan-engine/src";
const FOUNDATION = "@trovella/foundation";

/** A folder imports only from those listed for it; STYLE of the whole: rules below, edges above. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  "packages/foundation": [],
  "packages/plan-engine": ["foundation"],
  "packages/evidence": ["foundation"],
  "packages/deliverables": ["foundation", "evidence"],
  "packages/documents": [],
  "packages/skills": [],
  "packages/connect": [],
  "packages/db": ["foundation", "plan-engine", "evidence"],
  "packages/search": ["foundation", "db"],
  "packages/capture": ["foundation", "documents", "db"],
  "packages/identity": ["foundation", "db", "capture"],
  "packages/notifications": ["foundation", "plan-engine", "db", "capture"],
  "packages/research": [
    "foundation",
    "plan-engine",
    "evidence",
    "deliverables",
    "documents",
    "db",
    "search",
    "skills",
    "capture",
  ],
  "packages/mcp": ["foundation", "plan-engine", "evidence", "db", "search", "research", "skills"],
  "packages/api": [
    "foundation",
    "connect",
    "plan-engine",
    "db",
    "search",
    "research",
    "notifications",
  ],
  "apps/console": ["foundation", "plan-engine", "evidence", "api"],
  "apps/board": [],
  "apps/server": [
    "foundation",
    "identity",
    "plan-engine",
    "documents",
    "db",
    "search",
    "capture",
    "notifications",
    "research",
    "mcp",
    "api",
    "connect",
  ],
};

/** Tests and their helpers look behind every door. */
const OUTSIDE_LAYERS = ["packages/testing"];

/** What would make a decision depend on more than its arguments. */
const IMPURE = [
  /\bDate\.now\b/,
  /\bnew Date\(\s*\)/,
  /(?<!new )\bDate\(/,
  /\bMath\.random\b/,
  /\b(performance|process|crypto|globalThis|console)\b\s*(\.\s*\w|\[)/,
  /\b(setTimeout|setInterval|setImmediate|queueMicrotask|fetch|require|eval)\s*\(/,
  /\bnew Function\b/,
  /\bimport\s*\(/,
  /\bimport\.meta\b/,
];

describe("the plan engine", () => {
  const engine = sourcesOf(ENGINE);

  it("has sources to look at", () => {
    expect(engine.length).toBeGreaterThan(20);
  });

  it.each(engine)(
    "imports nothing but itself and reads no clock and no chance: $file",
    ({ text, file }) => {
      const foreign = foreignImports(text, file, ENGINE);
      expect(foreign.filter((name) => name !== FOUNDATION)).toEqual([]);
      expect(impurities(text)).toEqual([]);
    },
  );

  it("depends on the foundation alone", () => {
    const manifest = readManifest("packages/plan-engine");
    expect(Object.keys(manifest)).not.toContain("devDependencies");
    expect(Object.keys(manifest)).not.toContain("peerDependencies");
    expect(Object.keys(manifest.dependencies ?? {})).toEqual([FOUNDATION]);
  });

  it.each([
    'import { readFileSync } from "node:fs";',
    'import pg from "pg";',
    'export * from "zod";',
    'import "../../../db/src/index.ts";',
  ])("would be caught importing: %s", (text) => {
    expect(foreignImports(text, `${ENGINE}/plan.ts`, ENGINE)).toHaveLength(1);
  });

  it.each([
    "const now = Date.now();",
    "const now = new Date();",
    "const now = Date();",
    "const id = Math.random();",
    "const id = crypto.randomUUID();",
    "setTimeout(() => 1, 2);",
    "const os = await import('node:os');",
    "console.log(1);",
  ])("would be caught with: %s", (text) => {
    expect(impurities(text)).not.toEqual([]);
  });

  it("has a named test for each rule in docs/rules.md, and no other", () => {
    const tests = filesBelow(ENGINE)
      .filter((file) => file.endsWith(".test.ts"))
      .map((file) => readFileSync(path.join(ROOT, file), "utf8"))
      .join("\n");
    const { rules } = readRules();
    const numbers = rules.map((rule) => Number(rule.slice(1)));
    expect(numbers).toEqual([...new Set(numbers)].sort((one, other) => one - other));
    expect(rules.length).toBeGreaterThanOrEqual(22);
    const isTested = (rule: string) =>
      new RegExp(`it(\\.each\\([^;]*?\\))?\\(\\s*"${rule} `).test(tests);
    expect(rules.filter((rule) => !isTested(rule))).toEqual([]);
    const named = [...tests.matchAll(/"(R\d+) /g)].map(([, rule = ""]) => rule);
    expect(named.filter((rule) => !rules.includes(rule))).toEqual([]);
  });

  it("decides each rule in a file that exists", () => {
    const { files } = readRules();
    expect(files.length).toBeGreaterThanOrEqual(17);
    expect(files.filter((file) => !existsSync(path.join(ROOT, ENGINE, file)))).toEqual([]);
  });
});

describe("the layers", () => {
  const folders = ["packages", "apps"]
    .flatMap((group) => readdirSync(path.join(ROOT, group)).map((name) => `${group}/${name}`))
    .filter((folder) => !OUTSIDE_LAYERS.includes(folder));

  it.each(folders)("%s imports only from below", (folder) => {
    const allowed = MAY_IMPORT[folder];
    expect(allowed, `${folder} has no entry in MAY_IMPORT`).toBeDefined();
    const ours = (name: string) => name.startsWith("@trovella/");
    const { dependencies = {} } = readManifest(folder);
    const imported = sourcesOf(folder)
      .flatMap(({ text, file }) => foreignImports(text, file, folder))
      .filter((name) => ours(name) || name.startsWith("."));
    const used = new Set([...Object.keys(dependencies).filter(ours), ...imported]);
    expect([...used].filter((name) => !allowed?.includes(packageOf(name)))).toEqual([]);
  });
});

/** `db` for `@trovella/db/plans`. */
function packageOf(name: string): string {
  return name.split("/")[1] ?? name;
}

/** What a file imports from outside the given folder. */
function foreignImports(text: string, file: string, folder: string): string[] {
  return [...text.matchAll(/\b(?:from|import)\s*"([^"]+)"/g)]
    .map(([, name = ""]) => name)
    .filter((name) => {
      const target = path.posix.join(path.posix.dirname(file), name);
      return !name.startsWith(".") || !target.startsWith(`${folder}/`);
    });
}

/** The numbers of the rules and the files that decide them, from the table's first and last column. */
function readRules(): { rules: string[]; files: string[] } {
  const page = readFileSync(path.join(ROOT, "docs/rules.md"), "utf8");
  const rows = page.split("\n").filter((line) => /^\| R\d/.test(line));
  return {
    rules: rows.map((row) => row.match(/R\d+/)?.[0] ?? ""),
    files: rows.flatMap((row) =>
      [...row.matchAll(/`([\w/-]+\.ts)`/g)].map(([, file = ""]) => file),
    ),
  };
}

function impurities(text: string): string[] {
  return IMPURE.flatMap((pattern) => pattern.exec(text)?.[0] ?? []);
}

function readManifest(folder: string): { dependencies?: Record<string, string> } {
  return JSON.parse(readFileSync(path.join(ROOT, folder, "package.json"), "utf8"));
}
