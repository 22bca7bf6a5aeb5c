import type { ClientDefinition } from "./client-definition.ts";
import { isRecord } from "./entry.ts";
import { readJson, removeJson, setJson } from "./json-text.ts";
import { otherStatements, readToml, removeToml, setTomlKey, setTomlTable } from "./toml-text.ts";
import { printYaml, readYaml, removeYaml, setYaml } from "./yaml-text.ts";

type Path = readonly string[];

/** The edits of a client's file, each of which leaves all else as it is. */
export interface ConfigSyntax {
  read(text: string, path: Path): unknown;
  /** Sets a whole entry. */
  set(text: string, path: Path, value: Readonly<Record<string, unknown>>): string;
  /** Sets a key below an entry. */
  setKey(text: string, entry: Path, key: Path, value: unknown): string;
  remove(text: string, path: Path): string;
  /** All that is not the entry, for comparison. */
  others(text: string, entry: Path): unknown;
}

export const SYNTAXES: Readonly<Record<ClientDefinition["syntax"], ConfigSyntax>> = {
  json: {
    read: readJson,
    set: setJson,
    setKey: (text, entry, key, value) => setJson(text, [...entry, ...key], value),
    remove: removeJson,
    others: (text, entry) => othersIn(readJson(text, []), entry),
  },
  toml: {
    read: readToml,
    set: setTomlTable,
    setKey: setTomlKey,
    remove: removeToml,
    others: otherStatements,
  },
  yaml: {
    read: readYaml,
    set: setYaml,
    setKey: (text, entry, key, value) => setYaml(text, [...entry, ...key], value),
    remove: removeYaml,
    others: (text, entry) => othersIn(readYaml(text, []), entry),
  },
};

/** A list has its entries by name. */
export function setListEntry(
  text: string,
  [servers = "", name = ""]: Path,
  value: Readonly<Record<string, unknown>>,
): string {
  const isThere = readYaml(text, [servers]) !== undefined && readYaml(text, [servers]) !== null;
  return isThere ? setYaml(text, [servers, name], value) : setYaml(text, [servers], [value]);
}

export function printFile(keys: Readonly<Record<string, unknown>>): string {
  return printYaml(keys);
}

function othersIn(whole: unknown, [serversKey = "", name = ""]: Path): unknown {
  const { [serversKey]: servers, ...rest } = isRecord(whole) ? whole : {};
  if (Array.isArray(servers)) {
    return { rest, others: servers.filter((entry) => !isRecord(entry) || entry.name !== name) };
  }
  const { [name]: _entry, ...others } = isRecord(servers) ? servers : {};
  return { rest, others: Object.keys(others).length > 0 ? others : [] };
}
