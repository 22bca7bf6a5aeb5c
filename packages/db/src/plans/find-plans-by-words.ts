import type { PlanStatus } from "@trovella/plan-engine";
import { queryRows } from "../connection/query-rows.ts";
import { defineStatement, execution } from "../connection/statement.ts";
import type { TenantContext } from "../connection/tenant-context.ts";

export interface FoundPlan {
  readonly id: string;
  readonly handle: string;
  readonly name: string;
  readonly researchQuestion: string;
  readonly status: PlanStatus;
  readonly isOpen: boolean;
  readonly updatedAt: Date;
  /** How many of the words its name or question has. */
  readonly words: number;
}

const MAX_WORDS = 30;
/** The newest; older research is found by its content. */
const MAX_PLANS = 2_000;

// Stemmed on both sides, and without the words that every text has.
const FIND_BY_WORDS = defineStatement(`
  SELECT plan.id, handle, name, left(research_question, 1000) AS "researchQuestion", status, closed_at IS NULL AS "isOpen",
    updated_at AS "updatedAt", words
  FROM (SELECT * FROM research_plan ORDER BY id DESC LIMIT ${MAX_PLANS}) AS plan, LATERAL (
    SELECT count(*)::integer AS words
    FROM unnest(tsvector_to_array(to_tsvector('english', name || ' ' || left(research_question, 1000)))) AS lexeme
    WHERE lexeme = ANY((tsvector_to_array(to_tsvector('english', $1)))[1:${MAX_WORDS}])
  ) AS matched
  WHERE words > 0
  ORDER BY closed_at IS NOT NULL, words DESC, plan.id DESC LIMIT $2`);

/** Plans whose name or question has words of the query: open ones first, then by how many, then the newest. */
export function findPlansByWords(
  context: TenantContext,
  { query, limit }: { readonly query: string; readonly limit: number },
): Promise<FoundPlan[]> {
  return queryRows(context, execution(FIND_BY_WORDS, [query, limit]));
}
