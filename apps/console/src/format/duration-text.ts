const UNITS = [
  { unit: "day", ms: 86_400_000 },
  { unit: "hour", ms: 3_600_000 },
  { unit: "minute", ms: 60_000 },
  { unit: "second", ms: 1_000 },
] as const;

/** "2 hours 5 minutes": the two largest units; milliseconds below a second. */
export function durationText(durationMs: number): string {
  const index = UNITS.findIndex(({ ms }) => durationMs >= ms);
  const [large, small] = UNITS.slice(index);
  if (index < 0 || !large) return `${Math.max(0, Math.round(durationMs))} ms`;
  const most = Math.floor(durationMs / large.ms);
  const rest = small ? Math.floor((durationMs % large.ms) / small.ms) : 0;
  return [counted(most, large.unit), small && rest > 0 && counted(rest, small.unit)]
    .filter(Boolean)
    .join(" ");
}

/** "1 step", "3 steps". */
export function counted(number: number, what: string): string {
  return `${number.toLocaleString()} ${what}${number === 1 ? "" : "s"}`;
}
