import { LIMITS } from "@trovella/plan-engine";
import type { Brief } from "@trovella/research";
import { z } from "zod";
import { meanings } from "./input/meanings.ts";

const MAX_ORIGINAL_QUERY = 5_000;
const text = z.string().min(1).max(LIMITS.noteLength).optional();

/** What the person was asked and wants; kept with the plan, so that every later conversation knows it. */
export const brief = z
  .strictObject({
    originalQuery: z.string().min(1).max(MAX_ORIGINAL_QUERY).optional(),
    topic: text,
    researchType: text,
    scope: text,
    depthSignals: text,
    decisionContext: text,
    knownContext: text,
    outputMediaType: text,
    outputFormattingInstructions: text,
    clarifyingQuestions: z
      .array(z.strictObject({ question: z.string(), answer: z.string() }))
      .max(20)
      .optional(),
    skipQuestionsReason: text,
    routingRationale: text,
    mode: text,
    priorResearch: z
      .unknown()
      .optional()
      .describe("What search_sources found and what the person said to it"),
  } satisfies Readonly<Record<keyof Brief, z.ZodType>>)
  .register(meanings, {
    listedAs: {
      description:
        "The interview: originalQuery, topic, researchType, scope, decisionContext, knownContext, outputMediaType, outputFormattingInstructions, clarifyingQuestions [{question, answer}] or skipQuestionsReason, routingRationale, mode, priorResearch",
    },
  });

const BRIEF_KEYS = [...Object.keys(brief.shape), "delegatedTo", "priorResearchCheck"];

/** The brief as replies show it: what a run's metadata holds of it. */
export function briefOf(
  metadata: Readonly<Record<string, unknown>> | null,
): Record<string, unknown> | null {
  const known = Object.entries(metadata ?? {}).filter(
    ([key, value]) => BRIEF_KEYS.includes(key) && value !== null && value !== "",
  );
  return known.length > 0 ? Object.fromEntries(known) : null;
}
