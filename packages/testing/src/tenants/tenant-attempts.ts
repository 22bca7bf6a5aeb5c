import type { StatementValue } from "../../../db/src/connection/statement.ts";
import {
  HISTORY_TABLES,
  IDENTITY_TABLES,
  SERVER_TABLES,
  TENANT_TABLES,
} from "../../../db/src/schema/table-names.ts";
import { type RowNames, type TenantRow, tenantRows } from "./tenant-rows.ts";

export type Row = Readonly<Record<string, unknown>>;

/** Executes one statement in one committed transaction, in some tenant context. */
export type Run = (text: string, values?: readonly StatementValue[]) => Promise<readonly Row[]>;

export interface Attempt {
  readonly run: Run;
  readonly what: string;
  readonly expected: "own rows" | "no rows" | typeof REFUSED | typeof NO_SUCH_ROW;
  readonly text: string;
  readonly values?: readonly StatementValue[];
}

export interface Reference {
  readonly table: string;
  readonly column: string;
}

export const A = "org_a";
export const B = "org_b";
const REFUSED = "42501";
const NO_SUCH_ROW = "23503";

/** Ids without a foreign key: index rows and their sources are deleted independently. */
const UNBOUND = ["posting.chunk_id", "document_chunk.source_id"];

/** Every table × verb × context, tried by A after B's tables are filled; A's rows are inserted first and deleted last. */
export function tenantAttempts(
  rowsOfB: Readonly<Record<string, TenantRow>>,
  { own, ...outside }: { readonly own: Run; readonly none: Run; readonly empty: Run },
): Attempt[] {
  const rowsOfA = tenantRows(names(A, { key: A }));
  const references = referencesIn(rowsOfB);
  return [
    ...TENANT_TABLES.map((table) => insertion(own, table, rowsOfA, "own rows")),
    ...TENANT_TABLES.flatMap((table) => [
      ...withForeignIds(own, table),
      ...Object.entries(outside).flatMap(([name, run]) => withoutTenant(run, table, name)),
    ]),
    ...references.flatMap((reference) => pointingToB(own, reference, rowsOfB)),
    ...TENANT_TABLES.flatMap((table) => withIdsOfB(own, table)),
    ...TENANT_TABLES.flatMap((table) => onOwnRows(own, table)),
    // Referencing rows are deleted before referenced ones, so that each table still has rows to delete.
    ...TENANT_TABLES.toReversed().map((table) =>
      deletion(own, table, unlessHistory(table, "own rows")),
    ),
    ...[...IDENTITY_TABLES, ...SERVER_TABLES, "schema_migration"].map((table) =>
      reading(own, `"${table}"`, REFUSED),
    ),
  ];
}

/** Columns that reference another tenant row; each needs a foreign key. */
export function referencesIn(rows: Readonly<Record<string, TenantRow>>): Reference[] {
  const ids = new Set(Object.values(rows).map(({ id }) => id));
  return Object.entries(rows).flatMap(([table, row]) =>
    Object.keys(row)
      .filter(
        (column) => column !== "id" && typeof row[column] === "string" && ids.has(row[column]),
      )
      .filter((column) => !UNBOUND.includes(`${table}.${column}`))
      .map((column) => ({ table, column })),
  );
}

function onOwnRows(run: Run, table: string): Attempt[] {
  return [reading(run, table, "own rows"), touching(run, table, unlessHistory(table, "own rows"))];
}

function withForeignIds(run: Run, table: string): Attempt[] {
  const ofB = `${table} WHERE organization_id = '${B}'`;
  const untouched = unlessHistory(table, "no rows");
  const rowsForB = tenantRows(names(B, { key: "probe", position: 2 }));
  const move = `UPDATE ${table} SET organization_id = '${B}' RETURNING *`;
  return [
    reading(run, ofB, "no rows"),
    insertion(run, table, rowsForB, REFUSED),
    touching(run, ofB, untouched),
    { run, what: `moves ${table} to B`, text: move, expected: REFUSED },
    deletion(run, ofB, untouched),
  ];
}

/** One reference at a time, so that each is rejected on its own. */
function pointingToB(
  run: Run,
  { table, column }: Reference,
  rowsOfB: Readonly<Record<string, TenantRow>>,
): Attempt[] {
  const foreign = rowsOfB[table]?.[column] ?? null;
  const probe = tenantRows(names(A, { key: "probe", position: 2 }))[table];
  // One row: several with the same number cannot point to one plan of any owner.
  const text = `UPDATE ${table} SET ${column} = $1 WHERE ctid = (SELECT min(ctid) FROM ${table}) RETURNING *`;
  const expected = HISTORY_TABLES.includes(table) ? REFUSED : NO_SUCH_ROW;
  return [
    insertion(run, table, { [table]: { ...probe, [column]: foreign } }, NO_SUCH_ROW),
    { run, what: `points ${table}.${column} to B`, text, values: [foreign], expected },
  ];
}

function withoutTenant(run: Run, table: string, name: string): Attempt[] {
  const untouched = unlessHistory(table, "no rows");
  const probes = [A, B].map((organization) =>
    tenantRows(names(organization, { key: "probe", position: 2 })),
  );
  return [
    reading(run, table, "no rows"),
    ...probes.map((rows) => insertion(run, table, rows, REFUSED)),
    touching(run, table, untouched),
    deletion(run, table, untouched),
  ].map((attempt) => ({ ...attempt, what: `${attempt.what} with the context ${name}` }));
}

/** The key of such rows is the organization alone. */
const KEYED_BY_ORGANIZATION = ["corpus_stat", "document_theme"];

/** An id in use by another organization must not be observable, not even through an error. */
function withIdsOfB(run: Run, table: string): Attempt[] {
  if (KEYED_BY_ORGANIZATION.includes(table)) return [];
  const rows = tenantRows(names(A, { key: B, refersTo: B, position: 3 }));
  return [insertion(run, table, rows, "own rows")];
}

type Expected = Attempt["expected"];

function unlessHistory(table: string, expected: Expected): Expected {
  return HISTORY_TABLES.includes(table) ? REFUSED : expected;
}

function reading(run: Run, rows: string, expected: Expected): Attempt {
  return { run, what: `reads ${rows}`, text: `SELECT * FROM ${rows}`, expected };
}

function touching(run: Run, rows: string, expected: Expected): Attempt {
  const [table, ...where] = rows.split(" WHERE ");
  const condition = where.map((text) => ` WHERE ${text}`).join("");
  const text = `UPDATE ${table} SET organization_id = organization_id${condition} RETURNING *`;
  return { run, what: `updates ${rows}`, text, expected };
}

function deletion(run: Run, rows: string, expected: Expected): Attempt {
  return { run, what: `deletes ${rows}`, text: `DELETE FROM ${rows} RETURNING *`, expected };
}

export function insertion(
  run: Run,
  table: string,
  rows: Readonly<Record<string, TenantRow>>,
  expected: Expected,
): Attempt {
  const row = rows[table];
  if (!row) throw new Error(`There is no row for ${table}.`);
  const columns = Object.keys(row);
  const places = columns.map((_, index) => `$${index + 1}`);
  const text = `INSERT INTO ${table} (${columns}) VALUES (${places}) RETURNING *`;
  return { run, what: `inserts into ${table}`, text, values: Object.values(row), expected };
}

export function names(organizationId: string, given: Partial<RowNames>): RowNames {
  return { organizationId, refersTo: organizationId, key: "", canary: "", position: 1, ...given };
}
