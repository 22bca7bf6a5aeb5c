import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from "node:fs";

/** One write that was acknowledged. */
export interface Acknowledged {
  readonly kind: "created" | "claimed" | "submitted";
  readonly planId: string;
  readonly stepId: string | null;
  readonly attempt: number | null;
  readonly planVersion: number;
}

/** What a client knows to have been accepted; on disk before the client goes on. */
export function openJournal(file: string): { add(entry: Acknowledged): void; close(): void } {
  const descriptor = openSync(file, "a");
  return {
    add(entry) {
      writeSync(descriptor, `${JSON.stringify(entry)}\n`);
      fsyncSync(descriptor);
    },
    close: () => closeSync(descriptor),
  };
}

/** A line that was cut off by a kill was never acted upon. */
export function readJournal(file: string): Acknowledged[] {
  return readFileSync(file, "utf8")
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Acknowledged);
}
