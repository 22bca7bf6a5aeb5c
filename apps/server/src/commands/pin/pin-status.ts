import { defineCommand } from "../../command.ts";
import { JSON_FLAG } from "../../options.ts";
import { print } from "../../print.ts";
import { readPinHash } from "../../services/review-pin.ts";
import { PIN_VARIABLES, pinDirectory } from "./pin-directory.ts";

export const pinStatusCommand = defineCommand({
  name: "pin status",
  description: "Show whether a PIN is set",
  options: { json: JSON_FLAG },
  variables: PIN_VARIABLES,

  async run({ json }) {
    const isSet = (await readPinHash(pinDirectory())) !== null;
    const text = isSet ? "A review PIN is set." : "No review PIN is set.";
    print(json ? JSON.stringify({ isSet }) : text);
  },
});
