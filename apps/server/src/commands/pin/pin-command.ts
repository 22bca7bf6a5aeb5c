import { defineCommandGroup } from "../../command.ts";
import { pinStatusCommand } from "./pin-status.ts";
import { removePinCommand } from "./remove-pin.ts";
import { setPinCommand } from "./set-pin.ts";

export const pinCommand = defineCommandGroup({
  name: "pin",
  description:
    "Set or remove the PIN that the console asks for before a review decision (local mode)",
  subcommands: [setPinCommand, removePinCommand, pinStatusCommand],
});
