import { newId } from "@trovella/db";
import {
  createSkillExecution,
  SKILL_EXECUTION_STATUSES,
  type SkillExecutionStatus,
  type StoredSkillExecution,
  updateSkillExecution,
} from "@trovella/db/calls";
import { AppError, invalidField } from "@trovella/foundation";
import { LIMITS } from "@trovella/plan-engine";
import { storableJson } from "@trovella/research";
import { z } from "zod";
import { defineTool } from "../define-tool.ts";
import { next, note, planId } from "../fields.ts";
import { findPlan } from "../plan-reference.ts";

const MAX_METADATA = 200_000;
const MAX_ORIGINAL_QUERY = 5_000;

export const logSkillExecution = defineTool({
  name: "log_skill_execution",
  title: "Track a run of a skill",
  description:
    "Tracks a skill run: starts a record or, with executionId, adds to it; metadata merges by key.",
  input: {
    executionId: z.string().min(1).max(LIMITS.idLength).optional(),
    skillName: z.string().min(1).max(LIMITS.nameLength).optional().describe("To start"),
    status: z.enum(SKILL_EXECUTION_STATUSES),
    metadata: z.record(z.string(), z.unknown()).optional(),
    planId: planId.optional(),
    errorMessage: note.optional(),
  },
  output: {
    executionId: z.string(),
    skillName: z.string(),
    status: z.string(),
    stored: z.literal(true),
    next,
  },
  permission: "write",
  writes: "record",

  async run({ executionId, skillName, status, metadata = {}, planId, errorMessage }, call) {
    const { context, caller, actor } = call;
    checkOriginalQuery(metadata.originalQuery);
    const json = storableJson("metadata", metadata, MAX_METADATA);
    await findPlan(context, { planId });
    const told = {
      status,
      metadata: json,
      planId: planId ?? null,
      errorMessage: errorMessage ?? null,
      actor,
      at: call.now,
    };
    if (executionId === undefined) {
      if (skillName === undefined) {
        throw invalidField(
          "skillName",
          "is missing. Next: call again with skillName to start a record, or with the executionId of one.",
        );
      }
      const id = newId("skillExecution");
      const { userId } = caller;
      const created = await createSkillExecution(context, { ...told, id, userId, skillName });
      return replyFor(id, created, status);
    }
    const updated = await updateSkillExecution(context, { ...told, id: executionId });
    if (!updated) {
      throw new AppError(
        "NOT_FOUND",
        "There is no such skill execution. Next: use the executionId that log_skill_execution gave, or start a record without one.",
      );
    }
    if (updated.metadataLength > MAX_METADATA) {
      throw new AppError(
        "LIMIT_EXCEEDED",
        `metadata would become longer than ${MAX_METADATA} characters in all. Next: note less, or store long texts with store_research.`,
        { field: "metadata" },
      );
    }
    return replyFor(executionId, updated, status);
  },
});

function checkOriginalQuery(query: unknown): void {
  if (query === undefined || query === null) return;
  if (typeof query !== "string" || query.length > MAX_ORIGINAL_QUERY) {
    throw invalidField(
      "metadata.originalQuery",
      `must be text of at most ${MAX_ORIGINAL_QUERY} characters. Next: shorten it and call log_skill_execution again.`,
    );
  }
}

function replyFor(
  executionId: string,
  { skillName, status }: StoredSkillExecution,
  reported: SkillExecutionStatus,
) {
  const isOver = status === "completed" || status === "failed";
  return {
    executionId,
    skillName,
    status,
    stored: true as const,
    next: isOver
      ? nextAfterEnd(status, reported)
      : "Call log_skill_execution again with this executionId when something worth noting happens, and at the end.",
  };
}

function nextAfterEnd(status: SkillExecutionStatus, reported: SkillExecutionStatus): string {
  return status === reported
    ? "Nothing more is needed."
    : `This run had already ended as ${status}, which stays so; metadata was added. Nothing more is needed.`;
}
