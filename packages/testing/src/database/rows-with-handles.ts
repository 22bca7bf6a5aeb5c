// Tests know plans and steps by their handles, rows by their ids; these translate between them.

type Row = Record<string, unknown>;
type Run = (sql: string, values: readonly unknown[]) => Promise<Row[]>;

const ID = /^(plan|step)_[0-9a-f]{32}$/;
const PLAN_HANDLE = /^p-[2-9b-df-hj-km-np-tv-xz]{6}$/;
const STEP_HANDLE = /^(p-[2-9b-df-hj-km-np-tv-xz]{6})\/s(\d+)$/;

/** Runs a query with `p-k7q2x9` and `p-k7q2x9/s4` in its values taken as ids; its rows have handles instead of ids. */
export async function queryWithHandles(
  run: Run,
  sql: string,
  values: readonly unknown[],
): Promise<Row[]> {
  const given: unknown[] = [];
  for (const value of values) given.push(await idOf(run, value));
  return withHandles(run, await run(sql, given));
}

/** The id that a handle stands for; any other value as it is. */
export async function idOf(run: Run, value: unknown): Promise<unknown> {
  if (typeof value !== "string") return value;
  const [, plan, number] = STEP_HANDLE.exec(value) ?? [];
  if (plan) {
    const [step] = await run(
      "SELECT step.id FROM plan_step AS step JOIN research_plan AS plan ON plan.id = plan_id WHERE handle = $1 AND number = $2",
      [plan, number],
    );
    return step?.id ?? value;
  }
  if (!PLAN_HANDLE.test(value)) return value;
  const [found] = await run("SELECT id FROM research_plan WHERE handle = $1", [value]);
  return found?.id ?? value;
}

async function withHandles(run: Run, rows: Row[]): Promise<Row[]> {
  const ids = new Set<string>();
  mapTexts(rows, (text) => {
    if (ID.test(text)) ids.add(text);
    return text;
  });
  if (ids.size === 0) return rows;
  const named = await run(
    `SELECT id, handle AS name FROM research_plan WHERE id = ANY($1)
     UNION ALL SELECT id, 's' || number FROM plan_step WHERE id = ANY($1)`,
    [[...ids]],
  );
  const names = new Map(named.map(({ id, name }) => [String(id), String(name)]));
  return mapTexts(rows, (text) => names.get(text) ?? text) as Row[];
}

/** A copy with every text in it mapped. */
export function mapTexts(value: unknown, map: (text: string) => string): unknown {
  if (typeof value === "string") return map(value);
  if (Array.isArray(value)) return value.map((entry) => mapTexts(entry, map));
  if (typeof value !== "object" || value === null || value instanceof Date) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [key, mapTexts(entry, map)]),
  );
}
