import { SKILL_EXECUTION_STATUSES } from "@trovella/db/calls";
import {
  listConsoleRuns,
  listSessionEvents,
  type RunFilters,
  readConsoleRun,
  readRunFigures,
  summarizeRuns,
} from "@trovella/db/console";
import { readPlan } from "@trovella/db/plans";
import { countOutcome, titleOf } from "@trovella/plan-engine";
import { z } from "zod";
import { DAY_MS } from "../days.ts";
import * as input from "../inputs.ts";
import { orNotFound } from "../or-not-found.ts";
import { procedure, router } from "../trpc.ts";

const MAX_OFFSET = 1_000_000;
const AUDIT_LIMIT = 100;

const filters = {
  skillName: input.text(200).optional(),
  status: z.enum(SKILL_EXECUTION_STATUSES).optional(),
} satisfies Record<keyof RunFilters, z.ZodType>;

export const skillExecutionRouter = router({
  list: procedure("read")
    .input(
      z
        .object({
          ...filters,
          limit: input.limit(20),
          offset: z.int().min(0).max(MAX_OFFSET).default(0),
        })
        .prefault({}),
    )
    .query(({ ctx, input }) => listConsoleRuns(ctx.context, input)),

  detail: procedure("read")
    .input(z.object({ executionId: input.id }))
    .query(async ({ ctx: { context }, input: { executionId } }) => {
      const execution = orNotFound(await readConsoleRun(context, { executionId }), "run");
      const { planId, claudeCodeSessionId: sessionId } = execution;
      const toolCalls = await readRunFigures(context, executionId);
      if (!planId) return { execution, plan: null, auditLog: [], toolCalls };
      const { plan } = await readPlan(context, planId);
      const auditLog = await listSessionEvents(context, { planId, sessionId, limit: AUDIT_LIMIT });
      const { id, name, mode, researchQuestion, status, createdAt, updatedAt, steps } = plan;
      const brief = { id, name, mode, researchQuestion, status, createdAt, updatedAt };
      const outcome = countOutcome(steps.map(({ status }) => status));
      return {
        execution,
        plan: {
          ...brief,
          title: titleOf(name),
          completedAt: plan.completedAt,
          stepCount: steps.length,
          outcome,
          steps: steps.map(({ id, order }) => ({ id, order })),
        },
        auditLog,
        toolCalls,
      };
    }),

  summary: procedure("read").query(({ ctx: { context, now } }) =>
    summarizeRuns(context, new Date(now.getTime() - DAY_MS)),
  ),
});
