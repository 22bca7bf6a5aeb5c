import type { ListedSecurityEvent } from "@trovella/db/identity";

const COLUMNS = [
  "createdAt",
  "kind",
  "count",
  "actorUserId",
  "actorName",
  "credentialKind",
  "credentialId",
  "credentialName",
  "ipAddress",
  "subjectKind",
  "subjectId",
  "subjectLabel",
  "before",
  "after",
  "id",
] as const satisfies (keyof ListedSecurityEvent)[];

/** RFC 4180, with a header. */
export function securityEventsAsCsv(events: readonly ListedSecurityEvent[]): string {
  const rows = events.map((event) => COLUMNS.map((column) => cell(event[column])).join(","));
  return `${[COLUMNS.join(","), ...rows].join("\r\n")}\r\n`;
}

function cell(value: ListedSecurityEvent[keyof ListedSecurityEvent]): string {
  if (value === null) return "";
  if (value instanceof Date) return value.toISOString();
  const text = typeof value === "object" ? JSON.stringify(value) : String(value);
  // Names are chosen by strangers: a spreadsheet must not take one for a formula.
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
