import { RateLimits } from "@trovella/db/identity";
import { defineCommand } from "../../command.ts";
import { JSON_FLAG, requiredOption } from "../../options.ts";
import { print } from "../../print.ts";
import { openIdentity } from "../../services/open-identity.ts";
import { TEAM_VARIABLES, withTeamDatabase } from "../with-team-database.ts";
import { choosePassword, describePassword, PASSWORD_OPTIONS } from "./choose-password.ts";

const NAME = "user reset-password";

/** Nothing sends e-mail, so the operator resets forgotten passwords. */
export const resetPasswordCommand = defineCommand({
  name: NAME,
  description: "Set a new password and end the person's sessions",
  options: {
    email: requiredOption("address", "E-mail address they sign in with"),
    ...PASSWORD_OPTIONS,
    json: JSON_FLAG,
  },
  variables: TEAM_VARIABLES,

  run: ({ email, json, ...options }) =>
    withTeamDatabase(async ({ config, database }) => {
      const chosen = await choosePassword(NAME, { isFromStdin: options["password-stdin"] });
      const { password, isGenerated } = chosen;
      const people = await openIdentity(config, { database, limits: new RateLimits(database) });
      const { endedSessions, ...reset } = await people.resetPassword({ email, password });
      const text = [
        `${email} has a new password; ${endedSessions} sessions were ended.`,
        "Tokens and connected programs stay valid: revoke them with `trovella token revoke` or in the settings.",
        ...describePassword(chosen),
      ].join("\n");
      const result = { email, ...reset, endedSessions, ...(isGenerated && { password }) };
      print(json ? JSON.stringify(result) : text);
    }),
});
