import type { ClientDefinition, ConfigScope } from "./client-definition.ts";
import {
  hasServers,
  readEntry,
  removeEmptyServers,
  removeEntry,
  writeEntry,
} from "./config-entry.ts";
import { type ConfigFile, encodeConfig, readConfigFile } from "./config-file.ts";
import { ConfigTextError } from "./config-text-error.ts";
import { ConnectError } from "./connect-error.ts";
import { ENTRY_NAME, entryOwner, parseEntry, type ServerEntry } from "./entry.ts";
import { listBackups, replaceFile } from "./replace-file.ts";
import { unifiedDiff } from "./unified-diff.ts";

export interface ConfigLocation {
  readonly client: ClientDefinition;
  readonly scope: ConfigScope;
  readonly file: string;
}

export interface ConfigEdit {
  readonly found: ConfigFile;
  /** The new content; null when the file is to be removed. */
  readonly bytes: Buffer | null;
  readonly diff: string;
  /** Whether an entry that Trovella did not write would be lost. */
  readonly isReplacingForeign: boolean;
}

export type ConnectionState = "connected" | "elsewhere" | "foreign" | "absent" | "unreadable";

/** Whether the file has an entry named "trovella", and its owner. */
export function connectionState({ client, file }: ConfigLocation): ConnectionState {
  try {
    const entry = readEntry(readConfigFile(file).text, client);
    if (entry === undefined) return "absent";
    const owner = entryOwner(entry);
    return owner === "ours" ? "connected" : owner;
  } catch (error) {
    if (error instanceof ConnectError || error instanceof ConfigTextError) return "unreadable";
    throw error;
  }
}

export function currentEntry({ client, file }: ConfigLocation): unknown {
  return explainTextErrors(file, () => readEntry(readConfigFile(file).text, client));
}

/** The edit after which the client finds `wanted`; null when it does already. */
export function planConnect(location: ConfigLocation, wanted: ServerEntry): ConfigEdit | null {
  const { client, file } = location;
  return explainTextErrors(file, () => {
    const found = readConfigFile(file);
    const present = readEntry(found.text, client);
    const isReplacingForeign = present !== undefined && !isReplaceable(present, wanted);
    const text = writeEntry(found.text, client, wanted, { isReplaced: isReplacingForeign });
    if (found.bytes && text === found.text) return null;
    return editOf(found, encodeConfig(found, text), isReplacingForeign);
  });
}

/** The edit that removes the entry; null when there is none. */
export function planDisconnect({ client, file }: ConfigLocation): ConfigEdit | null {
  return explainTextErrors(file, () => {
    const found = readConfigFile(file);
    const present = readEntry(found.text, client);
    if (present === undefined) return null;
    const isReplacingForeign = entryOwner(present) === "foreign";
    const original = isReplacingForeign
      ? undefined
      : originalBytes(found, client, present as ServerEntry);
    const bytes = original === undefined ? withoutEntry(found, client) : original;
    return editOf(found, bytes, isReplacingForeign);
  });
}

/** The client may have rewritten the file since; servers that Trovella brought into it go too, if none are left. */
function withoutEntry(found: ConfigFile, client: ClientDefinition): Buffer {
  const text = removeEntry(found.text, client);
  const originals = listBackups(found.realFile).map((backup) => readOriginal(backup, client));
  const [newest] = originals.filter((original) => original !== undefined);
  const isOurs = newest !== undefined && !hasServers(newest.text, client);
  return encodeConfig(found, isOurs ? removeEmptyServers(text, client) : text);
}

export function applyEdit(
  { found, bytes }: ConfigEdit,
  { scope }: ConfigLocation,
): { backup: string | null } {
  // Only the user reads their own file; a project's file is shared.
  return replaceFile(found, bytes, { isPrivate: scope === "user" });
}

/**
 * The file from before Trovella wrote to it (null when there was none), if only the entry changed
 * since: adding the entry to it must produce the current bytes.
 */
function originalBytes(
  found: ConfigFile,
  client: ClientDefinition,
  entry: ServerEntry,
): Buffer | null | undefined {
  for (const backup of listBackups(found.realFile)) {
    const original = readOriginal(backup, client);
    if (!original?.bytes || found.bytes?.equals(original.bytes)) continue;
    if (found.bytes?.equals(withEntry(original, client, entry))) return original.bytes;
  }
  const isOnlyEntry = found.bytes?.equals(Buffer.from(textWithEntryOnly(client, entry)));
  return isOnlyEntry ? null : undefined;
}

/** The backup, if the client was not connected in it yet. */
function readOriginal(backup: string, client: ClientDefinition): ConfigFile | undefined {
  try {
    const original = readConfigFile(backup);
    const entry = readEntry(original.text, client);
    return entry === undefined || entryOwner(entry) === "foreign" ? original : undefined;
  } catch (error) {
    if (error instanceof ConnectError || error instanceof ConfigTextError) return undefined;
    throw error;
  }
}

function withEntry(original: ConfigFile, client: ClientDefinition, entry: ServerEntry): Buffer {
  return encodeConfig(original, writeEntry(original.text, client, entry, { isReplaced: true }));
}

function textWithEntryOnly(client: ClientDefinition, entry: ServerEntry): string {
  return writeEntry("", client, entry, { isReplaced: true });
}

/** An entry of ours is updated; a remote server that the user chose is not. */
function isReplaceable(present: unknown, wanted: ServerEntry): boolean {
  const owner = entryOwner(present);
  if (owner !== "elsewhere") return owner === "ours";
  const [there, here] = [parseEntry(present), parseEntry(wanted)];
  return there?.transport === "http" && here?.transport === "http" && there.url === here.url;
}

function editOf(found: ConfigFile, bytes: Buffer | null, isReplacingForeign: boolean): ConfigEdit {
  const after = bytes ? bytes.toString("utf8").replace(/^\ufeff/, "") : null;
  const diff = unifiedDiff(found.file, found.bytes && found.text, after);
  return { found, bytes, diff, isReplacingForeign };
}

function explainTextErrors<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof ConfigTextError)) throw error;
    throw new ConnectError(
      `${file} cannot be changed safely: ${error.message}. Nothing was changed. Next: fix it, or add the entry ${ENTRY_NAME} by hand.`,
    );
  }
}
