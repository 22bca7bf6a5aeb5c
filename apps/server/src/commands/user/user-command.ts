import { defineCommandGroup } from "../../command.ts";
import {
  disableUserCommand,
  enableUserCommand,
  removeUserCommand,
  signOutUserCommand,
} from "./administer-user.ts";
import { createUserCommand } from "./create-user.ts";
import { listUsersCommand } from "./list-users.ts";
import { resetPasswordCommand } from "./reset-password.ts";

export const userCommand = defineCommandGroup({
  name: "user",
  description:
    "Create the first owner, list, disable, remove or sign out people, reset a password (team mode)",
  subcommands: [
    createUserCommand,
    listUsersCommand,
    resetPasswordCommand,
    signOutUserCommand,
    disableUserCommand,
    enableUserCommand,
    removeUserCommand,
  ],
});
