import type { Json } from "@trovella/foundation";
import { sealJson } from "../../connection/seal-json.ts";
import { defineStatement, execution } from "../../connection/statement.ts";
import type { TenantContext } from "../../connection/tenant-context.ts";
import { type Difference, difference } from "./compare-plans.ts";

/** Few, since each may hold megabytes. */
const PAGE = 10;

const READ_TEXTS = defineStatement(`
  SELECT id, step_order, result, result IS NOT NULL AS has_result, result_digest,
    step_execution_report AS report, step_execution_report IS NOT NULL AS has_report, report_digest
  FROM plan_step WHERE plan_id = $1 AND step_order > $2 ORDER BY step_order LIMIT ${PAGE}`);

/** Whether each result and report is the text whose digest stands in the plan. */
export async function compareTexts(context: TenantContext, planId: string): Promise<Difference[]> {
  const differences: Difference[] = [];
  let order = 0;
  for (;;) {
    const [page] = await context.send([execution(READ_TEXTS, [planId, order])]);
    const rows = page?.rows ?? [];
    for (const row of rows) {
      const place = `step ${row.id}`;
      order = Number(row.step_order);
      const result = { text: row.result, isThere: row.has_result, digest: row.result_digest };
      // A step without a report may have the JSON value null in its place.
      const hasReport = row.has_report && row.report !== null;
      const isReportThere = row.report_digest === null ? hasReport : row.has_report;
      const report = { text: row.report, isThere: isReportThere, digest: row.report_digest };
      differences.push(
        ...compareText(planId, `${place}.result`, result as Text),
        ...compareText(planId, `${place}.stepExecutionReport`, report as Text),
      );
    }
    if (rows.length < PAGE) return differences;
  }
}

interface Text {
  readonly text: Json;
  readonly isThere: boolean;
  readonly digest: string | null;
}

function compareText(planId: string, where: string, { text, isThere, digest }: Text): Difference[] {
  const found = isThere ? digestOf(text) : null;
  if (found === digest) return [];
  const asText = (value: string | null) =>
    value === null ? "nothing" : `a text with SHA-256 ${value}`;
  return [difference(planId, where, asText(digest), asText(found))];
}

/** Every stored text could be digested; one that cannot was changed. */
function digestOf(text: Json): string {
  try {
    return sealJson(text).digest;
  } catch {
    return "unknown";
  }
}
