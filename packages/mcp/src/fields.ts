import { LIMITS, REVIEW_DECISIONS, STEP_TYPES, type StepInput } from "@trovella/plan-engine";
import { z } from "zod";
import { MAX_TITLE } from "./text/check-length.ts";

// Fields that several tools share. Self-explanatory names need no description.

const id = z.string().min(1).max(LIMITS.idLength);

export const planId = id;
export const stepId = id;
export const artifactId = id;
export const userId = id;
export const leaseToken = id.optional().describe("lease.token of get_next_step");
export const sessionId = id.optional().describe("Id of your conversation, if you know it");
export const idempotencyKey = id
  .optional()
  .describe("Any text of yours; a repeated call with it has no second effect");

export const title = z.string().min(1).max(MAX_TITLE);
export const confidence = z.number().min(0).max(1).optional();
export const summaryText = z.string().min(1).max(LIMITS.summaryLength);
export const note = z.string().min(1).max(LIMITS.noteLength);
const instructions = z.string().min(1).max(LIMITS.instructionsLength);

const stepType = z.enum(STEP_TYPES);
export const stepStatus = z.string();
export const planStatus = z.string();
export const reviewDecision = z.enum(REVIEW_DECISIONS);

export const steps = z
  .array(
    z.strictObject({
      stepType,
      instructions,
      dependsOn: z
        .array(z.int())
        .max(LIMITS.stepsInPlan)
        .optional()
        .describe("Orders of earlier steps that must be settled first"),
      requiresReview: z
        .boolean()
        .optional()
        .describe("Only a review completes it; default for checkpoint"),
    } satisfies Readonly<Record<keyof StepInput, z.ZodType>>),
  )
  .min(1)
  .max(LIMITS.stepsAtCreation);

/** For tools with paged replies. */
export const maxChars = z
  .int()
  .min(6_000)
  .max(100_000)
  .optional()
  .describe("Size of the reply, 20000 if left out");
export const cursor = z
  .string()
  .min(1)
  .max(500)
  .optional()
  .describe("nextCursor of the last reply");

export const MINUTE_MS = 60_000;
export const stallMinutes = z.number().max(LIMITS.stallThresholdMs / MINUTE_MS);

export const planVersion = z.int();
export const progress = z.number();
/** Plain strings rather than enums, since clients send the schemas with every conversation. */
export const listedStep = z.object({
  stepId: z.string(),
  stepOrder: z.int(),
  stepType: z.string(),
});

export const missingFields = z
  .enum(["accept"])
  .optional()
  .describe("Goes on without resultFields; their conditions do not fire");

/** A step in a reply whose other fields the reply itself explains. */
export const stepInReply = z.looseObject({ stepId: z.string() });
export const statedStep = listedStep.extend({ status: stepStatus });
export const outcome = z.object({ completed: z.int(), skipped: z.int(), failed: z.int() });
export const next = z.string();
