import { numberText, plural } from "../language/messages.ts";

const UNITS = [
  { ms: 86_400_000, words: (count: number) => plural(count, "{count} day", "{count} days") },
  { ms: 3_600_000, words: (count: number) => plural(count, "{count} hour", "{count} hours") },
  { ms: 60_000, words: (count: number) => plural(count, "{count} minute", "{count} minutes") },
  { ms: 1_000, words: (count: number) => plural(count, "{count} second", "{count} seconds") },
] as const;

/** "2 hours 5 minutes": the two largest units; milliseconds below a second. */
export function durationText(durationMs: number): string {
  const index = UNITS.findIndex(({ ms }) => durationMs >= ms);
  const [large, small] = UNITS.slice(index);
  if (index < 0 || !large) return `${Math.max(0, Math.round(durationMs))} ms`;
  const most = Math.floor(durationMs / large.ms);
  const rest = small ? Math.floor((durationMs % large.ms) / small.ms) : 0;
  return [large.words(most), small && rest > 0 && small.words(rest)].filter(Boolean).join(" ");
}

/** "1 step", "3 steps". */
export function counted(number: number, what: string): string {
  return `${numberText(number)} ${what}${number === 1 ? "" : "s"}`;
}
