import { defineStatement, execution } from "../connection/statement.ts";
import type { TenantContext } from "../connection/tenant-context.ts";

export interface NewSubagentReport {
  readonly id: string;
  readonly planId: string;
  readonly stepId: string;
  readonly agent: string | null;
  readonly task: string;
  readonly report: string;
  readonly status: string | null;
  readonly createdAt: Date;
}

const INSERT_REPORT = defineStatement(`
  INSERT INTO subagent_report (organization_id, id, plan_id, step_id, agent, task, report, status, created_at, updated_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)`);

export async function saveSubagentReport(
  context: TenantContext,
  report: NewSubagentReport,
): Promise<void> {
  await context.send([
    execution(INSERT_REPORT, [
      context.tenant.organizationId,
      report.id,
      report.planId,
      report.stepId,
      report.agent,
      report.task,
      report.report,
      report.status,
      report.createdAt,
    ]),
  ]);
}
