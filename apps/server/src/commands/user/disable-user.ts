import { defineCommand } from "../../command.ts";
import { JSON_FLAG } from "../../options.ts";
import { TEAM_VARIABLES } from "../with-team-database.ts";
import { describeEnded, EMAIL_OPTION, printResult, withPeople } from "./with-people.ts";

export const disableUserCommand = defineCommand({
  name: "user disable",
  description: "Refuse all credentials of a person until they are enabled again",
  options: { email: EMAIL_OPTION, json: JSON_FLAG },
  variables: TEAM_VARIABLES,
  run: ({ email, json }) =>
    withPeople(async (people) => {
      const ended = await people.disableUser({ email });
      printResult(json, { email, ...ended }, `${email} is disabled; ${describeEnded(ended)}.`);
    }),
});
