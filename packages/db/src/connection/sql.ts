import { LRUCache } from "lru-cache";
import {
  defineStatement,
  type Execution,
  execution,
  type Statement,
  type StatementValue,
} from "./statement.ts";

/**
 * A piece of SQL with a question mark for each of its values, which are numbered when it is composed. A class, so that
 * no input, however it is shaped, is ever taken for SQL.
 */
export class Sql {
  readonly text: string;
  readonly values: readonly StatementValue[];

  constructor(text: string, values: readonly StatementValue[]) {
    this.text = text;
    this.values = values;
  }
}

/** SQL as a template: other pieces are nested, everything else becomes a parameter. */
export function sql(strings: readonly string[], ...parts: readonly (Sql | StatementValue)[]): Sql {
  let text = strings[0] ?? "";
  const values: StatementValue[] = [];
  parts.forEach((part, index) => {
    if (part instanceof Sql) {
      text += part.text;
      values.push(...part.values);
    } else {
      text += "?";
      values.push(part);
    }
    text += strings[index + 1];
  });
  return new Sql(text, values);
}

/** SQL out of a constant of the program, such as the name of a table; never out of input. */
export function rawSql(text: string): Sql {
  return new Sql(text, []);
}

export function joinSql(pieces: readonly Sql[], separator: string): Sql {
  return new Sql(
    pieces.map(({ text }) => text).join(separator),
    pieces.flatMap(({ values }) => values),
  );
}

/** A condition such as `plan_id = $1`; null, so that it is left out, when there is nothing to compare with. */
export function compare(left: string, value: StatementValue | undefined): Sql | null {
  return value === null || value === undefined ? null : sql`${rawSql(left)} ${value}`;
}

/** The WHERE clause of the conditions that apply; empty when none does. */
export function whereAll(conditions: readonly (Sql | null)[]): Sql {
  const applying = conditions.filter((condition) => condition !== null);
  return applying.length === 0 ? rawSql("") : sql`WHERE ${joinSql(applying, " AND ")}`;
}

/** The pages that the console reads: one row more than it shows. */
const USUAL_LIMITS: readonly number[] = [11, 20, 21, 26, 51, 101];

/**
 * Of a parameter PostgreSQL assumes that it is a tenth of the rows, and then plans the statement again each time it is
 * executed; usual limits are therefore part of the text.
 */
export function limitTo(count: number): Sql {
  return USUAL_LIMITS.includes(count) ? rawSql(`LIMIT ${count}`) : sql`LIMIT ${count}`;
}

/** One `name AS (…)` of a statement. */
export type Fragment = Pick<Sql, "text" | "values">;

/** Texts repeat, so each is numbered and named once. */
const statements = new LRUCache<string, Statement>({ max: 500 });

/** The piece as a prepared statement and its values. */
export function compose({ text, values }: Sql): Execution {
  let statement = statements.get(text);
  if (!statement) {
    statement = defineStatement(numberParameters(text, values.length));
    statements.set(text, statement);
  }
  return execution(statement, values);
}

/** One statement out of several writes; it reports how many plans it wrote. */
export function composeWrite(fragments: readonly Fragment[]): Execution {
  let joined = writes;
  const values: StatementValue[] = [];
  for (const fragment of fragments) {
    joined = followedBy(joined, fragment.text);
    for (const value of fragment.values) values.push(value);
  }
  joined.statement ??= writeOf(fragments, values.length);
  return execution(joined.statement, values);
}

/**
 * The statements of writes by the texts of their fragments. Joining the texts would find them, too, but they are long and
 * the same with nearly every call.
 */
interface JoinedWrites {
  statement: Statement | null;
  readonly next: Map<string, JoinedWrites>;
}

const MAX_JOINED = 2_000;
let writes: JoinedWrites = { statement: null, next: new Map() };
let joinedCount = 0;

function followedBy({ next }: JoinedWrites, text: string): JoinedWrites {
  let joined = next.get(text);
  if (!joined) {
    joined = { statement: null, next: new Map() };
    next.set(text, joined);
    joinedCount += 1;
  }
  return joined;
}

function writeOf(fragments: readonly Fragment[], count: number): Statement {
  if (joinedCount > MAX_JOINED) {
    writes = { statement: null, next: new Map() };
    joinedCount = 0;
  }
  const isOfPlan = fragments[0]?.text.startsWith("plan AS");
  const source = rawSql(isOfPlan ? "plan" : "(VALUES (1)) AS nothing");
  const { text } = sql`WITH ${joinSql(fragments, ",\n")} SELECT 1 FROM ${source}`;
  return defineStatement(numberParameters(text, count));
}

function numberParameters(text: string, count: number): string {
  let number = 0;
  const numbered = text.replaceAll("?", () => {
    number += 1;
    return `$${number}`;
  });
  if (number !== count) {
    throw new Error(`A statement has ${number} question marks for ${count} values: ${text}`);
  }
  return numbered;
}
