import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { builtInTemplates, expandTemplate } from "@trovella/skills";
import { ROOT } from "@trovella/testing/sources";

export const SKILLS = readdirSync(path.join(ROOT, "skills")).sort();
export const RESEARCH_TYPES = ["general_topic", "competitive_analysis", "decision_support"];

export interface Text {
  /** From the root of the repository, with slashes. */
  readonly file: string;
  readonly text: string;
}

/** Every Markdown page of the skills. */
export function skillPages(): Text[] {
  return readdirSync(path.join(ROOT, "skills"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => readPage(name.split(path.sep).join("/")));
}

/** A page by its path inside skills/. */
export function readPage(name: string): Text {
  const file = `skills/${name}`;
  return { file, text: readFileSync(path.join(ROOT, file), "utf8") };
}

export type Frontmatter = Record<string, string | Record<string, string>>;

/** The YAML subset that the skills use: plain words, double-quoted strings, and one map of such. */
export function readFrontmatter({ file, text }: Text): Frontmatter {
  const head = /^---\n([\s\S]*?)\n---\n/.exec(text)?.[1];
  if (head === undefined) throw new Error(`${file} has no frontmatter.`);
  const fields: Frontmatter = {};
  let map: Record<string, string> = {};
  for (const line of head.split("\n")) {
    const [, indent = "", key = "", value = ""] = /^( {2})?([a-z-]+):(?: (.+))?$/.exec(line) ?? [];
    if (key === "") throw new Error(`${file} has a line that not every client reads: ${line}`);
    if (indent) {
      map[key] = scalar(value, file);
    } else if (value === "") {
      map = {};
      fields[key] = map;
    } else {
      fields[key] = scalar(value, file);
    }
  }
  return fields;
}

function scalar(value: string, file: string): string {
  if (value.startsWith('"')) return JSON.parse(value);
  if (/^[A-Za-z][\w. -]*$/.test(value)) return value;
  throw new Error(`${file} has a value that needs quotes: ${value}`);
}

export interface Call {
  readonly tool: string;
  readonly input: Record<string, unknown>;
}

/** The calls that a text shows, as a client would make them. */
export function callsIn(text: string): Call[] {
  return [...text.matchAll(/\b([a-z_]+)\((?=\{)/g)].map((found) => {
    const [, tool = ""] = found;
    return { tool, input: readLiteral(text, found.index + found[0].length) };
  });
}

/** Reads an object as JavaScript writes it, with bare keys. */
function readLiteral(text: string, start: number): Record<string, unknown> {
  const literal = balanced(text.slice(start));
  return JSON.parse(literal.replace(/([{,]\s*)(\w+):/g, '$1"$2":'));
}

function balanced(text: string): string {
  let depth = 0;
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}]/g)) {
    if (token === "{") depth += 1;
    if (token === "}") depth -= 1;
    if (depth === 0) return text.slice(0, index + 1);
  }
  throw new Error(`A call is not closed: ${text.slice(0, 80)}`);
}

export interface Template {
  readonly mode: "scan" | "deep";
  readonly researchType: string;
  readonly plan: PlanTemplate;
}

export interface PlanTemplate {
  readonly name: string;
  readonly steps: readonly StepTemplate[];
  readonly branchingConditions?: readonly {
    readonly afterStepOrder: number;
    readonly conditionExpression: string;
    readonly ifTrueAction: string;
    readonly actionParams: { readonly steps?: readonly StepTemplate[] };
  }[];
}

interface StepTemplate {
  readonly stepType: string;
  readonly instructions: string;
}

/** The plans that the built-in templates make, scans first. */
export function planTemplates(): Template[] {
  return (["scan", "deep"] as const).flatMap((mode) =>
    RESEARCH_TYPES.map((researchType) => {
      const template = builtInTemplates().get(`${mode}/${researchType}`);
      if (!template) throw new Error(`There is no template ${mode}/${researchType}.`);
      return { mode, researchType, plan: expandTemplate(template, { fill: {}, steps: [] }) };
    }),
  );
}
