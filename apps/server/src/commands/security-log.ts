import { withTenantContext } from "@trovella/db";
import {
  type ListedSecurityEvent,
  listSecurityEvents,
  listServerSecurityEvents,
  SECURITY_EVENTS,
} from "@trovella/db/identity";
import { defineCommand } from "../command.ts";
import { JSON_FLAG, option } from "../options.ts";
import { usageError } from "../parse-options.ts";
import { print } from "../print.ts";
import { TEAM_VARIABLES, withTeamDatabase } from "./with-team-database.ts";

const NAME = "security-log";
const MAX_LISTED = 1_000;

export const securityLogCommand = defineCommand({
  name: NAME,
  description: "List security events of an organization, or those that belong to none (team mode)",
  options: {
    organization: option("id", "An organization; without it attempts that belong to none"),
    since: option("day", "Only from this day on, such as 2026-05-31"),
    json: JSON_FLAG,
  },
  variables: TEAM_VARIABLES,

  async run({ organization: organizationId, json, ...options }) {
    const since = parseDay(options.since);
    await withTeamDatabase(async ({ database }) => {
      const filter = { since, limit: MAX_LISTED };
      const events = organizationId
        ? await withTenantContext(database, { organizationId }, (context) =>
            listSecurityEvents(context, filter),
          )
        : await listServerSecurityEvents(database, filter);
      print(json ? JSON.stringify({ events }) : describe(events));
    });
  },
});

function describe(events: readonly ListedSecurityEvent[]): string {
  return events.length > 0 ? events.map(describeEvent).join("\n") : "There are no events.";
}

function describeEvent(event: ListedSecurityEvent): string {
  const { createdAt, kind, count, actorName, credentialKind, ipAddress, subjectLabel } = event;
  // Names are user input; JSON escapes what could control the terminal.
  const parts = [
    createdAt.toISOString(),
    SECURITY_EVENTS[kind].label + (count > 1 ? ` (${count} times)` : ""),
    actorName !== null && `by ${JSON.stringify(actorName)}`,
    credentialKind !== "none" && `with ${credentialKind}`,
    ipAddress !== null && `from ${JSON.stringify(ipAddress).slice(1, -1)}`,
    subjectLabel !== null && `about ${JSON.stringify(subjectLabel)}`,
  ];
  return parts.filter((part) => part !== false).join("  ");
}

function parseDay(text: string | undefined): Date | null {
  if (text === undefined) return null;
  const day = /^\d{4}-\d\d-\d\d$/.test(text) ? new Date(`${text}T00:00:00Z`) : new Date(Number.NaN);
  if (!Number.isNaN(day.getTime())) return day;
  throw usageError(NAME, "takes --since as a day such as 2026-05-31");
}
