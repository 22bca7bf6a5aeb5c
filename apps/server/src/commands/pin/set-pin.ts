import { defineCommand } from "../../command.ts";
import { print } from "../../print.ts";
import { readPinHash, storePin } from "../../services/review-pin.ts";
import { PIN_VARIABLES, pinDirectory } from "./pin-directory.ts";
import { askNewPin, createPinPrompt, requireCurrentPin } from "./pin-prompt.ts";

export const setPinCommand = defineCommand({
  name: "pin set",
  description:
    "Set or replace the PIN; without a terminal it reads stdin: the current PIN if there is one, then the new one, a line each",
  options: {},
  variables: PIN_VARIABLES,

  async run() {
    const directory = pinDirectory();
    const prompt = createPinPrompt();
    const current = await readPinHash(directory);
    if (current !== null) await requireCurrentPin(prompt, current);
    await storePin(directory, await askNewPin(prompt));
    print("The review PIN is set. The console asks for it once per browser session.");
  },
});
