import type { Database } from "../connection/database.ts";
import { withIdentityClient } from "../connection/identity-client.ts";
import { compose, joinSql, rawSql, type Sql, sql, whereAll } from "../connection/sql.ts";
import type { StatementValue } from "../connection/statement.ts";

/** The tables of the sign-in library with their fields; a column has the same name in snake case. */
export const SIGN_IN_FIELDS = {
  user: ["id", "name", "email", "emailVerified", "image", "disabledAt", "createdAt", "updatedAt"],
  session: [
    "id",
    "token",
    "userId",
    "activeOrganizationId",
    "expiresAt",
    "ipAddress",
    "userAgent",
    "lastUsedAt",
    "createdAt",
    "updatedAt",
  ],
  account: ["id", "userId", "providerId", "accountId", "password", "createdAt", "updatedAt"],
} as const satisfies Record<string, readonly string[]>;

export type SignInTable = keyof typeof SIGN_IN_FIELDS;
export type SignInRow = Record<string, unknown>;

export interface RowCondition {
  readonly field: string;
  readonly operator: "eq" | "ne" | "in" | "lt" | "lte" | "gt" | "gte";
  readonly value: unknown;
}

export interface RowSelection {
  readonly where: readonly RowCondition[];
  readonly limit?: number;
  readonly offset?: number;
  readonly sortBy?: { readonly field: string; readonly direction: "asc" | "desc" };
}

/** Rows by table and field names, for a library that brings its own storage interface. */
export function signInRows(database: Database) {
  const query = (text: Sql) => {
    const { statement, values } = compose(text);
    return withIdentityClient(database, (client) => client.query(statement.text, [...values]));
  };
  const run = async (table: SignInTable, text: Sql): Promise<SignInRow[]> => {
    const { rows } = await query(text);
    return rows.map((row) => fromColumns(table, row));
  };

  return {
    async insert(table: SignInTable, row: SignInRow): Promise<SignInRow> {
      const fields = knownFields(table, row);
      const columns = fields.map((field) => columnOf(table, field));
      const values = fields.map((field) => parameter(row[field]));
      const [inserted] = await run(
        table,
        sql`INSERT INTO ${tableOf(table)} (${joinSql(columns, ", ")}) VALUES (${joinSql(values, ", ")}) RETURNING *`,
      );
      return inserted ?? {};
    },

    select(
      table: SignInTable,
      { where, limit = 100, offset = 0, sortBy }: RowSelection,
    ): Promise<SignInRow[]> {
      const direction = rawSql(sortBy?.direction === "desc" ? "DESC" : "ASC");
      const order = sortBy ? sql`ORDER BY ${columnOf(table, sortBy.field)} ${direction}` : sql``;
      return run(
        table,
        sql`SELECT * FROM ${tableOf(table)} ${conditions(table, where)} ${order} LIMIT ${limit} OFFSET ${offset}`,
      );
    },

    async update(
      table: SignInTable,
      where: readonly RowCondition[],
      change: SignInRow,
    ): Promise<SignInRow[]> {
      const fields = knownFields(table, change);
      if (fields.length === 0) return [];
      const assignments = fields.map(
        (field) => sql`${columnOf(table, field)} = ${parameter(change[field])}`,
      );
      return run(
        table,
        sql`UPDATE ${tableOf(table)} SET ${joinSql(assignments, ", ")} ${conditions(table, where)} RETURNING *`,
      );
    },

    remove(table: SignInTable, where: readonly RowCondition[]): Promise<SignInRow[]> {
      return run(table, sql`DELETE FROM ${tableOf(table)} ${conditions(table, where)} RETURNING *`);
    },

    async count(table: SignInTable, where: readonly RowCondition[]): Promise<number> {
      const { rows } = await query(
        sql`SELECT count(*)::int AS total FROM ${tableOf(table)} ${conditions(table, where)}`,
      );
      return rows[0].total;
    },
  };
}

const OPERATORS = { eq: "=", ne: "<>", lt: "<", lte: "<=", gt: ">", gte: ">=" } as const;

function conditions(table: SignInTable, where: readonly RowCondition[]): Sql {
  return whereAll(where.map((condition) => comparison(table, condition)));
}

function comparison(table: SignInTable, { field, operator, value }: RowCondition): Sql {
  const column = columnOf(table, field);
  if (value === null)
    return operator === "ne" ? sql`${column} IS NOT NULL` : sql`${column} IS NULL`;
  if (operator === "in") return sql`${column} = ANY(${parameter(value)})`;
  return sql`${column} ${rawSql(OPERATORS[operator])} ${parameter(value)}`;
}

/** The library writes nothing but these types; the driver would refuse others. */
function parameter(value: unknown): Sql {
  return sql`${value as StatementValue}`;
}

function tableOf(table: SignInTable): Sql {
  return rawSql(`public."${table}"`);
}

function columnOf(table: SignInTable, field: string): Sql {
  if (!isField(table, field)) throw new Error(`${table} has no column for ${field}.`);
  return rawSql(`"${columnName(field)}"`);
}

function columnName(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function isField(table: SignInTable, field: string): boolean {
  const fields: readonly string[] = SIGN_IN_FIELDS[table];
  return fields.includes(field);
}

/** Fields without a column, such as the tokens of a provider, are not kept. */
function knownFields(table: SignInTable, row: SignInRow): string[] {
  return Object.keys(row).filter((field) => isField(table, field) && row[field] !== undefined);
}

function fromColumns(table: SignInTable, row: Record<string, unknown>): SignInRow {
  return Object.fromEntries(SIGN_IN_FIELDS[table].map((field) => [field, row[columnName(field)]]));
}
