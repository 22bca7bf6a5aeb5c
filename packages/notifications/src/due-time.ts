import type { PersonSettings } from "./settings.ts";

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1_440;

type Times = Pick<PersonSettings, "timeZone" | "quietHours" | "digestHour">;

/** When a person is told by e-mail of what happens now: at once or with the next digest, but not in quiet hours. */
export function dueTime(now: Date, choice: "now" | "digest", times: Times): Date {
  const wished = choice === "now" ? now : nextLocalTime(now, times.digestHour * 60, times.timeZone);
  const { quietHours, timeZone } = times;
  const isQuiet = quietHours !== null && isWithin(minuteOfDay(wished, timeZone), quietHours);
  return isQuiet ? nextLocalTime(wished, quietHours.to, timeZone) : wished;
}

/** Hours that end before they begin last over midnight; equal ones are none. */
function isWithin(minute: number, { from, to }: { readonly from: number; readonly to: number }) {
  return from <= to ? minute >= from && minute < to : minute >= from || minute < to;
}

/** The next time after `now` at which clocks there show this minute of the day. */
function nextLocalTime(now: Date, minute: number, timeZone: string): Date {
  const start = Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS;
  const ahead = (minute - minuteOfDay(now, timeZone) + DAY_MINUTES) % DAY_MINUTES || DAY_MINUTES;
  const guess = new Date(start + ahead * MINUTE_MS);
  // Clocks may be changed in between; half a day tells forward from back.
  const error = minute - minuteOfDay(guess, timeZone);
  const shift =
    error > DAY_MINUTES / 2
      ? error - DAY_MINUTES
      : error < -DAY_MINUTES / 2
        ? error + DAY_MINUTES
        : error;
  return new Date(guess.getTime() + shift * MINUTE_MS);
}

function minuteOfDay(at: Date, timeZone: string): number {
  const format = new Intl.DateTimeFormat("en", {
    timeZone,
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  return (parts.get("hour") ?? 0) * 60 + (parts.get("minute") ?? 0);
}
