import { defineCommand } from "../../command.ts";
import { flag, JSON_FLAG } from "../../options.ts";
import { TEAM_VARIABLES } from "../with-team-database.ts";
import { describeEnded, EMAIL_OPTION, printResult, withPeople } from "./with-people.ts";

export const signOutUserCommand = defineCommand({
  name: "user sign-out",
  description: "End a person's sessions, and with --everything their tokens and apps",
  options: {
    email: EMAIL_OPTION,
    everything: flag("Also revoke all their tokens and connected apps"),
    json: JSON_FLAG,
  },
  variables: TEAM_VARIABLES,
  run: ({ email, everything, json }) =>
    withPeople(async (people) => {
      const ended = await people.signOutUser({ email, everything });
      printResult(json, { email, ...ended }, `${email} is signed out; ${describeEnded(ended)}.`);
    }),
});
