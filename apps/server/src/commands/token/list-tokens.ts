import { withTenantContext } from "@trovella/db";
import { type ListedToken, listTokens } from "@trovella/db/identity";
import { defineCommand } from "../../command.ts";
import { JSON_FLAG } from "../../options.ts";
import { print } from "../../print.ts";
import { TEAM_VARIABLES, withTeamDatabase } from "../with-team-database.ts";
import { findMembership, MEMBERSHIP_OPTIONS } from "./find-membership.ts";
import { formatDay } from "./format-day.ts";

const MAX_LISTED = 200;

export const listTokensCommand = defineCommand({
  name: "token list",
  description: "List a member's tokens",
  options: {
    ...MEMBERSHIP_OPTIONS,
    json: JSON_FLAG,
  },
  variables: TEAM_VARIABLES,

  run: ({ email, organization, json }) =>
    withTeamDatabase(async ({ database }) => {
      const { organizationId, userId } = await findMembership(database, { email, organization });
      const tokens = await withTenantContext(database, { organizationId }, (context) =>
        listTokens(context, { userId, before: null, limit: MAX_LISTED }),
      );
      print(json ? JSON.stringify({ organizationId, tokens }) : describe(tokens));
    }),
});

function describe(tokens: readonly ListedToken[]): string {
  return tokens.length > 0 ? tokens.map(describeToken).join("\n") : "There are no tokens.";
}

function describeToken(token: ListedToken): string {
  const { id, name, ending, scopes, expiresAt, lastUsedAt, revokedAt } = token;
  const state = revokedAt ? `revoked ${formatDay(revokedAt)}` : `until ${formatDay(expiresAt)}`;
  const use = lastUsedAt ? `last used ${formatDay(lastUsedAt)}` : "never used";
  // The name is user input; JSON escapes what could control the terminal.
  return `${id}  …${ending}  ${JSON.stringify(name)}  ${scopes.join(",")}  ${state}  ${use}`;
}
