import { text as readAll } from "node:stream/consumers";
import { CommandFailure, EXIT } from "../../exit.ts";
import { isPin, PIN_LENGTH } from "../../services/review-pin.ts";
import { askAtTerminal } from "../ask-at-terminal.ts";

export interface PinPrompt {
  readonly isInteractive: boolean;
  ask(question: string): Promise<string>;
}

/** Asks at the terminal without echo; otherwise reads one PIN per line from stdin. */
export function createPinPrompt(): PinPrompt {
  if (process.stdin.isTTY)
    return { isInteractive: true, ask: (question) => askAtTerminal(question, { isSecret: true }) };
  const lines = readAll(process.stdin).then((text) => text.split(/\r?\n/));
  return { isInteractive: false, ask: async () => (await lines).shift() ?? "" };
}

export async function requireCurrentPin(prompt: PinPrompt, pinHash: string): Promise<void> {
  if (await isPin(await prompt.ask("Current PIN: "), pinHash)) return;
  throw new CommandFailure(
    "Wrong PIN. Next: try again, or if you forgot it delete the file review-pin in the data directory.",
  );
}

export async function askNewPin(prompt: PinPrompt): Promise<string> {
  const { min, max } = PIN_LENGTH;
  const pin = await prompt.ask(`New PIN (${min} to ${max} characters): `);
  const length = [...pin].length;
  if (length < min || length > max || /\p{Cc}/u.test(pin)) {
    throw new CommandFailure(`The PIN must have ${min} to ${max} characters.`, EXIT.usage);
  }
  if (prompt.isInteractive && (await prompt.ask("New PIN again: ")) !== pin) {
    throw new CommandFailure("The two PINs differ. Next: run the command again.");
  }
  return pin;
}
