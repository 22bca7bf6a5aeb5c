import type { TenantContext } from "@trovella/db";
import { endRuns } from "@trovella/db/calls";
import {
  type ConsoleEvent,
  type ConsoleRunDetail,
  listRunEvents,
  listSessionEvents,
  readConsoleRun,
  readRunFigures,
} from "@trovella/db/console";
import { readPlan } from "@trovella/db/plans";
import { countOutcome, type Plan, planActivity, titleOf } from "@trovella/plan-engine";
import { orNotFound } from "./or-not-found.ts";

/** Payloads of a page together; a page holds at least one event. */
const MAX_PAGE_CHARACTERS = 100_000;

export interface RunPage {
  readonly executionId: string;
  /** The number of the last event that was read; absent for the first page. */
  readonly cursor?: number | null | undefined;
  readonly limit: number;
}

/** A run with its plan and a page of the audit log. */
export async function readRunDetail(context: TenantContext, page: RunPage, now: Date) {
  await endRuns(context, now);
  const { executionId } = page;
  const execution = orNotFound(await readConsoleRun(context, { executionId, now }), "run");
  const toolCalls = await readRunFigures(context, executionId);
  const log = await readLog(context, execution, page);
  const plan = execution.planId ? (await readPlan(context, execution.planId)).plan : null;
  return { execution, plan: plan && planView(plan, now), ...log, toolCalls };
}

async function readLog(
  context: TenantContext,
  execution: ConsoleRunDetail,
  { cursor, limit }: RunPage,
): Promise<{ readonly auditLog: ConsoleEvent[]; readonly nextCursor: number | null }> {
  const { planId, claudeCodeSessionId: sessionId } = execution;
  const own = cursor == null ? await listRunEvents(context, execution) : [];
  const found = planId
    ? await listSessionEvents(context, {
        planId,
        sessionId,
        fromSeq: cursor ?? 0,
        limit: limit + 1,
      })
    : [];
  const events = found.slice(0, Math.max(1, Math.min(limit, countFitting(found))));
  const nextCursor = found.length > events.length ? (events.at(-1)?.seq ?? null) : null;
  const auditLog = [...own, ...events].sort(
    (one, other) => one.createdAt.getTime() - other.createdAt.getTime(),
  );
  return { auditLog, nextCursor };
}

function countFitting(events: readonly ConsoleEvent[]): number {
  let characters = 0;
  const end = events.findIndex(({ payload }) => {
    characters += payload.length;
    return characters > MAX_PAGE_CHARACTERS;
  });
  return end === -1 ? events.length : end;
}

function planView(plan: Plan, now: Date) {
  const { steps, conditions, reviews, ...head } = plan;
  return {
    ...head,
    title: titleOf(plan.name),
    activity: planActivity(plan, now),
    stepCount: steps.length,
    outcome: countOutcome(steps.map(({ status }) => status)),
    steps: steps.map(({ id, order, type, status }) => ({ id, order, type, status })),
  };
}
