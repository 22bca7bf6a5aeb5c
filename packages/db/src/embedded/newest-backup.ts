import { readdirSync, statSync } from "node:fs";
import path from "node:path";

/** The newest file in the directory of automatic backups; null when there is none. */
export function newestBackup(dataDirectory: string): string | null {
  const directory = path.join(dataDirectory, "backups");
  try {
    const files = readdirSync(directory)
      .filter((name) => /\.jsonl(\.gz)?$/.test(name))
      .map((name) => path.join(directory, name));
    const madeMs = (file: string) => statSync(file).mtimeMs;
    return files.toSorted((one, other) => madeMs(other) - madeMs(one))[0] ?? null;
  } catch {
    // It comes with the first backup, and may not be readable; then there is nothing to offer.
    return null;
  }
}
