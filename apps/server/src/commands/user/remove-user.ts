import { defineCommand } from "../../command.ts";
import { flag, JSON_FLAG } from "../../options.ts";
import { TEAM_VARIABLES } from "../with-team-database.ts";
import { describeEnded, EMAIL_OPTION, printResult, withPeople } from "./with-people.ts";

export const removeUserCommand = defineCommand({
  name: "user remove",
  description: "Remove a person from all organizations and free their e-mail address",
  options: {
    email: EMAIL_OPTION,
    force: flag("Also the only owner of an organization that has other members"),
    json: JSON_FLAG,
  },
  variables: TEAM_VARIABLES,
  run: ({ email, force, json }) =>
    withPeople(async (people) => {
      const ended = await people.removeUser({ email, force });
      const text = `${email} is removed; ${describeEnded(ended)}. Their research stays.`;
      printResult(json, { email, ...ended }, text);
    }),
});
