import { defineCommandGroup } from "../../command.ts";
import { createUserCommand } from "./create-user.ts";
import { listUsersCommand } from "./list-users.ts";
import { resetPasswordCommand } from "./reset-password.ts";

export const userCommand = defineCommandGroup({
  name: "user",
  description: "Create the first owner, list members, or reset a password (team mode)",
  subcommands: [createUserCommand, listUsersCommand, resetPasswordCommand],
});
