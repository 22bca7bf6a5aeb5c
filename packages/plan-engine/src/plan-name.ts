export const PLAN_MODES = ["scan", "deep"] as const;
export type PlanMode = (typeof PLAN_MODES)[number];

const MODE_PREFIX = /^\[(Scan|Deep)\]\s*/;

/** How thorough the research is, by the prefix that skills write before a plan's title. */
export function modeOf(planName: string): PlanMode | null {
  const word = MODE_PREFIX.exec(planName)?.[1]?.toLowerCase();
  return PLAN_MODES.find((mode) => mode === word) ?? null;
}

/** The name without its mode, or as it is when nothing else is in it. */
export function titleOf(planName: string): string {
  return planName.replace(MODE_PREFIX, "") || planName;
}
