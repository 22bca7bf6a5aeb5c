import type { ClientDefinition } from "./client-definition.ts";
import { isRecord, parseEntry, type ServerEntry } from "./entry.ts";
import { maskSecrets } from "./mask-lines.ts";

/** A variable or key of an existing entry that stays when the entry is updated. */
export interface KeptSetting {
  readonly name: string;
  /** In clear, except for secrets. */
  readonly shown: string;
  /** Whether it could make the client run other code, or send the data elsewhere. */
  readonly isRisky: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Variables that load code into Node.js or PostgreSQL's client, or decide where the data is. */
const RISKY_VARIABLES =
  /^(NODE_\w+|OPENSSL_\w+|LD_\w+|DYLD_\w+|PATH|HOME|USERPROFILE|XDG_\w+|PG[A-Z]+|DATABASE_\w+|TROVELLA_\w+|OTEL_\w+|\w+_PROXY)$/i;
/** Settings of Trovella that neither run code nor move data. */
const HARMLESS_SETTINGS =
  /^TROVELLA_(STALL_MINUTES|DOCUMENT_AFTER_MINUTES|CAPTURE|PREPARED|EXTRACT_DAILY_TOKENS)$/;
/** Keys with which some clients read variables from a file, or run a command for the headers. */
const RISKY_KEYS = ["envFile", "headersHelper"];

/**
 * The settings of an existing entry that an update keeps. The file may come with a folder of someone else, so each is
 * shown. A variable that only forwards the user's own one, or has its value, carries no risk.
 */
export function keptSettings(
  entry: unknown,
  wanted: ServerEntry,
  environment: Environment,
  { shape }: Pick<ClientDefinition, "shape">,
): KeptSetting[] {
  const { env } = shape.stdio;
  if (!isRecord(entry)) return [];
  const keys = RISKY_KEYS.filter((key) => entry[key] !== undefined).map((name) => ({
    name,
    shown: shownValue(name, entry[name]),
    isRisky: true,
  }));
  // An update to HTTP removes the variables.
  const present = entry[env];
  if (parseEntry(wanted)?.transport === "http" || !isRecord(present)) return keys;
  const written = isRecord(wanted[env]) ? wanted[env] : {};
  const variables = Object.entries(present)
    .filter(([name]) => !Object.hasOwn(written, name))
    .map(([name, value]) => ({
      name,
      shown: shownValue(name, value),
      isRisky: isRisky(name, value) && !isForwarded(name, value) && environment[name] !== value,
    }));
  return [...keys, ...variables];
}

function isRisky(name: string, value: unknown): boolean {
  if (name === "TROVELLA_EMBEDDER" && (value === "none" || value === "local")) return false;
  return RISKY_VARIABLES.test(name) && !HARMLESS_SETTINGS.test(name);
}

/** Whether the value is the user's own variable of that name, in one of the forms of the clients. */
export function isForwarded(name: string, value: unknown): boolean {
  return [`\${${name}}`, `\${env:${name}}`, `{env:${name}}`, `$${name}`].some(
    (form) => form === value,
  );
}

function shownValue(name: string, value: unknown): string {
  return maskSecrets(`${name}=${typeof value === "string" ? value : JSON.stringify(value)}`);
}
