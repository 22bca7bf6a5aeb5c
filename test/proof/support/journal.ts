import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from "node:fs";

/** An acknowledged write. */
export interface Acknowledged {
  readonly kind: "created" | "claimed" | "submitted";
  readonly planId: string;
  readonly stepId: string | null;
  readonly attempt: number | null;
  readonly planVersion: number;
}

/** Journal of a client's acknowledged writes, synced to disk before the client continues. */
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

/** A line truncated by a kill does not count. */
export function readJournal(file: string): Acknowledged[] {
  return readFileSync(file, "utf8")
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Acknowledged);
}
