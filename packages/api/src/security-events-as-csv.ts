import type { ListedSecurityEvent } from "@trovella/db/identity";
import { writeCsv } from "./csv/write-csv.ts";

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

export function securityEventsAsCsv(events: readonly ListedSecurityEvent[]): string {
  return writeCsv(
    Object.fromEntries(
      COLUMNS.map((column) => [column, (event: ListedSecurityEvent) => event[column]]),
    ),
    events,
  );
}
