/** The fixed texts of the recorded tasks. */
import { readFileSync } from "node:fs";
import { parse } from "yaml";

export interface Source {
  readonly url: string;
  readonly title: string;
  readonly author: string;
  readonly publishedAt: string;
  readonly quote: string;
}

export interface Finding {
  readonly title: string;
  readonly content: string;
  readonly confidence: number;
  readonly sources: readonly Source[];
}

export interface Step {
  readonly findings?: readonly Finding[];
  readonly result: Readonly<Record<string, unknown>>;
  readonly summary: string;
  readonly confidence: number;
  readonly thinking: string;
  readonly searches?: readonly string[];
}

export interface Task {
  readonly question: string;
  readonly topic: string;
  readonly query: string;
  readonly brief: Readonly<Record<string, string>>;
  readonly clarifyingQuestions?: readonly { readonly question: string; readonly answer: string }[];
  readonly skipQuestionsReason?: string;
  readonly routingRationale: string;
  readonly planDesignRationale: string;
  readonly outputFormattingNotes: string;
  readonly steps: Readonly<Record<string, Step>>;
  readonly synthesis: Step & { readonly keyFindings?: readonly unknown[] };
  readonly output: { readonly title: string; readonly flaw?: Edit; readonly content: string };
  readonly feedback: string;
}

interface Edit {
  readonly find: string;
  readonly replace: string;
}

export interface DeepTask extends Task {
  readonly fill: Readonly<Record<string, string>>;
  readonly checkpoint: {
    readonly summary: string;
    readonly questions: readonly string[];
    readonly result: object;
    readonly feedback: string;
    readonly findings: readonly Finding[];
    readonly secondSummary: string;
    readonly secondResult: object;
  };
}

export interface FollowUpTask extends Task {
  readonly prior: {
    readonly found: number;
    readonly userDecision: string;
    readonly userConversation: string;
  };
}

const folder = new URL("texts/", import.meta.url);

export const SCAN = load<Task>("scan");
export const DEEP = load<DeepTask>("deep", "deep-review");
export const FOLLOW_UP = load<FollowUpTask>("follow-up");

export function stepOf({ steps }: Task, key: string): Step {
  const step = steps[key];
  if (!step) throw new Error(`There is no text for the step ${key}.`);
  return step;
}

/** Replaces {7} and {7, d9} in all texts of a value by markers with the refs of those sources. */
export function cite<T>(value: T, refs: ReadonlyMap<string, string>): T {
  const text = JSON.stringify(value).replace(/\{((?:d?\d+)(?:, d?\d+)*)\}/g, (_, list: string) => {
    const named = list.split(", ").map((key) => {
      const ref = refs.get(key);
      if (!ref) throw new Error(`Source ${key} is not stored yet.`);
      return ref;
    });
    return `[src:${named.join(", ")}]`;
  });
  return JSON.parse(text) as T;
}

/** A text without its citations, for what is written before the sources have refs. */
export function withoutCitations(text: string): string {
  return text.replace(/ ?\{(?:d?\d+)(?:, d?\d+)*\}/g, "");
}

/** A task may be split over several files. */
function load<T extends Task>(name: string, ...more: readonly string[]): T {
  const yaml = [name, ...more].map((part) => read(`${part}.yaml`)).join("\n");
  const task = parse(yaml, (key, value) =>
    key === "sources" ? (value as string[]).map(sourceOf) : value,
  );
  const content = read(`${name}-output.md`).trim();
  return { ...task, output: { ...task.output, content } } as T;
}

function read(file: string): string {
  return readFileSync(new URL(file, folder), "utf8");
}

function sourceOf(line: string): Source {
  const [url = "", title = "", author = "", publishedAt = "", quote = ""] = line.split(" | ");
  return { url, title, author, publishedAt, quote };
}
