import type { BranchingCondition, Plan, Review, Step } from "@trovella/plan-engine";

/** A field in which the rows differ from the audit log. */
export interface Difference {
  readonly planId: string;
  readonly where: string;
  /** The value that follows from the audit log. */
  readonly expected: string;
  /** The value in the row. */
  readonly found: string;
}

type Fields = Readonly<Record<string, unknown>>;

/** A lease is renewed without an event, so the log does not know these two. */
const UNLOGGED_STEP_FIELDS = ["leaseExpiresAt", "lastActivityAt"];

/** Differences between the plan in the rows and the plan replayed from its audit log. */
export function comparePlans(expected: Plan, found: Plan): Difference[] {
  // Plans older than handles were given theirs without an event.
  const handle = expected.handle || found.handle;
  const { steps, conditions, reviews, ...fields } = { ...expected, handle };
  const { steps: _, conditions: __, reviews: ___, ...foundFields } = found;
  const compare = (where: string, one: unknown, other: unknown) =>
    one === other || spell(one) === spell(other) ? [] : [difference(found.id, where, one, other)];
  const compareFields = (where: string, one: Fields, other: Fields) =>
    unique([...Object.keys(one), ...Object.keys(other)]).flatMap((name) =>
      compare(`${where}.${name}`, one[name], other[name]),
    );
  const compareById = (
    where: string,
    some: readonly (Step | BranchingCondition | Review)[],
    others: readonly (Step | BranchingCondition | Review)[],
  ) =>
    unique([...some, ...others].map(({ id }) => id)).flatMap((id) => {
      const one = some.find((candidate) => candidate.id === id);
      const other = others.find((candidate) => candidate.id === id);
      const place = `${where} ${id}`;
      if (!one || !other) return compare(place, one && "present", other && "present");
      return compareFields(place, withoutUnlogged(one), withoutUnlogged(other));
    });

  return [
    ...compareFields("plan", fields, foundFields),
    ...compareById("step", steps, found.steps),
    ...compareById("condition", conditions, found.conditions),
    ...compareById("review", reviews, found.reviews),
    // Conditions carry no number; the first that holds wins, so their order is part of the plan.
    ...compare("order of conditions", idsOf(conditions), idsOf(found.conditions)),
  ];
}

export function difference(
  planId: string,
  where: string,
  expected: unknown,
  found: unknown,
): Difference {
  return { planId, where, expected: shorten(spell(expected)), found: shorten(spell(found)) };
}

const SHOWN_CHARACTERS = 200;

/** Texts of a plan may be long, and a report of differences must stay readable. */
function shorten(text: string): string {
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text;
}

/** Equal values, equal text: keys in order, dates in their usual form. */
function spell(value: unknown): string {
  return JSON.stringify(value, sortKeys) ?? "nothing";
}

function sortKeys(_key: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}

function withoutUnlogged(fields: object): Fields {
  return Object.fromEntries(
    Object.entries(fields).filter(([name]) => !UNLOGGED_STEP_FIELDS.includes(name)),
  );
}

function idsOf(items: readonly { readonly id: string }[]): string[] {
  return items.map(({ id }) => id);
}

function unique(names: readonly string[]): string[] {
  return [...new Set(names)];
}
