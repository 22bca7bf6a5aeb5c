import { type FoundMembership, findMemberships } from "@trovella/db/identity";
import { defineCommand } from "../../command.ts";
import { JSON_FLAG, option } from "../../options.ts";
import { print } from "../../print.ts";
import { TEAM_VARIABLES, withTeamDatabase } from "../with-team-database.ts";

const MAX_LISTED = 1000;

export const listUsersCommand = defineCommand({
  name: "user list",
  description: "List the members of all organizations",
  options: {
    email: option("address", "Only this person"),
    json: JSON_FLAG,
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
