import { isDeepStrictEqual } from "node:util";
import { type ConfigFile, encodeConfig, readConfigFile } from "./config-file.ts";
import { ConfigTextError } from "./config-text-error.ts";
import { ConnectError } from "./connect-error.ts";
import type { KeyChange } from "./entry.ts";
import { readJson, removeJson, setJson } from "./json-text.ts";
import { listBackups } from "./replace-file.ts";
import { otherStatements, readToml, removeToml, setTomlTable } from "./toml-text.ts";
import { unifiedDiff } from "./unified-diff.ts";
import type { UsageSettings } from "./usage-settings.ts";

export interface UsageEdit {
  readonly found: ConfigFile;
  /** The new content; null when the file is to be removed. */
  readonly bytes: Buffer | null;
  readonly diff: string;
}

/** Names of keys and variables that send metrics elsewhere already. */
export function rivalsOf(
  settings: UsageSettings,
  environment: Readonly<Record<string, string | undefined>>,
): string[] {
  return explained(settings.file, () => {
    const { text } = readConfigFile(settings.file);
    const { keys, rivals } = settings;
    const wanted = new Map(keys.map(({ path, value }) => [path.at(-1) ?? "", value]));
    const ofFile = keys.filter(({ path, value }) => isOther(read(text, settings, path), value));
    const further = rivals.keys.filter((path) => {
      const value = read(text, settings, path);
      return value !== undefined && !isDeepStrictEqual(plain(value), innerOf(settings, path));
    });
    const variables = rivals.variables.filter(
      (name) => environment[name] !== undefined && environment[name] !== wanted.get(name),
    );
    const names = [...ofFile.map(({ path }) => path), ...further].map((path) => path.join("."));
    return [...new Set([...names, ...variables])];
  });
}

/** The edit after which the client exports its usage; null when it does already. */
export function planUsage(settings: UsageSettings): UsageEdit | null {
  return explained(settings.file, () => {
    const found = readConfigFile(settings.file);
    const text = withSettings(found.text, settings);
    if (found.bytes && text === found.text) return null;
    return editOf(found, encodeConfig(found, text));
  });
}

/** The edit that removes the settings; null when there are none. */
export function planNoUsage(settings: UsageSettings): UsageEdit | null {
  return explained(settings.file, () => {
    const found = readConfigFile(settings.file);
    const present = settings.keys.filter(
      ({ path }) => read(found.text, settings, path) !== undefined,
    );
    if (present.length === 0) return null;
    const original = originalBytes(found, settings);
    if (original !== undefined) return editOf(found, original);
    const remove = settings.syntax === "json" ? removeJson : removeToml;
    const text = present.reduce((current, { path }) => remove(current, path), found.text);
    return editOf(found, encodeConfig(found, verified(found.text, text, settings)));
  });
}

/** The settings alone, as the content of an otherwise empty file. */
export function usageSnippet(settings: UsageSettings): string {
  return withSettings("", settings).trimEnd();
}

function withSettings(text: string, settings: UsageSettings): string {
  const missing = settings.keys.filter(
    ({ path, value }) => !isDeepStrictEqual(plain(read(text, settings, path)), value),
  );
  const set = (current: string, { path, value }: KeyChange) =>
    settings.syntax === "json"
      ? setJson(current, path, value)
      : setTomlTable(current, path, value as Readonly<Record<string, unknown>>);
  return verified(text, missing.reduce(set, text), settings);
}

/** The file as it was before, if nothing else has changed since; null when there was none. */
function originalBytes(found: ConfigFile, settings: UsageSettings): Buffer | null | undefined {
  for (const backup of listBackups(found.realFile)) {
    const original = readConfigFile(backup);
    if (!original.bytes || found.bytes?.equals(original.bytes)) continue;
    const written = encodeConfig(original, withSettings(original.text, settings));
    if (found.bytes?.equals(written)) return original.bytes;
  }
  return found.bytes?.equals(Buffer.from(withSettings("", settings))) ? null : undefined;
}

/** Everything else must be the same as before the edit. */
function verified(before: string, after: string, settings: UsageSettings): string {
  if (isDeepStrictEqual(othersIn(before, settings), othersIn(after, settings))) return after;
  throw new ConfigTextError("its layout does not allow changing these settings alone");
}

function othersIn(text: string, { syntax, keys }: UsageSettings): unknown {
  if (syntax === "toml") return otherStatements(text, keys[0]?.path ?? []);
  const whole = structuredClone(readJson(text, []) ?? {}) as Record<string, unknown>;
  for (const { path } of keys) {
    const [first = "", second] = path;
    const inner = whole[first] as Record<string, unknown> | undefined;
    if (second === undefined) delete whole[first];
    else if (inner) delete inner[second];
    if (inner && Object.keys(inner).length === 0) delete whole[first];
  }
  return whole;
}

function read(text: string, { syntax }: UsageSettings, path: readonly string[]): unknown {
  return syntax === "json" ? readJson(text, path) : readToml(text, path);
}

function isOther(present: unknown, wanted: unknown): boolean {
  return present !== undefined && !isDeepStrictEqual(plain(present), wanted);
}

/** What the settings themselves put at this path. */
function innerOf({ keys }: UsageSettings, path: readonly string[]): unknown {
  const key = keys.find((each) => path.every((part, index) => each.path[index] === part));
  return key?.path
    .slice(path.length)
    .reduceRight<unknown>((inner, part) => ({ [part]: inner }), key.value);
}

/** Parsers create objects without a prototype, which never equal ordinary ones strictly. */
function plain(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}

function editOf(found: ConfigFile, bytes: Buffer | null): UsageEdit {
  const after = bytes ? bytes.toString("utf8").replace(/^\ufeff/, "") : null;
  return { found, bytes, diff: unifiedDiff(found.file, found.bytes && found.text, after) };
}

function explained<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof ConfigTextError)) throw error;
    throw new ConnectError(
      `${file} cannot be changed safely: ${error.message}. Nothing was changed. Next: fix it, or add the settings by hand.`,
    );
  }
}
