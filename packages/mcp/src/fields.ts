import { LIMITS, REVIEW_DECISIONS, STEP_TYPES, type StepInput } from "@trovella/plan-engine";
import { MAX_TITLE } from "@trovella/research";
import { z } from "zod";
import { unlisted } from "./input/meanings.ts";

// Fields that several tools share. Self-explanatory names need no description.

const id = z.string().min(1).max(LIMITS.idLength);

export const planId = id;
export const stepId = id;
export const artifactId = id;
export const outputId = id;
export const userId = id;
export const agent = z
  .string()
  .min(1)
  .max(LIMITS.agentLength)
  .optional()
  .describe("Your name among workers");
export const leaseToken = id.optional();
/** For tools that a step's worker calls on the way, which also shows that it is active. */
export const renewedLeaseToken = unlisted(id);
// Every tool takes them, so the listing leaves them out and docs/tools.md explains them.
export const sessionId = unlisted(id);
export const idempotencyKey = unlisted(id);

/** A reply that has nothing yet names it. More than the most is taken as that, with a warning. */
export const waitSeconds = unlisted(z.number().min(0));

export const title = z.string().min(1).max(MAX_TITLE);
export const confidence = z.number().min(0).max(1).optional().describe("0 to 1");
export const summaryText = z.string().min(1).max(LIMITS.summaryLength);
export const note = z.string().min(1).max(LIMITS.noteLength);
const instructions = z.string().min(1).max(LIMITS.instructionsLength);

const stepType = z.enum(STEP_TYPES);
export const stepStatus = z.string();
export const planStatus = z.string();
export const reviewDecision = z.enum(REVIEW_DECISIONS);

const step = z.strictObject({
  stepType,
  instructions,
  dependsOn: z
    .array(z.int())
    .max(LIMITS.stepsInPlan)
    .optional()
    .describe("Orders of earlier steps"),
  requiresReview: z.boolean().optional().describe("A person must approve; default for checkpoint"),
  // Without it the last synthesize step is taken, else the last step.
  closing: unlisted(z.boolean()),
} satisfies Readonly<Record<keyof StepInput, z.ZodType>>);

export const steps = z.array(step).min(1).max(LIMITS.stepsAtCreation);

/** Steps beside a template, which names its own. */
export const stepsWithKeys = z
  .array(step.extend({ key: z.string().max(40).optional() }))
  .min(1)
  .max(LIMITS.stepsAtCreation);

/** In UTF-8. Most clients show that much of a reply, some cut at 20,000 to 25,000. */
export const MAX_PAGE_BYTES = 40_000;
const MIN_PAGE_BYTES = 3_000;
/** For tools with paged replies. A reply that was cut names it. */
export const maxChars = unlisted(z.int().min(MIN_PAGE_BYTES).max(MAX_PAGE_BYTES));
export const cursor = z.string().min(1).max(500).optional().describe("nextCursor");

export const MINUTE_MS = 60_000;
export const stallMinutes = z.number().max(LIMITS.stallThresholdMs / MINUTE_MS);

export const progress = z.number();
/** Plain strings rather than enums, since clients send the schemas with every conversation. */
export const listedStep = z.object({
  stepId: z.string(),
  stepOrder: z.int(),
  stepType: z.string(),
});

/** A refusal for missing resultFields names it. */
export const missingFields = unlisted(z.enum(["accept"]));

/** A step in a reply whose other fields the reply itself explains. */
export const stepInReply = z.looseObject({ stepId: z.string() });
export const statedStep = listedStep.extend({ status: stepStatus });
export const outcome = z.object({ completed: z.int(), skipped: z.int(), failed: z.int() });
export const next = z.string();
export const notice = z.string();
