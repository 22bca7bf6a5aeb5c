import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { CommandFailure } from "../exit.ts";

/** Asks on stderr, so that stdout stays what the command prints. A secret is not echoed. */
export async function askAtTerminal(
  question: string,
  { isSecret = false }: { readonly isSecret?: boolean } = {},
): Promise<string> {
  if (isSecret) process.stderr.write(question);
  // Readline echoes to its output, and this one swallows everything.
  const output = isSecret ? new Writable({ write: (_, __, done) => done() }) : process.stderr;
  const reader = createInterface({ input: process.stdin, output, terminal: true });
  const cancelled = new AbortController();
  reader.on("SIGINT", () => cancelled.abort()).on("close", () => cancelled.abort());
  try {
    return await reader.question(isSecret ? "" : question, { signal: cancelled.signal });
  } catch {
    throw new CommandFailure("Cancelled.");
  } finally {
    reader.close();
    if (isSecret) process.stderr.write("\n");
  }
}
