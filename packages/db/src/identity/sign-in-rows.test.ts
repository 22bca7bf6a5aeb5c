import { getTableColumns } from "drizzle-orm";
import { expect, it } from "vitest";
import { account, session, user } from "../schema/identity.ts";
import { SIGN_IN_FIELDS, type SignInTable } from "./sign-in-rows.ts";

it.each<[table: SignInTable, columns: Record<string, { readonly name: string }>]>([
  ["user", getTableColumns(user)],
  ["session", getTableColumns(session)],
  ["account", getTableColumns(account)],
])("knows the fields of %s, whose columns have the same name in snake case", (table, columns) => {
  const snakeCase = (field: string) => field.replace(/[A-Z]/g, "_$&").toLowerCase();
  expect(SIGN_IN_FIELDS[table]).toEqual(Object.keys(columns));
  for (const [field, { name }] of Object.entries(columns)) expect(name).toBe(snakeCase(field));
});
