import { newId } from "@trovella/db";
import { saveSubagentReport } from "@trovella/db/memory";
import { LIMITS } from "@trovella/plan-engine";
import { z } from "zod";
import { defineTool } from "../define-tool.ts";
import { leaseToken, next, note, planId, stepId } from "../fields.ts";
import { findPlan, renewLeaseAt } from "../plan-reference.ts";
import { checkLength, MAX_REPORT } from "../text/text-limits.ts";

const short = z.string().min(1).max(LIMITS.agentLength);

export const storeSubagentReport = defineTool({
  name: "store_subagent_report",
  title: "Store a subagent's report",
  description:
    "Stores what a subagent did for a step, in full. Name the reportId in stepExecutionReport.subagents of submit_step_result instead of repeating the report.",
  input: {
    planId,
    stepId,
    leaseToken,
    task: note.describe("What it was asked to do"),
    report: z.string().min(1),
    status: short.optional().describe("e.g. completed, failed"),
    agent: short.optional(),
  },
  output: { reportId: z.string(), stored: z.literal(true), next },
  permission: "write",
  writes: "record",

  async run({ planId, stepId, leaseToken, task, report, status, agent }, call) {
    checkLength("report", report, { max: MAX_REPORT });
    const plan = await findPlan(call.context, { planId, stepId });
    const id = newId("report");
    await saveSubagentReport(call.context, {
      id,
      planId,
      stepId,
      agent: agent ?? null,
      task,
      report,
      status: status ?? null,
      createdAt: call.now,
    });
    await renewLeaseAt(call, plan, { stepId, leaseToken });
    return {
      reportId: id,
      stored: true as const,
      next: "Name this reportId in stepExecutionReport.subagents when you call submit_step_result.",
    };
  },
});
