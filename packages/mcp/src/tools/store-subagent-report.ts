import { newId } from "@trovella/db";
import { saveSubagentReport } from "@trovella/db/memory";
import { loadPlanForUpdate, requireLock, savePlan } from "@trovella/db/plans";
import { capsOf, LIMITS, type Plan, usedAt } from "@trovella/plan-engine";
import { checkLength, decideChange, MAX_REPORT } from "@trovella/research";
import { z } from "zod";
import { defineTool } from "../define-tool.ts";
import { next, note, planId, renewedLeaseToken, stepId } from "../fields.ts";
import { renewLeaseAt, requireStep } from "../plan-reference.ts";

const short = z.string().min(1).max(LIMITS.agentLength);

export const storeSubagentReport = defineTool({
  name: "store_subagent_report",
  title: "Store a subagent's report",
  description:
    "Keeps a subagent's full report on a step; name the reportId in stepExecutionReport.subagents.",
  input: {
    planId,
    stepId,
    leaseToken: renewedLeaseToken,
    task: note,
    report: z.string().min(1),
    status: short.optional(),
    agent: short.optional(),
  },
  output: { reportId: z.string(), stored: z.literal(true), next },
  permission: "write",
  writes: "record",

  async run({ planId, stepId, leaseToken, task, report, status, agent }, call) {
    checkLength("report", report, { max: MAX_REPORT });
    const { context } = call;
    const loaded = await loadPlanForUpdate(context, planId);
    // The step is written with the lease that was read, so it must be the current one.
    requireLock(context);
    requireStep(loaded.plan, stepId);
    const id = newId("report");
    await saveSubagentReport(context, {
      id,
      planId,
      stepId,
      agent: agent ?? null,
      task,
      report,
      status: status ?? null,
      createdAt: call.now,
    });
    const command = { type: "record_usage" as const, stepId, usage: { subagents: 1 } };
    const change = decideChange(loaded, command, call);
    await savePlan(context, change, { actor: call.actor });
    call.changed(change.plan);
    await renewLeaseAt(call, change.plan, { stepId, leaseToken });
    const warnings = capWarnings(change.plan, call.now);
    return {
      reportId: id,
      stored: true as const,
      ...(warnings.length > 0 ? { warnings } : {}),
      next: "Name this reportId in stepExecutionReport.subagents when you call submit_step_result.",
    };
  },
});

/** Work is never refused, so a report beyond the cap is stored all the same. */
function capWarnings(plan: Plan, now: Date): string[] {
  const { subagents: cap } = capsOf(plan);
  const { subagents: used } = usedAt(plan, now);
  if (cap === undefined || used <= cap) return [];
  return [
    `This is subagent ${used} of at most ${cap} in this plan. The report is stored; start no more subagents.`,
  ];
}
