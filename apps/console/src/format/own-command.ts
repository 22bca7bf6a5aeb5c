/** The page of the package that people install names its command; a clone has it in its own folder only. */
const NAME = globalThis.document?.documentElement.dataset.command ?? "npx trovella";

/** A line for a terminal: `ownCommand("doctor")`. */
export function ownCommand(options: string): string {
  return `${NAME} ${options}`;
}
