import { defineCommand } from "../../command.ts";
import { print } from "../../print.ts";
import { readPinHash, removePin } from "../../services/review-pin.ts";
import { PIN_VARIABLES, pinDirectory } from "./pin-directory.ts";
import { createPinPrompt, requireCurrentPin } from "./pin-prompt.ts";

export const removePinCommand = defineCommand({
  name: "pin remove",
  description: "Remove the PIN; asks for it first, without a terminal on stdin",
  options: {},
  variables: PIN_VARIABLES,

  async run() {
    const directory = pinDirectory();
    const current = await readPinHash(directory);
    if (current === null) return print("No review PIN is set.");
    await requireCurrentPin(createPinPrompt(), current);
    await removePin(directory);
    print("The review PIN is removed.");
  },
});
