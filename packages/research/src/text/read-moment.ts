const ISO = /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})?)?$/;
const EARLIEST = Date.UTC(1000, 0, 1);
const LATEST = Date.UTC(9999, 11, 31);

/** Parses an ISO 8601 date or time, by default in UTC. Null when it is neither. */
export function readMoment(text: string): Date | null {
  const [, day, time, , , zone] = ISO.exec(text) ?? [];
  if (day === undefined) return null;
  const date = new Date(time !== undefined && zone === undefined ? `${text}Z` : text);
  const isWithin = date.getTime() >= EARLIEST && date.getTime() <= LATEST;
  return isWithin && isCalendarDay(day) ? date : null;
}

/** `new Date` takes the 30th of February for the 2nd of March. */
function isCalendarDay(day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}
