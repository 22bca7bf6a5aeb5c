import { t } from "../language/messages.ts";

const HOUR_MS = 3_600_000;

const AGES = [
  { age: "overdue", hours: 72, words: t("waiting over 3 days") },
  { age: "late", hours: 24, words: t("waiting over 1 day") },
] as const;

/** How long something has waited for a person, from a day on; null before. */
export function waitingAge(since: Date, now: Date) {
  const waited = now.getTime() - since.getTime();
  return AGES.find(({ hours }) => waited >= hours * HOUR_MS) ?? null;
}
