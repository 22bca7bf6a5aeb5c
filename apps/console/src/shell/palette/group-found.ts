export type FoundKind = "plan" | "output" | "claim" | "artifact" | "extraction" | "run";

export interface Found {
  readonly kind: FoundKind;
  readonly id: string;
  readonly title: string;
  readonly mode: "scan" | "deep" | null;
  /** An artifact's type. */
  readonly type: string | null;
  readonly version: number | null;
  readonly planId: string | null;
  readonly planTitle: string | null;
  readonly createdAt: string;
  readonly snippet: string | null;
}

export interface FoundGroup {
  readonly key: string;
  /** The title of the plan; null for plans that were found by their name alone, and for what has no plan. */
  readonly plan: string | null;
  readonly found: readonly Found[];
}

const MAX_IN_GROUP = 5;
const MAX_FOUND = 24;
export const PLANS = "plans";
const NO_PLAN = "none";

/** What was found, each thing once, beside the other things of its plan; the plans in the order of their first one. */
export function groupFound(all: readonly Found[]): FoundGroup[] {
  const groups = new Map<string, Found[]>();
  const seen = new Map<string, number>();
  for (const found of all.slice(0, MAX_FOUND)) {
    const key = found.planId ?? NO_PLAN;
    const group = groups.get(key) ?? [];
    const id = `${found.kind} ${found.id}`;
    const before = seen.get(id);
    if (before !== undefined) {
      // Found by its name and by its text: the passage is the more telling part.
      const known = group[before];
      if (known && !known.snippet) group[before] = { ...known, snippet: found.snippet };
      continue;
    }
    if (group.length >= MAX_IN_GROUP) continue;
    seen.set(id, group.length);
    group.push(found);
    groups.set(key, group);
  }
  const byName = [...groups].filter(([, group]) => isPlanAlone(group));
  const others = [...groups].filter(([, group]) => !isPlanAlone(group));
  return [
    ...(byName.length > 0
      ? [{ key: PLANS, plan: null, found: byName.flatMap(([, group]) => group) }]
      : []),
    ...others.map(([key, group]) => ({
      key,
      plan: key === NO_PLAN ? null : (group[0]?.planTitle ?? null),
      found: group.toSorted((one, other) => rank(one) - rank(other)),
    })),
  ];
}

function isPlanAlone(group: readonly Found[]): boolean {
  return group.length === 1 && group[0]?.kind === "plan";
}

function rank({ kind }: Found): number {
  if (kind === "plan") return 0;
  return kind === "output" ? 1 : 2;
}
