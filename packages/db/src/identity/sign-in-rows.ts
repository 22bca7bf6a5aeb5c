import { getTableColumns, getTableName } from "drizzle-orm";
import type { Database } from "../connection/database.ts";
import { withIdentityClient } from "../connection/identity-client.ts";
import { account, session, user } from "../schema/identity.ts";

/** The tables that the sign-in library keeps its rows in, and no others. */
const TABLES = { user, session, account } as const;

export type SignInTable = keyof typeof TABLES;
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

/** Rows by table and field names, for a library that brings its own idea of storage. */
export function signInRows(database: Database) {
  const run = (text: string, values: readonly unknown[]) =>
    withIdentityClient(database, (client) => client.query(text, [...values]));

  return {
    async insert(table: SignInTable, row: SignInRow): Promise<SignInRow> {
      const fields = knownFields(table, row);
      const values = fields.map((field) => row[field]);
      const columns = fields.map((field) => columnOf(table, field)).join(", ");
      const places = fields.map((_, index) => `$${index + 1}`).join(", ");
      const { rows } = await run(
        `INSERT INTO ${tableOf(table)} (${columns}) VALUES (${places}) RETURNING *`,
        values,
      );
      return fromColumns(table, rows[0]);
    },

    async select(table: SignInTable, selection: RowSelection): Promise<SignInRow[]> {
      const { where, limit = 100, offset = 0, sortBy } = selection;
      const { clause, values } = whereClause(table, where);
      const order = sortBy
        ? `ORDER BY ${columnOf(table, sortBy.field)} ${sortBy.direction === "desc" ? "DESC" : "ASC"}`
        : "";
      const { rows } = await run(
        `SELECT * FROM ${tableOf(table)} ${clause} ${order} LIMIT $${values.length + 1} OFFSET $${values.length + 2}`,
        [...values, limit, offset],
      );
      return rows.map((row) => fromColumns(table, row));
    },

    async update(
      table: SignInTable,
      where: readonly RowCondition[],
      change: SignInRow,
    ): Promise<SignInRow[]> {
      const { clause, values } = whereClause(table, where);
      const fields = knownFields(table, change);
      if (fields.length === 0) return [];
      const assignments = fields.map(
        (field, index) => `${columnOf(table, field)} = $${values.length + index + 1}`,
      );
      const { rows } = await run(
        `UPDATE ${tableOf(table)} SET ${assignments.join(", ")} ${clause} RETURNING *`,
        [...values, ...fields.map((field) => change[field])],
      );
      return rows.map((row) => fromColumns(table, row));
    },

    async remove(table: SignInTable, where: readonly RowCondition[]): Promise<SignInRow[]> {
      const { clause, values } = whereClause(table, where);
      const { rows } = await run(`DELETE FROM ${tableOf(table)} ${clause} RETURNING *`, values);
      return rows.map((row) => fromColumns(table, row));
    },

    async count(table: SignInTable, where: readonly RowCondition[]): Promise<number> {
      const { clause, values } = whereClause(table, where);
      const { rows } = await run(
        `SELECT count(*)::int AS total FROM ${tableOf(table)} ${clause}`,
        values,
      );
      return rows[0].total;
    },
  };
}

const OPERATORS = { eq: "=", ne: "<>", lt: "<", lte: "<=", gt: ">", gte: ">=" } as const;

function whereClause(table: SignInTable, where: readonly RowCondition[]) {
  const values: unknown[] = [];
  const conditions = where.map(({ field, operator, value }) => {
    const column = columnOf(table, field);
    if (value === null) return `${column} IS ${operator === "ne" ? "NOT " : ""}NULL`;
    values.push(value);
    if (operator === "in") return `${column} = ANY($${values.length})`;
    return `${column} ${OPERATORS[operator]} $${values.length}`;
  });
  return { clause: conditions.length > 0 ? `WHERE ${conditions.join(" AND ")}` : "", values };
}

function tableOf(table: SignInTable): string {
  return `public."${getTableName(TABLES[table])}"`;
}

function columnsOf(table: SignInTable): Record<string, { readonly name: string }> {
  return getTableColumns(TABLES[table]);
}

function columnOf(table: SignInTable, field: string): string {
  const column = columnsOf(table)[field];
  if (!column) throw new Error(`${table} has no column for ${field}.`);
  return `"${column.name}"`;
}

/** What has no column (the tokens of a provider, which nobody here needs) is not kept. */
function knownFields(table: SignInTable, row: SignInRow): string[] {
  const columns = columnsOf(table);
  return Object.keys(row).filter((field) => columns[field] && row[field] !== undefined);
}

function fromColumns(table: SignInTable, row: Record<string, unknown>): SignInRow {
  return Object.fromEntries(
    Object.entries(columnsOf(table)).map(([field, { name }]) => [field, row[name]]),
  );
}
