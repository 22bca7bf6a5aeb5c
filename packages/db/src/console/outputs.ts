import { compose, rawSql, sql } from "../connection/sql.ts";
import type { TenantContext } from "../connection/tenant-context.ts";
import type { MEDIA_TYPES, OUTPUT_ORIGINS, SATISFACTIONS } from "../schema/value-lists.ts";
import { equalTo, type FilterValues } from "./list-filters.ts";
import { newestPage, type PageBefore } from "./newest-page.ts";
import { PLAN_LABEL, type PlanLabel, queryTitledRows } from "./titled-rows.ts";

export interface ConsoleOutput extends PlanLabel {
  readonly id: string;
  readonly planId: string;
  /** The owner of the plan. */
  readonly ownerId: string | null;
  readonly title: string;
  readonly mediaType: (typeof MEDIA_TYPES)[number];
  readonly version: number;
  readonly latestVersion: number;
  readonly isDraft: boolean;
  readonly origin: (typeof OUTPUT_ORIGINS)[number];
  readonly characters: number;
  readonly excerpt: string;
  /** From the latest feedback on the plan. */
  readonly satisfaction: (typeof SATISFACTIONS)[number] | null;
  readonly createdAt: Date;
}

const FILTERS = {
  planId: equalTo("plan_id"),
  mediaType: equalTo<ConsoleOutput["mediaType"]>("media_type"),
};
export type OutputFilters = FilterValues<typeof FILTERS>;

/** Outputs of all plans or of one, newest first. */
export function listConsoleOutputs(
  context: TenantContext,
  page: OutputFilters & PageBefore,
): Promise<ConsoleOutput[]> {
  const query = sql`
    SELECT output.id, output.plan_id AS "planId", plan.created_by AS "ownerId", ${rawSql(PLAN_LABEL)}, left(output.title, 300) AS title, output.media_type AS "mediaType",
      output.version, output.is_draft AS "isDraft", output.origin, length(output.content) AS characters, left(output.content, 300) AS excerpt, output.created_at AS "createdAt",
      (SELECT max(version) FROM research_output AS other WHERE other.plan_id = output.plan_id)::integer AS "latestVersion",
      (SELECT satisfaction FROM research_feedback AS feedback WHERE feedback.plan_id = output.plan_id ORDER BY id DESC LIMIT 1) AS satisfaction
    FROM (${newestPage("research_output", FILTERS, page)}) AS output
    JOIN research_plan AS plan ON plan.id = output.plan_id ORDER BY output.id DESC`;
  return queryTitledRows(context, compose(query));
}
