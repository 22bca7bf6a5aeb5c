import { defineCommandGroup } from "../../command.ts";
import { createUserCommand } from "./create-user.ts";
import { disableUserCommand } from "./disable-user.ts";
import { enableUserCommand } from "./enable-user.ts";
import { listUsersCommand } from "./list-users.ts";
import { removeUserCommand } from "./remove-user.ts";
import { resetPasswordCommand } from "./reset-password.ts";
import { signOutUserCommand } from "./sign-out-user.ts";

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
