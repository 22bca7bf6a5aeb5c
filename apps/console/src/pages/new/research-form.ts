import type { PlanMode } from "@trovella/plan-engine";
import { sessionStore } from "../../api/browser-storage.ts";

/** The formats of outputs, in the words of the skills. */
export const FORMATS = [
  "conversation",
  "word",
  "pdf",
  "html",
  "markdown",
  "excel",
  "powerpoint",
] as const;
export type Format = (typeof FORMATS)[number];

/** The kinds of research that both depths have a built-in template for. */
export const KINDS = ["general_topic", "competitive_analysis", "decision_support"] as const;
export type Kind = (typeof KINDS)[number];

export interface ResearchForm {
  readonly question: string;
  readonly depth: PlanMode;
  readonly format: Format;
  /** A kind, or the name of a template of the organization. */
  readonly template: string;
  /** Whether the person wants to see the plan before it starts, and the findings before the answer. */
  readonly reviewStart: boolean;
  readonly reviewAnswer: boolean;
  /** Whether decisions count only if they are made in the console. */
  readonly isPersonal: boolean;
  readonly notes: string;
}

/** What is wrong with a field, in words. */
export type FormProblems = Partial<Record<"question" | "notes" | "template", string>>;

/** The plan that new research builds on. */
export interface Origin {
  readonly id: string;
  readonly handle: string;
  readonly title: string;
  readonly question: string;
}

export const MAX_QUESTION = 2_000;
export const MAX_NOTES = 4_000;

export const EMPTY_FORM: ResearchForm = {
  question: "",
  depth: "scan",
  format: "conversation",
  template: "general_topic",
  reviewStart: false,
  reviewAnswer: false,
  isPersonal: false,
  notes: "",
};

export function isKind(template: string): template is Kind {
  return (KINDS as readonly string[]).includes(template);
}

/** Deep research by a built-in template always asks before the answer. */
export function hasOwnCheckpoint({ depth, template }: ResearchForm): boolean {
  return depth === "deep" && isKind(template);
}

/** The name of the template as tools take it. */
export function templateName({ depth, template }: ResearchForm): string {
  return isKind(template) ? `${depth}/${template}` : template;
}

const KEY = "trovella-new-research";
const keyOf = (from: string | undefined) => (from ? `${KEY}:${from}` : KEY);

export function keepForm(from: string | undefined, form: ResearchForm): void {
  sessionStore.set(keyOf(from), JSON.stringify(form));
}

export function forgetForm(from: string | undefined): void {
  sessionStore.remove(keyOf(from));
}

/** What was typed before the page was left or reloaded; null when nothing was. */
export function keptForm(from: string | undefined): ResearchForm | null {
  return readForm(sessionStore.get(keyOf(from)));
}

/** The fields of a stored form that this version knows; null for what is no form. */
export function readForm(stored: string | null): ResearchForm | null {
  const given = parse(stored);
  if (!given) return null;
  const fields = Object.entries(EMPTY_FORM).map(([name, fallback]) => {
    const value = given[name];
    return [name, typeof value === typeof fallback ? value : fallback];
  });
  const form = Object.fromEntries(fields) as ResearchForm;
  return {
    ...form,
    depth: form.depth === "deep" ? "deep" : "scan",
    format: FORMATS.find((known) => known === form.format) ?? EMPTY_FORM.format,
  };
}

function parse(stored: string | null): Record<string, unknown> | null {
  try {
    const given: unknown = JSON.parse(stored ?? "null");
    return typeof given === "object" && given !== null ? (given as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
