import { isDeepStrictEqual } from "node:util";
import type { ClientDefinition } from "./client-definition.ts";
import { type ConfigSyntax, printFile, SYNTAXES, setListEntry } from "./config-syntax.ts";
import { ConfigTextError } from "./config-text-error.ts";
import { ENTRY_NAME, entryChanges, isRecord, type KeyChange, type ServerEntry } from "./entry.ts";

type ConfigFormat = Pick<
  ClientDefinition,
  "syntax" | "serversKey" | "shape" | "isList" | "newFile"
>;

/** The entry named "trovella" in a client's file; undefined when there is none. */
export function readEntry(text: string, client: ConfigFormat): unknown {
  return syntaxOf(client).read(text, entryPath(client));
}

/** The text with this entry. An existing one keeps the user's own keys, unless it is replaced. */
export function writeEntry(
  text: string,
  client: ConfigFormat,
  wanted: ServerEntry,
  { isReplaced }: { isReplaced: boolean },
): string {
  const prepared = text.trim() === "" && client.newFile ? text + printFile(client.newFile) : text;
  const present = readEntry(prepared, client);
  const isNew = isReplaced || !isRecord(present);
  return verifyEdit(
    prepared,
    client,
    isNew
      ? setWhole(prepared, client, wanted)
      : applyChanges(prepared, client, entryChanges(present, wanted, client)),
  );
}

export function removeEntry(text: string, client: ConfigFormat): string {
  return verifyEdit(text, client, syntaxOf(client).remove(text, entryPath(client)));
}

/** The text without the servers, if there are none left. */
export function removeEmptyServers(text: string, client: ConfigFormat): string {
  const servers = syntaxOf(client).read(text, [client.serversKey]);
  const isEmpty = typeof servers === "object" && servers && Object.keys(servers).length === 0;
  if (!isEmpty) return text;
  return verifyEdit(text, client, syntaxOf(client).remove(text, [client.serversKey]));
}

export function hasServers(text: string, client: ConfigFormat): boolean {
  return syntaxOf(client).read(text, [client.serversKey]) !== undefined;
}

/** The entry alone, as the content of an otherwise empty file. */
export function entrySnippet(client: ConfigFormat, entry: ServerEntry): string {
  return setWhole("", client, entry).trimEnd();
}

function setWhole(text: string, client: ConfigFormat, entry: ServerEntry): string {
  const path = entryPath(client);
  return client.isList ? setListEntry(text, path, entry) : syntaxOf(client).set(text, path, entry);
}

function applyChanges(text: string, client: ConfigFormat, changes: readonly KeyChange[]): string {
  const entry = entryPath(client);
  const { remove, setKey } = syntaxOf(client);
  return changes.reduce(
    (current, { path, value }) =>
      value === undefined
        ? remove(current, [...entry, ...path])
        : setKey(current, entry, path, value),
    text,
  );
}

/** Everything but the entry must parse to the same values as before the edit. */
function verifyEdit(before: string, client: ConfigFormat, after: string): string {
  const { others } = syntaxOf(client);
  const path = entryPath(client);
  if (isDeepStrictEqual(others(before, path), others(after, path))) return after;
  throw new ConfigTextError("its layout does not allow changing the entry alone");
}

function syntaxOf({ syntax }: ConfigFormat): ConfigSyntax {
  return SYNTAXES[syntax];
}

function entryPath({ serversKey }: ConfigFormat): string[] {
  return [serversKey, ENTRY_NAME];
}
