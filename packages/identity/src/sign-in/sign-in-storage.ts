import { type Database, newId } from "@trovella/db";
import {
  type RowCondition,
  type SignInRow,
  type SignInTable,
  signInRows,
} from "@trovella/db/identity";
import { createAdapterFactory } from "better-auth/adapters";
import { hashSecret } from "../secrets.ts";

/** The storage adapter of Better Auth: sessions are stored by the hash of their token. */
export function signInStorage(database: Database) {
  const rows = signInRows(database);
  return createAdapterFactory({
    config: {
      adapterId: "trovella",
      supportsJSON: true,
      supportsDates: true,
      supportsBooleans: true,
      customIdGenerator: ({ model }) => newId(tableOf(model)),
    },
    adapter: () => ({
      async create({ model, data }) {
        const row = await rows.insert(tableOf(model), storedRow(model, data));
        return { ...row, ...tokenOf(model, data.token) } as never;
      },
      async findOne({ model, where }) {
        const [row] = await rows.select(tableOf(model), {
          where: conditions(model, where),
          limit: 1,
        });
        return (row ? { ...row, ...tokenSearchedFor(model, where) } : null) as never;
      },
      async findMany({ model, where = [], limit, offset, sortBy }) {
        const selection = { where: conditions(model, where), limit, offset, sortBy };
        return (await rows.select(tableOf(model), selection)) as never;
      },
      async update({ model, where, update }) {
        const [row] = await rows.update(
          tableOf(model),
          conditions(model, where),
          storedRow(model, update as SignInRow),
        );
        return (row ? { ...row, ...tokenSearchedFor(model, where) } : null) as never;
      },
      async updateMany({ model, where, update }) {
        const changed = await rows.update(
          tableOf(model),
          conditions(model, where),
          storedRow(model, update),
        );
        return changed.length;
      },
      async delete({ model, where }) {
        await rows.remove(tableOf(model), conditions(model, where));
      },
      async deleteMany({ model, where }) {
        return (await rows.remove(tableOf(model), conditions(model, where))).length;
      },
      async count({ model, where = [] }) {
        return rows.count(tableOf(model), conditions(model, where));
      },
    }),
  });
}

interface Condition {
  readonly field: string;
  readonly operator: string;
  readonly value: unknown;
  readonly connector: "AND" | "OR";
}

const OPERATORS: readonly string[] = ["eq", "ne", "in", "lt", "lte", "gt", "gte"];

function tableOf(model: string): SignInTable {
  if (model === "user" || model === "session" || model === "account") return model;
  throw new Error(`There is no table for ${model}.`);
}

function conditions(model: string, where: readonly Condition[]): RowCondition[] {
  return where.map(({ field, operator, value, connector }) => {
    if (connector === "OR" || !OPERATORS.includes(operator)) {
      throw new Error(`Rows of ${model} cannot be chosen by ${connector} and ${operator}.`);
    }
    const stored = isToken(model, field) ? hashed(value) : value;
    return { field, operator: operator as RowCondition["operator"], value: stored };
  });
}

function storedRow(model: string, row: SignInRow): SignInRow {
  return isToken(model, "token") && typeof row.token === "string"
    ? { ...row, token: hashSecret(row.token) }
    : row;
}

function tokenOf(model: string, token: unknown): SignInRow {
  return isToken(model, "token") && typeof token === "string" ? { token } : {};
}

/** The library continues with the token of the row it gets back, so it gets the one it searched for. */
function tokenSearchedFor(model: string, where: readonly Condition[]): SignInRow {
  const searched = where.find(({ field, operator }) => field === "token" && operator === "eq");
  return tokenOf(model, searched?.value);
}

function isToken(model: string, field: string): boolean {
  return model === "session" && field === "token";
}

function hashed(value: unknown): unknown {
  return Array.isArray(value) ? value.map(hashed) : hashSecret(String(value));
}
