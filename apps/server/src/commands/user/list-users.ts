import { type FoundMembership, findMemberships } from "@trovella/db/identity";
import { defineCommand } from "../../command.ts";
import { print } from "../../print.ts";
import { TEAM_VARIABLES, withTeamDatabase } from "../with-team-database.ts";

const MAX_LISTED = 1000;

export const listUsersCommand = defineCommand({
  name: "user list",
  description: "List the members of all organizations",
  options: {
    email: { type: "string", valueHint: "address", description: "Only this person" },
    json: { type: "boolean", description: "Print the result as JSON" },
  },
  variables: TEAM_VARIABLES,

  run: ({ email = null, json }) =>
    withTeamDatabase(async ({ database }) => {
      const memberships = await findMemberships(database, { email, limit: MAX_LISTED });
      print(json ? JSON.stringify({ memberships }) : describe(memberships));
    }),
});

function describe(memberships: readonly FoundMembership[]): string {
  if (memberships.length === 0) return "There are no users yet.";
  return memberships
    .map(
      ({ userEmail, userName, role, organizationName, organizationSlug }) =>
        // Names are user input; JSON escapes what could control the terminal.
        `${userEmail}  ${JSON.stringify(userName)}  ${role} of ${JSON.stringify(organizationName)} (${organizationSlug})`,
    )
    .join("\n");
}
