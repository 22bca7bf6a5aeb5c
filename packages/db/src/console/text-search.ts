import { rawSql, type Sql, sql } from "../connection/sql.ts";

/** A list that is limited to a text: two ways to the same rows, of which PostgreSQL takes one when it runs the statement. */
export interface TextSearch {
  /** The `WITH` clause that the ways refer to. */
  readonly matches: Sql;
  /** Conditions of which exactly one can hold. */
  readonly ways: readonly Sql[];
}

/** A few matches are looked up one by one. Of more, reading a list in its order soon fills a page. */
const FEW = rawSql("500");
/** The order leads to an index, where the policy is evaluated once instead of for each row. */
const FIRST = rawSql("ORDER BY plan_id LIMIT 501");

/** Plans, as `research_plan`, with the text in their name or question, or as their handle. */
export function planTextSearch(text: string): TextSearch {
  const named = sql`SELECT plan_id FROM plan_text WHERE strpos(text, ${folded(text)}) > 0`;
  return {
    matches: sql`WITH named AS MATERIALIZED (${named} ${FIRST})`,
    ways: [
      sql`(SELECT count(*) FROM named) <= ${FEW} AND research_plan.id = ANY(ARRAY(
        SELECT plan_id FROM named UNION SELECT id FROM research_plan WHERE handle = lower(btrim(${text}))))`,
      sql`(SELECT count(*) FROM named) > ${FEW} AND research_plan.id IN (${named})`,
    ],
  };
}

/** Outputs, as `output`, with the text in their title or in the name of their plan. */
export function outputTextSearch(text: string): TextSearch {
  const named = sql`SELECT plan_id FROM plan_text WHERE strpos(name, ${folded(text)}) > 0`;
  const isFew = sql`greatest((SELECT count(*) FROM named), (SELECT count(*) FROM titled)) <= ${FEW}`;
  return {
    matches: sql`
      WITH named AS MATERIALIZED (${named} ${FIRST}),
      titled AS MATERIALIZED (SELECT id FROM research_output WHERE strpos(folded_title, ${folded(text)}) > 0
        OR plan_id IN (SELECT plan_id FROM named) LIMIT 501)`,
    ways: [
      sql`${isFew} AND output.id = ANY(ARRAY(SELECT id FROM titled))`,
      sql`NOT ${isFew} AND (strpos(output.folded_title, ${folded(text)}) > 0 OR output.plan_id IN (${named}))`,
    ],
  };
}

/** A subquery is evaluated once; the letters of a parameter would be folded again for each row. */
function folded(text: string): Sql {
  return sql`(SELECT lower(${text}))`;
}
