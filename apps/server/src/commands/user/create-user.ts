import { RateLimits } from "@trovella/db/identity";
import { defineCommand } from "../../command.ts";
import { JSON_FLAG, requiredOption } from "../../options.ts";
import { usageError } from "../../parse-options.ts";
import { print } from "../../print.ts";
import { openIdentity } from "../../services/open-identity.ts";
import { TEAM_VARIABLES, withTeamDatabase } from "../with-team-database.ts";
import { choosePassword, describePassword, PASSWORD_OPTIONS } from "./choose-password.ts";

const NAME = "user create";

export const createUserCommand = defineCommand({
  name: NAME,
  description: "Create the first owner and their organization",
  options: {
    email: requiredOption("address", "E-mail address to sign in with"),
    name: requiredOption("text", "Name of the person"),
    organization: requiredOption("name", "Name of the organization"),
    ...PASSWORD_OPTIONS,
    json: JSON_FLAG,
  },
  variables: TEAM_VARIABLES,

  async run({ email, name, organization: organizationName, json, ...options }) {
    if (!/^[^\s@]+@[^\s@]+$/.test(email)) {
      throw usageError(NAME, "needs an e-mail address as --email");
    }
    await withTeamDatabase(async ({ config, database }) => {
      const chosen = await choosePassword(NAME, { isFromStdin: options["password-stdin"] });
      const { password, isGenerated } = chosen;
      const people = await openIdentity(config, { database, limits: new RateLimits(database) });
      const created = await people.createOwner({ email, name, password, organizationName });
      const text = [
        `${email} owns ${organizationName} and can sign in at ${config.TROVELLA_PUBLIC_URL}.`,
        ...describePassword(chosen),
      ].join("\n");
      const result = { email, ...created, ...(isGenerated && { password }) };
      print(json ? JSON.stringify(result) : text);
    });
  },
});
