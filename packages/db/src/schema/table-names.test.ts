import { getTableName, is } from "drizzle-orm";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import { describe, expect, it } from "vitest";
import * as schema from "./index.ts";
import { IDENTITY_TABLES, SEARCHED_TABLES, SERVER_TABLES, TENANT_TABLES } from "./table-names.ts";

const tables = Object.values(schema).filter((value) => is(value, PgTable));
const listed = [...IDENTITY_TABLES, ...SERVER_TABLES, ...TENANT_TABLES];

describe("the lists of tables", () => {
  it("name every table of the schema once", () => {
    expect(listed.toSorted()).toEqual(tables.map(getTableName).toSorted());
  });

  it("put each table after those it refers to", () => {
    const misplaced = tables.flatMap((table) => {
      const { name, foreignKeys } = getTableConfig(table);
      const targets = foreignKeys.map((key) => getTableName(key.reference().foreignTable));
      return targets
        .filter((target) => listed.indexOf(target) > listed.indexOf(name))
        .map((target) => `${name} refers to ${target}`);
    });
    expect(misplaced).toEqual([]);
  });

  it("have the tables that are searched among those of tenants", () => {
    expect(TENANT_TABLES).toEqual(expect.arrayContaining([...SEARCHED_TABLES]));
  });
});
