import { type SQL, sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  check,
  customType,
  foreignKey,
  primaryKey,
  text,
  timestamp,
} from "drizzle-orm/pg-core";

export const moment = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });

export const createdAt = () => moment("created_at").notNull().defaultNow();
export const updatedAt = () => moment("updated_at").notNull().defaultNow();

/** The two columns every tenant key begins with. Ids are made by the application. */
export const tenantKey = () => ({
  organizationId: text("organization_id").notNull(),
  id: text("id").notNull(),
});

interface TenantTable {
  readonly organizationId: AnyPgColumn;
  readonly id: AnyPgColumn;
}

export function tenantPrimaryKey({ organizationId, id }: TenantTable) {
  return primaryKey({ columns: [organizationId, id] });
}

/** A reference within the organization; the row is deleted with the one it refers to. */
export function tenantReference(organizationId: AnyPgColumn, id: AnyPgColumn, target: TenantTable) {
  return foreignKey({
    columns: [organizationId, id],
    foreignColumns: [target.organizationId, target.id],
  }).onDelete("cascade");
}

export const bytes = customType<{ data: Buffer }>({ dataType: () => "bytea" });

export const signBits = customType<{ data: string }>({ dataType: () => "bit(384)" });

/** The database's own copy of a list of values that the application defines once. */
export function oneOf(name: string, column: AnyPgColumn, values: readonly string[]) {
  return check(name, sql`${column} in (${literals(values)})`);
}

function literals(values: readonly string[]): SQL {
  return sql.raw(values.map((value) => `'${value}'`).join(", "));
}
