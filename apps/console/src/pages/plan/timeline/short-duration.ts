import { language } from "../../../language/language.ts";

const UNITS = [
  { unit: "day", ms: 86_400_000 },
  { unit: "hour", ms: 3_600_000 },
  { unit: "minute", ms: 60_000 },
  { unit: "second", ms: 1_000 },
] as const;

/** "1h 49m": the two largest units, for narrow places. */
export function shortDuration(durationMs: number): string {
  const rounded = Math.max(1_000, durationMs);
  const index = UNITS.findIndex(({ ms }) => rounded >= ms);
  const [large, small] = UNITS.slice(index);
  if (!large) return "";
  const rest = small ? Math.floor((rounded % large.ms) / small.ms) : 0;
  const parts = [written(Math.floor(rounded / large.ms), large.unit)];
  return (small && rest > 0 ? [...parts, written(rest, small.unit)] : parts).join(" ");
}

function written(count: number, unit: (typeof UNITS)[number]["unit"]): string {
  const options = { style: "unit", unit, unitDisplay: "narrow" } as const;
  return new Intl.NumberFormat(language, options).format(count);
}
