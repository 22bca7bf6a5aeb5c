import { organizationOfToken, revokeToken } from "@trovella/db/identity";
import { defineCommand } from "../../command.ts";
import { CommandFailure } from "../../exit.ts";
import { argument, JSON_FLAG } from "../../options.ts";
import { print } from "../../print.ts";
import { TEAM_VARIABLES, withTeamDatabase } from "../with-team-database.ts";

export const revokeTokenCommand = defineCommand({
  name: "token revoke",
  description: "Revoke a token at once",
  options: {
    id: argument("The token's id", "the id of a token; `trovella token list` shows them"),
    json: JSON_FLAG,
  },
  variables: TEAM_VARIABLES,

  run: ({ id: tokenId, json }) =>
    withTeamDatabase(async ({ database }) => {
      const organizationId = await organizationOfToken(database, tokenId);
      if (organizationId === null) {
        throw new CommandFailure("There is no such token, or it has been revoked or has expired.");
      }
      const request = { tenant: { organizationId }, tokenId, ownerId: null };
      const { revokedAt } = await revokeToken(database, request, new Date());
      print(json ? JSON.stringify({ tokenId, revokedAt }) : `Revoked ${tokenId}.`);
    }),
});
