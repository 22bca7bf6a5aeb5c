import { defineCommand } from "../../command.ts";
import { JSON_FLAG } from "../../options.ts";
import { TEAM_VARIABLES } from "../with-team-database.ts";
import { EMAIL_OPTION, printResult, withPeople } from "./with-people.ts";

export const enableUserCommand = defineCommand({
  name: "user enable",
  description: "Let a disabled person sign in again",
  options: { email: EMAIL_OPTION, json: JSON_FLAG },
  variables: TEAM_VARIABLES,
  run: ({ email, json }) =>
    withPeople(async (people) => {
      const enabled = await people.enableUser({ email });
      const text = `${email} can sign in again. Tokens and apps that were ended stay ended.`;
      printResult(json, { email, ...enabled }, text);
    }),
});
