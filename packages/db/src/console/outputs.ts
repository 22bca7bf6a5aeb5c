import { defineStatement, execution } from "../connection/statement.ts";
import type { TenantContext } from "../connection/tenant-context.ts";
import type { FEEDBACK_TYPES, MEDIA_TYPES, SATISFACTIONS } from "../schema/memory.ts";
import { PLAN_LABEL, type PlanLabel, titledRows } from "./titled-rows.ts";
import { Conditions, rowsOf } from "./where-clause.ts";

type Satisfaction = (typeof SATISFACTIONS)[number];

export interface ConsoleOutput extends PlanLabel {
  readonly id: string;
  readonly planId: string;
  readonly title: string;
  readonly mediaType: (typeof MEDIA_TYPES)[number];
  readonly version: number;
  readonly latestVersion: number;
  readonly characters: number;
  readonly excerpt: string;
  /** What the person said last about the plan's outcome. */
  readonly satisfaction: Satisfaction | null;
  readonly createdAt: Date;
}

interface Page {
  readonly planId: string | null;
  readonly beforeId: string | null;
  readonly limit: number;
}

/** Outputs of all plans or of one, newest first. */
export async function listConsoleOutputs(
  context: TenantContext,
  { planId, mediaType, beforeId, limit }: Page & { readonly mediaType: string | null },
): Promise<ConsoleOutput[]> {
  const conditions = new Conditions()
    .addIf("plan_id = ?", planId)
    .addIf("media_type = ?", mediaType)
    .addIf("id < ?", beforeId);
  const page = `SELECT * FROM research_output ${conditions.where} ORDER BY id DESC LIMIT ${conditions.value(limit)}`;
  const text = `
    SELECT output.id, output.plan_id AS "planId", ${PLAN_LABEL}, left(output.title, 300) AS title, output.media_type AS "mediaType",
      output.version, length(output.content) AS characters, left(output.content, 300) AS excerpt, output.created_at AS "createdAt",
      (SELECT max(version) FROM research_output AS other WHERE other.plan_id = output.plan_id)::integer AS "latestVersion",
      (SELECT satisfaction FROM research_feedback AS said WHERE said.plan_id = output.plan_id ORDER BY id DESC LIMIT 1) AS satisfaction
    FROM (${page}) AS output JOIN research_plan AS plan ON plan.id = output.plan_id ORDER BY output.id DESC`;
  const [listed] = await context.send([execution(defineStatement(text), conditions.values)]);
  return titledRows(listed);
}

export interface ConsoleFeedback {
  readonly id: string;
  readonly planId: string;
  readonly planName: string;
  readonly userId: string | null;
  readonly feedbackType: (typeof FEEDBACK_TYPES)[number];
  readonly satisfaction: Satisfaction;
  readonly feedbackSummary: string;
  readonly improvementSuggestions: string | null;
  readonly followUpRequested: boolean;
  readonly createdAt: Date;
}

/** What people said about outcomes, newest first. */
export async function listConsoleFeedback(
  context: TenantContext,
  { planId, satisfaction, beforeId, limit }: Page & { readonly satisfaction: Satisfaction | null },
): Promise<ConsoleFeedback[]> {
  const conditions = new Conditions()
    .addIf("plan_id = ?", planId)
    .addIf("satisfaction = ?", satisfaction)
    .addIf("id < ?", beforeId);
  const page = `SELECT * FROM research_feedback ${conditions.where} ORDER BY id DESC LIMIT ${conditions.value(limit)}`;
  const text = `
    SELECT said.id, said.plan_id AS "planId", plan.name AS "planName", said.user_id AS "userId", feedback_type AS "feedbackType", satisfaction,
      left(feedback_summary, 800) AS "feedbackSummary", left(improvement_suggestions, 800) AS "improvementSuggestions",
      follow_up_requested AS "followUpRequested", said.created_at AS "createdAt"
    FROM (${page}) AS said JOIN research_plan AS plan ON plan.id = said.plan_id ORDER BY said.id DESC`;
  const [listed] = await context.send([execution(defineStatement(text), conditions.values)]);
  return rowsOf(listed);
}
