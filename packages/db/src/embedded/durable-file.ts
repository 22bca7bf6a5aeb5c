import { closeSync, fsyncSync, openSync, writeFileSync } from "node:fs";

/** Writes a new file that only its owner may read, and returns when it is on the disk: after a power failure it is not empty. */
export function writeDurably(file: string, text: string): void {
  const descriptor = openSync(file, "wx", 0o600);
  try {
    writeFileSync(descriptor, text);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Makes renames and new names in it durable. */
export function syncDirectory(directory: string): void {
  const descriptor = openSync(directory, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
