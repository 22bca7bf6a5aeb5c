import { isDeepStrictEqual } from "node:util";
import type { ClientDefinition } from "./clients.ts";
import { ConfigTextError } from "./config-text-error.ts";
import { ENTRY_NAME, entryChanges, isRecord, type KeyChange, type ServerEntry } from "./entry.ts";
import { readJson, removeJson, setJson } from "./json-text.ts";
import { otherStatements, readToml, removeToml, setTomlKey, setTomlTable } from "./toml-text.ts";

type ConfigSyntax = Pick<ClientDefinition, "syntax" | "serversKey">;

/** The entry named "trovella" in a client's file; undefined when there is none. */
export function readEntry(text: string, client: ConfigSyntax): unknown {
  const path = entryPath(client);
  return client.syntax === "json" ? readJson(text, path) : readToml(text, path);
}

/** The text with this entry. An existing one keeps the user's own keys, unless it is replaced. */
export function writeEntry(
  text: string,
  client: ConfigSyntax,
  wanted: ServerEntry,
  { isReplaced }: { isReplaced: boolean },
): string {
  const present = readEntry(text, client);
  const isNew = isReplaced || !isRecord(present);
  return verifyEdit(
    text,
    client,
    isNew
      ? setWhole(text, client, wanted)
      : applyChanges(text, client, entryChanges(present, wanted)),
  );
}

export function removeEntry(text: string, client: ConfigSyntax): string {
  const path = entryPath(client);
  const isJson = client.syntax === "json";
  return verifyEdit(text, client, isJson ? removeJson(text, path) : removeToml(text, path));
}

/** The entry alone, as the content of an otherwise empty file. */
export function entrySnippet(client: ConfigSyntax, entry: ServerEntry): string {
  return setWhole("", client, entry).trimEnd();
}

function setWhole(text: string, client: ConfigSyntax, entry: ServerEntry): string {
  const path = entryPath(client);
  return client.syntax === "json" ? setJson(text, path, entry) : setTomlTable(text, path, entry);
}

function applyChanges(text: string, client: ConfigSyntax, changes: readonly KeyChange[]): string {
  const table = entryPath(client);
  const isJson = client.syntax === "json";
  return changes.reduce((current, { path, value }) => {
    const full = [...table, ...path];
    if (value === undefined) return isJson ? removeJson(current, full) : removeToml(current, full);
    return isJson ? setJson(current, full, value) : setTomlKey(current, table, path, value);
  }, text);
}

/** Everything but the entry must parse to the same values as before the edit. */
function verifyEdit(before: string, client: ConfigSyntax, after: string): string {
  if (isDeepStrictEqual(otherSettings(before, client), otherSettings(after, client))) return after;
  throw new ConfigTextError("its layout does not allow changing the entry alone");
}

function otherSettings(text: string, client: ConfigSyntax): unknown {
  const path = entryPath(client);
  if (client.syntax === "toml") return otherStatements(text, path);
  const whole = readJson(text, []) ?? {};
  const { [client.serversKey]: servers, ...rest } = whole as Record<string, unknown>;
  const { [ENTRY_NAME]: _entry, ...others } = isRecord(servers) ? servers : {};
  return { rest, others };
}

function entryPath({ serversKey }: ConfigSyntax): string[] {
  return [serversKey, ENTRY_NAME];
}
