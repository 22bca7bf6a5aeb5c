import { isDeepStrictEqual } from "node:util";
import type { Client } from "./clients.ts";
import { ConfigTextError } from "./config-text-error.ts";
import { type Change, changesTo, ENTRY_NAME, type Entry, isRecord } from "./entry.ts";
import { readJson, removeJson, setJson } from "./json-text.ts";
import { otherStatements, readToml, removeToml, setTomlKey, setTomlTable } from "./toml-text.ts";

type Syntax = Pick<Client, "syntax" | "container">;

/** The entry named "trovella" in a client's file; undefined when there is none. */
export function readEntry(text: string, client: Syntax): unknown {
  const path = pathOf(client);
  return client.syntax === "json" ? readJson(text, path) : readToml(text, path);
}

/** The text with this entry. One that is there keeps what the person added, unless it is replaced. */
export function writeEntry(
  text: string,
  client: Syntax,
  wanted: Entry,
  { isReplaced }: { isReplaced: boolean },
): string {
  const present = readEntry(text, client);
  const isNew = isReplaced || !isRecord(present);
  return checked(
    text,
    client,
    isNew ? setWhole(text, client, wanted) : adapt(text, client, changesTo(present, wanted)),
  );
}

export function removeEntry(text: string, client: Syntax): string {
  const path = pathOf(client);
  const isJson = client.syntax === "json";
  return checked(text, client, isJson ? removeJson(text, path) : removeToml(text, path));
}

/** The entry alone, as a person would put it into an empty file. */
export function snippetOf(client: Syntax, entry: Entry): string {
  return setWhole("", client, entry).trimEnd();
}

function setWhole(text: string, client: Syntax, entry: Entry): string {
  const path = pathOf(client);
  return client.syntax === "json" ? setJson(text, path, entry) : setTomlTable(text, path, entry);
}

function adapt(text: string, client: Syntax, changes: readonly Change[]): string {
  const table = pathOf(client);
  const isJson = client.syntax === "json";
  return changes.reduce((current, { path, value }) => {
    const full = [...table, ...path];
    if (value === undefined) return isJson ? removeJson(current, full) : removeToml(current, full);
    return isJson ? setJson(current, full, value) : setTomlKey(current, table, path, value);
  }, text);
}

/** A second look at our own edit: all that is not the entry must read as before. */
function checked(before: string, client: Syntax, after: string): string {
  if (isDeepStrictEqual(othersIn(before, client), othersIn(after, client))) return after;
  throw new ConfigTextError("its layout is one that cannot be changed without touching the rest");
}

function othersIn(text: string, client: Syntax): unknown {
  const path = pathOf(client);
  if (client.syntax === "toml") return otherStatements(text, path);
  const whole = readJson(text, []) ?? {};
  const { [client.container]: servers, ...rest } = whole as Record<string, unknown>;
  const { [ENTRY_NAME]: _entry, ...others } = isRecord(servers) ? servers : {};
  return { rest, others };
}

function pathOf({ container }: Syntax): string[] {
  return [container, ENTRY_NAME];
}
