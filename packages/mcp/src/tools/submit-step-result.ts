import { sealJson } from "@trovella/db";
import type { PlanChange } from "@trovella/db/plans";
import { AppError, invalidField, type Json } from "@trovella/foundation";
import {
  missingFields as missingFieldsOf,
  type Plan,
  type PlanEvent,
  refusalOf,
  type SubmitResult,
} from "@trovella/plan-engine";
import { handleCommand, saveAndCommit } from "@trovella/research";
import { z } from "zod";
import { defineTool } from "../define-tool.ts";
import {
  leaseToken,
  missingFields,
  next,
  note,
  planId,
  planStatus,
  planVersion,
  progress,
  stepId,
  stepStatus,
  summaryText,
} from "../fields.ts";
import { progressOf } from "../replies/plan-progress.ts";
import { parseJsonText } from "../text/parse-json-text.ts";

export const MAX_JSON_CHARACTERS = 1_000_000;
const entries = z.array(z.unknown()).max(1_000);

export const submitStepResult = defineTool({
  name: "submit_step_result",
  title: "Hand in the result of a step",
  description:
    "Stores what a step found and settles the step. Conditions of the plan may then skip, add or end steps. Report how you worked: all five lists of stepExecutionReport are required and may be empty. Call get_next_step afterwards.",
  input: {
    planId,
    stepId,
    leaseToken,
    result: z.unknown().describe("What you found, as JSON in the shape the instructions ask for"),
    missingFields,
    resultSummary: summaryText.optional().describe("One or two sentences"),
    confidence: z.number().min(0).max(1).optional(),
    stepExecutionReport: z.strictObject({
      thinking: z.string().max(MAX_JSON_CHARACTERS),
      webSearches: entries,
      webFetches: entries,
      otherToolCalls: entries,
      subagents: entries,
    }),
    outputFormattingNotes: note.optional(),
  },
  output: {
    stepId: z.string(),
    stepStatus,
    planStatus,
    progress,
    branch: z
      .object({
        conditionId: z.string(),
        action: z.string(),
        skippedStepIds: z.array(z.string()),
        addedStepIds: z.array(z.string()),
      })
      .nullable(),
    notEvaluated: z.array(z.looseObject({})).optional(),
    planVersion,
    next,
  },
  permission: "write",
  writes: "plan",

  async run({ planId, stepId, leaseToken, result: given, stepExecutionReport, ...rest }, call) {
    const result = parseJsonText(given) as Json | undefined;
    if (result === undefined) {
      throw invalidField(
        "result",
        "is missing. Next: call submit_step_result again with what the step found.",
      );
    }
    const texts = {
      result: sealed(result, "result"),
      report: sealed(stepExecutionReport as Json, "stepExecutionReport"),
    };
    const command = {
      type: "submit_result" as const,
      stepId,
      leaseToken,
      result,
      resultDigest: texts.result.digest,
      report: stepExecutionReport as Json,
      reportDigest: texts.report.digest,
      resultSummary: rest.resultSummary,
      confidence: rest.confidence,
      outputFormattingNotes: rest.outputFormattingNotes,
      missingFields: rest.missingFields,
    };
    const change = await handleCommand(call, planId, command, texts);
    const refusal = refusalOf(change.events);
    if (refusal) {
      // A late result is kept in the plan's history all the same.
      await saveAndCommit(call.context, change, { actor: call.actor });
      throw refusal;
    }
    return call.commit(change, submitted(change, command));
  },
});

function sealed(value: Json, field: string) {
  const json = sealJson(value, field);
  if (json.text.length <= MAX_JSON_CHARACTERS) return json;
  throw new AppError(
    "LIMIT_EXCEEDED",
    `${field} is ${json.text.length} characters long as JSON, and at most ${MAX_JSON_CHARACTERS} can be stored. Next: hand in the findings in shorter form.`,
    { field },
  );
}

function submitted({ before, plan, events }: PlanChange, command: SubmitResult) {
  const { stepId } = command;
  const { result, confidence, resultSummary } = command;
  const root = { result, confidence, resultSummary };
  const missing = before ? missingFieldsOf(before.plan, stepId, root) : [];
  const step = plan.steps.find(({ id }) => id === stepId);
  return {
    stepId,
    stepStatus: step?.status ?? "completed",
    planStatus: plan.status,
    progress: progressOf(plan),
    branch: branchOf(events),
    ...(missing.length > 0
      ? {
          notEvaluated: missing.map(({ expression, field }) => ({
            condition: expression,
            missingField: field,
          })),
        }
      : {}),
    planVersion: plan.version,
    next: nextAfter(plan),
  };
}

function branchOf(events: readonly PlanEvent[]) {
  const taken = events.find((event) => event.type === "branch_taken");
  if (!taken) return null;
  return {
    conditionId: taken.conditionId,
    action: taken.action,
    skippedStepIds: events.flatMap((event) =>
      event.type === "step_skipped" ? [event.stepId] : [],
    ),
    addedStepIds: events.flatMap((event) =>
      event.type === "steps_added" ? event.steps.map(({ id }) => id) : [],
    ),
  };
}

function nextAfter({ status }: Plan): string {
  switch (status) {
    case "completed":
      return "The plan is complete. Call get_next_step once more for how the output should look.";
    case "failed":
      return "A condition of the plan ended it. Call get_next_step for the reason and tell the person.";
    case "awaiting_review":
      return "Another step waits for a review. Call get_next_step to see where.";
    default:
      return "Call get_next_step.";
  }
}
