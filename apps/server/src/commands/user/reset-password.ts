import { RateLimits } from "@trovella/db/identity";
import { defineCommand } from "../../command.ts";
import { flag, JSON_FLAG, requiredOption } from "../../options.ts";
import { print } from "../../print.ts";
import { openIdentity } from "../../services/open-identity.ts";
import { TEAM_VARIABLES, withTeamDatabase } from "../with-team-database.ts";
import { choosePassword, describePassword, PASSWORD_OPTIONS } from "./choose-password.ts";
import { describeEnded } from "./with-people.ts";

const NAME = "user reset-password";
const NONE = { tokens: 0, apps: 0 };

/** Nothing sends e-mail, so the operator resets forgotten passwords. */
export const resetPasswordCommand = defineCommand({
  name: NAME,
  description: "Set a new password and end the person's sessions",
  options: {
    email: requiredOption("address", "E-mail address they sign in with"),
    everything: flag("Also revoke all their tokens and connected apps"),
    ...PASSWORD_OPTIONS,
    json: JSON_FLAG,
  },
  variables: TEAM_VARIABLES,

  run: ({ email, everything, json, ...options }) =>
    withTeamDatabase(async ({ config, database }) => {
      const chosen = await choosePassword(NAME, { isFromStdin: options["password-stdin"] });
      const { password, isGenerated } = chosen;
      const people = await openIdentity(config, { database, limits: new RateLimits(database) });
      const { endedSessions, ...reset } = await people.resetPassword({ email, password });
      const { tokens, apps } = everything ? await people.signOutUser({ email, everything }) : NONE;
      const ended = { sessions: endedSessions, tokens, apps };
      const rest =
        "Tokens and connected apps stay valid: end them with `trovella user sign-out --everything`.";
      const text = [
        `${email} has a new password; ${describeEnded(ended)}.`,
        ...(everything ? [] : [rest]),
        ...describePassword(chosen),
      ].join("\n");
      const result = {
        email,
        ...reset,
        endedSessions,
        tokens,
        apps,
        ...(isGenerated && { password }),
      };
      print(json ? JSON.stringify(result) : text);
    }),
});
