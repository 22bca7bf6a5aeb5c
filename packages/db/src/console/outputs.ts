import type { Sender } from "../connection/send-together.ts";
import { compose, joinSql, limitTo, rawSql, sql, whereAll } from "../connection/sql.ts";
import type { MEDIA_TYPES, OUTPUT_ORIGINS, SATISFACTIONS } from "../schema/value-lists.ts";
import { equalTo, type FilterValues, filterConditions } from "./list-filters.ts";
import { FOLDED_TITLE } from "./plan-sorts.ts";
import { outputTextSearch } from "./text-search.ts";
import { type PlanLabel, queryTitledRows } from "./titled-rows.ts";

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
  /** Whether it cites any source or claim. */
  readonly isCiting: boolean;
  /** The claims that it cites, by status, when it was stored; null where there were none. */
  readonly claimCounts: Readonly<Record<string, number>> | null;
  /** From the latest feedback on the plan. */
  readonly satisfaction: (typeof SATISFACTIONS)[number] | null;
  readonly createdAt: Date;
  /** What the list is ordered by. */
  readonly position: string;
}

export const OUTPUT_SORTS = ["created", "name", "plan"] as const;
export type OutputSort = (typeof OUTPUT_SORTS)[number];

const FILTERS = {
  planId: equalTo("output.plan_id"),
  mediaType: equalTo<ConsoleOutput["mediaType"]>("output.media_type"),
  whose: (userId: string) => sql`(plan.created_by = ${userId} OR plan.assignee_id = ${userId})`,
  createdAfter: (at: Date) => sql`output.created_at >= ${at}`,
  createdBefore: (at: Date) => sql`output.created_at < ${at}`,
  isNewest: (isNewest: boolean) =>
    isNewest
      ? rawSql(`NOT EXISTS (SELECT FROM research_output AS newer
          WHERE newer.plan_id = output.plan_id AND newer.version > output.version)`)
      : null,
};
export interface OutputFilters extends FilterValues<typeof FILTERS> {
  /** Part of its title or of the plan's name. */
  readonly text?: string | undefined;
}

export interface OutputPage {
  readonly sort?: OutputSort | undefined;
  /** The other way round than people expect first. */
  readonly isReversed?: boolean | undefined;
  /** The last output of the page before. */
  readonly after?: { readonly key: string; readonly id: string } | null | undefined;
  readonly limit: number;
}

/** An index has each of these expressions, so that a period and the order of the list come from the same one. */
const KEYS: Readonly<Record<OutputSort, string>> = {
  created: "output.created_at",
  name: "lower(left(output.title, 200))",
  plan: FOLDED_TITLE.replaceAll(/\b(mode|name)\b/g, "plan.$1"),
};

const TYPES: Readonly<Record<OutputSort, string>> = {
  created: "timestamptz",
  name: "text",
  plan: "text",
};

/** Outputs of all plans or of one, newest first unless another order is asked for. */
export function listConsoleOutputs(
  context: Sender,
  {
    sort = "created",
    isReversed = false,
    after = null,
    limit,
    text = "",
    ...filters
  }: OutputFilters & OutputPage,
): Promise<ConsoleOutput[]> {
  const isDescending = (sort === "created") !== isReversed;
  const direction = rawSql(isDescending ? "DESC" : "ASC");
  const comparison = rawSql(isDescending ? "<" : ">");
  const key = rawSql(KEYS[sort]);
  const search = text ? outputTextSearch(text) : null;
  const order = sql`sort_key ${direction}, output.id ${direction}`;
  // The page is cut before anything is counted or looked up.
  const pages = (search?.ways ?? [null]).map((way) => {
    const where = whereAll([
      ...filterConditions(FILTERS, filters),
      way,
      after &&
        sql`(${key}, output.id) ${comparison} (${after.key}::${rawSql(TYPES[sort])}, ${after.id})`,
    ]);
    return sql`(
    SELECT output.*, plan.created_by AS owner_id, plan.name AS plan_name, plan.mode AS plan_mode, ${key} AS sort_key
    FROM research_output AS output JOIN research_plan AS plan ON plan.id = output.plan_id
    ${where} ORDER BY ${order} ${limitTo(limit)})`;
  });
  const query = sql`
    ${search?.matches ?? sql``} SELECT output.id, output.plan_id AS "planId", output.owner_id AS "ownerId", output.plan_name AS "planName", output.plan_mode AS "planMode",
      left(output.title, 300) AS title, output.media_type AS "mediaType", output.version, output.is_draft AS "isDraft", output.origin,
      output.characters, left(output.content, 1500) AS excerpt, output.created_at AS "createdAt", output.sort_key::text AS position,
      output.is_citing AS "isCiting", output.evidence -> 'counts' AS "claimCounts",
      (SELECT max(version) FROM research_output AS other WHERE other.plan_id = output.plan_id)::integer AS "latestVersion",
      (SELECT satisfaction FROM research_feedback AS feedback WHERE feedback.plan_id = output.plan_id ORDER BY id DESC LIMIT 1) AS satisfaction
    FROM (${joinSql(pages, " UNION ALL ")}) AS output ORDER BY ${order}`;
  return queryTitledRows(context, compose(query));
}
