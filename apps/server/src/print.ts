/** Writes a command's result to stdout. */
export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
