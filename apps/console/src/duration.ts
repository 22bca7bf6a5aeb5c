const UNITS = [
  { unit: "day", ms: 86_400_000 },
  { unit: "hour", ms: 3_600_000 },
  { unit: "minute", ms: 60_000 },
  { unit: "second", ms: 1_000 },
] as const;

/** How long something took, in its two largest units: "2 hours 5 minutes". */
export function durationText(durationMs: number, language?: string): string {
  const total = Math.max(0, durationMs);
  const first = UNITS.findIndex(({ ms }) => total >= ms);
  const largest = UNITS[first];
  if (!largest) return amount(Math.round(total), "millisecond", language);
  const next = UNITS[first + 1];
  const count = Math.floor(total / largest.ms);
  const rest = next ? Math.floor((total % largest.ms) / next.ms) : 0;
  const parts = [amount(count, largest.unit, language)];
  if (next && rest > 0) parts.push(amount(rest, next.unit, language));
  return parts.join(" ");
}

function amount(count: number, unit: string, language: string | undefined): string {
  return new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" }).format(
    count,
  );
}
