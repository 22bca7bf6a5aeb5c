import { expect, it } from "vitest";
import { securityEventsAsCsv } from "./security-events-as-csv.ts";

const EVENT = {
  id: "sec_1",
  kind: "sign_in_refused",
  count: 3,
  actorUserId: null,
  actorName: null,
  credentialKind: "none",
  credentialId: null,
  credentialName: null,
  ipAddress: "203.0.113.9",
  subjectKind: "user",
  subjectId: null,
  subjectLabel: '=HYPERLINK("https://evil.example")',
  before: null,
  after: { a: 1 },
  createdAt: new Date("2026-01-02T03:04:05Z"),
} as const;

it("has a header and a line for each event, in which no name becomes a formula", () => {
  expect(securityEventsAsCsv([EVENT])).toBe(
    "createdAt,kind,count,actorUserId,actorName,credentialKind,credentialId,credentialName,ipAddress,subjectKind,subjectId,subjectLabel,before,after,id\r\n" +
      `2026-01-02T03:04:05.000Z,sign_in_refused,3,,,none,,,203.0.113.9,user,,"'=HYPERLINK(""https://evil.example"")",,"{""a"":1}",sec_1\r\n`,
  );
});
