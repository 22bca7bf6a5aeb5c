import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const MIGRATIONS = "packages/db/src/migrations";
/** What the bundle must not find through a symbolic link, since it looks for its files from where it really is. */
const COPIED = ["apps/server/bin", "apps/server/dist", MIGRATIONS];

export interface AddedMigration {
  readonly id: string;
  readonly text: string;
}

/**
 * The built program once more, with further migrations, as a next release would have them. Everything but the bundle and the
 * migrations is shared with the original. Returns the path of its command.
 */
export function copyProgram(folder: string, added: readonly AddedMigration[]): string {
  linkTree("", folder);
  const migrations = path.join(folder, MIGRATIONS);
  const journalFile = path.join(migrations, "meta", "_journal.json");
  const journal = JSON.parse(readFileSync(journalFile, "utf8"));
  for (const { id, text } of added) {
    journal.entries.push({ idx: journal.entries.length, tag: id });
    writeFileSync(path.join(migrations, `${id}.sql`), text);
  }
  writeFileSync(journalFile, JSON.stringify(journal));
  return path.join(folder, "apps/server/bin/trovella.mjs");
}

function linkTree(relative: string, folder: string): void {
  mkdirSync(path.join(folder, relative), { recursive: true });
  for (const name of readdirSync(path.join(ROOT, relative))) {
    const entry = path.join(relative, name);
    const target = path.join(folder, entry);
    if (name === ".git") continue;
    if (COPIED.includes(entry)) cpSync(path.join(ROOT, entry), target, { recursive: true });
    else if (COPIED.some((copied) => copied.startsWith(`${entry}/`))) linkTree(entry, folder);
    else symlinkSync(path.join(ROOT, entry), target);
  }
}
