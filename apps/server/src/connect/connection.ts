import { CommandFailure } from "../exit.ts";
import type { Client, Scope } from "./clients.ts";
import { type ConfigFile, encode, readConfigFile } from "./config-file.ts";
import { readEntry, removeEntry, writeEntry } from "./config-text.ts";
import { ConfigTextError } from "./config-text-error.ts";
import { unifiedDiff } from "./diff.ts";
import { ENTRY_NAME, type Entry, ownerOf, serverOf } from "./entry.ts";
import { listBackups, replaceFile } from "./replace-file.ts";

/** One file of one client. */
export interface Place {
  readonly client: Client;
  readonly scope: Scope;
  readonly file: string;
}

/** A change that is worked out, but not made. */
export interface Change {
  readonly found: ConfigFile;
  /** What the file is to hold; null when it is to go. */
  readonly bytes: Buffer | null;
  readonly diff: string;
  /** The entry that would be lost though Trovella did not write it. */
  readonly isOverForeign: boolean;
}

export type State = "connected" | "elsewhere" | "foreign" | "absent" | "unreadable";

/** Whether the file has an entry named "trovella", and whose it is. */
export function stateOf({ client, file }: Place): State {
  try {
    const entry = readEntry(readConfigFile(file).text, client);
    if (entry === undefined) return "absent";
    const owner = ownerOf(entry);
    return owner === "ours" ? "connected" : owner;
  } catch (error) {
    if (error instanceof CommandFailure || error instanceof ConfigTextError) return "unreadable";
    throw error;
  }
}

/** The entry as it stands in the file. */
export function entryIn({ client, file }: Place): unknown {
  return understood(file, () => readEntry(readConfigFile(file).text, client));
}

/** What has to change so that the client finds `wanted`; null when it does already. */
export function planConnecting(place: Place, wanted: Entry): Change | null {
  const { client, file } = place;
  return understood(file, () => {
    const found = readConfigFile(file);
    const present = readEntry(found.text, client);
    const isOverForeign = present !== undefined && !isReplaceable(present, wanted);
    const text = writeEntry(found.text, client, wanted, { isReplaced: isOverForeign });
    if (found.bytes && text === found.text) return null;
    return changeOf(found, encode(found, text), isOverForeign);
  });
}

/** What has to change so that the entry is gone; null when there is none. */
export function planDisconnecting({ client, file }: Place): Change | null {
  return understood(file, () => {
    const found = readConfigFile(file);
    const present = readEntry(found.text, client);
    if (present === undefined) return null;
    const isOverForeign = ownerOf(present) === "foreign";
    const earlier = isOverForeign ? undefined : earlierBytes(found, client, present as Entry);
    const bytes = earlier === undefined ? encode(found, removeEntry(found.text, client)) : earlier;
    return changeOf(found, bytes, isOverForeign);
  });
}

/** Makes the change and tells where the file as it was is kept. */
export function apply({ found, bytes }: Change, { scope }: Place): { backup: string | null } {
  // A file of the person is nobody else's business; one of a project is for all who work on it.
  return replaceFile(found, bytes, { isPrivate: scope === "user" });
}

/**
 * The file as it was before Trovella wrote to it (null when there was none), if nothing but the
 * entry was changed since: putting the entry back into it must give the present bytes.
 */
function earlierBytes(found: ConfigFile, client: Client, entry: Entry): Buffer | null | undefined {
  for (const backup of listBackups(found.realFile)) {
    const earlier = asEarlier(backup, client);
    if (!earlier?.bytes || found.bytes?.equals(earlier.bytes)) continue;
    if (found.bytes?.equals(withEntry(earlier, client, entry))) return earlier.bytes;
  }
  const isOnlyEntry = found.bytes?.equals(Buffer.from(withoutFile(client, entry)));
  return isOnlyEntry ? null : undefined;
}

/** A backup in which the client was not connected yet. */
function asEarlier(backup: string, client: Client): ConfigFile | undefined {
  try {
    const earlier = readConfigFile(backup);
    const entry = readEntry(earlier.text, client);
    return entry === undefined || ownerOf(entry) === "foreign" ? earlier : undefined;
  } catch (error) {
    if (error instanceof CommandFailure || error instanceof ConfigTextError) return undefined;
    throw error;
  }
}

function withEntry(earlier: ConfigFile, client: Client, entry: Entry): Buffer {
  return encode(earlier, writeEntry(earlier.text, client, entry, { isReplaced: true }));
}

function withoutFile(client: Client, entry: Entry): string {
  return writeEntry("", client, entry, { isReplaced: true });
}

/** Our own entry is brought up to date; a server that somebody chose elsewhere is not. */
function isReplaceable(present: unknown, wanted: Entry): boolean {
  const owner = ownerOf(present);
  if (owner !== "elsewhere") return owner === "ours";
  const [there, here] = [serverOf(present), serverOf(wanted)];
  return there?.transport === "http" && here?.transport === "http" && there.url === here.url;
}

function changeOf(found: ConfigFile, bytes: Buffer | null, isOverForeign: boolean): Change {
  const after = bytes ? bytes.toString("utf8").replace(/^\ufeff/, "") : null;
  const diff = unifiedDiff(found.file, found.bytes && found.text, after);
  return { found, bytes, diff, isOverForeign };
}

function understood<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof ConfigTextError)) throw error;
    throw new CommandFailure(
      `${file} cannot be changed safely: ${error.message}. Nothing was changed. Next: mend it, or add the entry ${ENTRY_NAME} by hand.`,
    );
  }
}
