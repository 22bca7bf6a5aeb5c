import { EXCHANGED_TABLES } from "./exchanged-tables.ts";
import { refused } from "./import-error.ts";
import type { ExchangedRow } from "./read-plan-rows.ts";

export interface ArchivedTable {
  readonly columns: readonly string[];
  readonly rows: readonly ExchangedRow[];
}

/** A plan as an archive has it; nothing of it is trusted. */
export interface ArchivedPlan {
  readonly id: string;
  readonly tables: ReadonlyMap<string, ArchivedTable>;
  /** What its documents call sources by other plans, by their numbers in its own register. */
  readonly formerRefs: ReadonlyMap<string, readonly string[]>;
}

/** Names of columns with values, as they are stored. */
export type Fields = Record<string, string | null>;

/** The rows by the names of their columns, once it is certain that they name nothing outside of the archive's plan. */
export function readArchivedPlan({ id, tables }: ArchivedPlan): Map<string, Fields[]> {
  const known = new Map<string, Fields[]>();
  for (const { name, refers } of EXCHANGED_TABLES) {
    const rows = rowsOf(name, tables.get(name));
    for (const row of rows) {
      if ("plan_id" in row && row.plan_id !== id) throw refused(`${name} has rows of another plan`);
      for (const [column, target] of Object.entries(refers))
        checkReference(row, column, { name, target, known });
    }
    known.set(name, rows);
  }
  const plans = known.get("research_plan") ?? [];
  if (plans.length !== 1 || plans[0]?.id !== id)
    throw refused("it does not have the plan it names");
  return known;
}

function rowsOf(name: string, table: ArchivedTable | undefined): Fields[] {
  if (!table) return [];
  const { columns, rows } = table;
  if (new Set(columns).size !== columns.length) throw refused(`${name} has a column twice`);
  return rows.map((row) => {
    if (row.length !== columns.length) throw refused(`a row of ${name} is incomplete`);
    return Object.fromEntries(columns.map((column, index) => [column, row[index] ?? null]));
  });
}

/** Sources may be found by another plan, whose artifact is not part of the archive. */
const OPEN_REFERENCES = ["research_source.artifact_id"];

function checkReference(
  row: Fields,
  column: string,
  {
    name,
    target,
    known,
  }: {
    readonly name: string;
    readonly target: string;
    readonly known: ReadonlyMap<string, readonly Fields[]>;
  },
): void {
  const value = row[column] ?? null;
  if (value === null || OPEN_REFERENCES.includes(`${name}.${column}`)) return;
  if (idsOf(known.get(target) ?? []).has(value)) return;
  // A step that was removed stays named in the log.
  if (column === "step_id" || column === "source_artifact_id" || column === "capture_id")
    row[column] = null;
  else throw refused(`${name} names a row that the archive does not have`);
}

const sets = new WeakMap<readonly Fields[], Set<string | null | undefined>>();

function idsOf(rows: readonly Fields[]): Set<string | null | undefined> {
  const found = sets.get(rows) ?? new Set(rows.map(({ id }) => id));
  sets.set(rows, found);
  return found;
}
