import { parseJsonText } from "../text/parse-json-text.ts";
import type { Field, Member, ObjectField } from "./field.ts";
import { plainKey, similarKey } from "./match-key.ts";
import { VALUE_ALIASES } from "./meanings.ts";

/** What was noticed while reading the arguments of one call. */
export interface Notes {
  /** Fields that no schema knows, with a suggestion where there is one. */
  readonly ignored: string[];
  /** How many such fields are not named. */
  ignoredMore: number;
  /** Missing fields that were taken as empty. */
  readonly emptied: string[];
  /** Whether JSON was read from a text, which no check has seen. */
  hasReadText: boolean;
}

type Fields = Record<string, unknown>;

/** Arguments that some clients add to every call. */
const CLIENT_KEYS: ReadonlySet<string> = new Set([
  "wait_for_previous",
  "task_progress",
  "security_risk",
  "request_heartbeat",
  "_meta",
]);

/** The value that was meant. What cannot be understood is returned as it is, for the schema to refuse. */
export function readValue(field: Field, value: unknown, path: string, notes: Notes): unknown {
  switch (field.kind) {
    case "object":
      return readObject(field, value, path, notes);
    case "list":
      return readList(field.entry, value, path, notes);
    case "choice":
      return typeof value === "string" ? readChoice(field.values, value) : value;
    case "text":
      return typeof value === "number" && Number.isFinite(value) ? String(value) : value;
    case "number":
      return typeof value === "string" && /^\s*-?\d+(\.\d+)?\s*$/.test(value)
        ? Number(value)
        : value;
    case "boolean":
    case "true":
      return typeof value === "string" ? readBoolean(value) : value;
    case "record":
      return readJson(value, notes);
    default:
      return value;
  }
}

function readBoolean(text: string): unknown {
  const word = text.trim().toLowerCase();
  return word === "true" || word === "false" ? word === "true" : text;
}

function readChoice(values: ReadonlyMap<string, string>, text: string): string {
  const key = plainKey(text);
  return values.get(key) ?? values.get(VALUE_ALIASES.get(key) ?? "") ?? text;
}

function readJson(value: unknown, notes: Notes): unknown {
  const parsed = parseJsonText(value);
  if (parsed !== value) notes.hasReadText = true;
  return parsed;
}

function readList(entry: Field, value: unknown, path: string, notes: Notes): unknown {
  const given = readJson(value, notes);
  if (given === undefined || given === null || given === "") return given;
  const entries = Array.isArray(given) ? given : [given];
  return entries.map((one, index) => readValue(entry, one, `${path}[${index}]`, notes));
}

function readObject(field: ObjectField, value: unknown, path: string, notes: Notes): unknown {
  const { fromText, complete } = field.meaning;
  const given = typeof value === "string" ? (fromText?.(value) ?? readJson(value, notes)) : value;
  if (typeof given !== "object" || given === null || Array.isArray(given)) return value;
  const members = readMembers(field, given as Fields, path, notes);
  return complete ? complete(members) : members;
}

function readMembers(field: ObjectField, given: Fields, path: string, notes: Notes): Fields {
  const { named, unknown } = namedFields(field, given);
  const prefix = path === "" ? "" : `${path}.`;
  const read: Fields = {};
  if (field.isOpen) for (const key of unknown) setOwn(read, key, given[key]);
  for (const [name, member] of field.members) {
    const value = named.get(name);
    if (isAbsent(member, value)) {
      if (!member.isEmptyWhenMissing) continue;
      notes.emptied.push(`${prefix}${name}`);
      read[name] = [];
    } else {
      read[name] = readMember(member.field, value, `${prefix}${name}`, notes);
    }
  }
  if (!field.isOpen && unknown.length > 0) noteUnknown(field, { named, unknown, prefix }, notes);
  return read;
}

/** Also for a key such as `__proto__`. */
function setOwn(fields: Fields, key: string, value: unknown): void {
  Object.defineProperty(fields, key, {
    value,
    enumerable: true,
    writable: true,
    configurable: true,
  });
}

/** JSON that arrives as text is read where anything is allowed, but not inside of it. */
function readMember(field: Field, value: unknown, path: string, notes: Notes): unknown {
  return field.kind === "any" ? readJson(value, notes) : readValue(field, value, path, notes);
}

function isAbsent({ field, isOptional, isEmptyWhenMissing }: Member, value: unknown): boolean {
  if (value === undefined) return true;
  if (!isOptional && !isEmptyWhenMissing) return false;
  if (field.kind === "true" && value === false) return true;
  return value === null || (typeof value === "string" && value.trim() === "");
}

interface Named {
  readonly named: ReadonlyMap<string, unknown>;
  readonly unknown: readonly string[];
}

/** The given fields by the names of the schema, whatever their spelling; exact names come first. */
function namedFields({ members, names, isOpen }: ObjectField, given: Fields): Named {
  const named = new Map<string, unknown>();
  const others: string[] = [];
  for (const key of Object.keys(given)) {
    if (!members.has(key)) others.push(key);
    else if (given[key] !== undefined) named.set(key, given[key]);
  }
  if (isOpen) return { named, unknown: others };
  const unknown = others.filter((key) => {
    if (CLIENT_KEYS.has(key)) return false;
    const name = nameFor(key, names);
    if (name === undefined || named.has(name)) return true;
    named.set(name, given[key]);
    return false;
  });
  return { named, unknown };
}

const MAX_KEY = 60;
/** A warning names no more, and more would take long to compare. */
const MAX_NAMED = 20;

function nameFor(key: string, names: ReadonlyMap<string, string>): string | undefined {
  return key.length <= MAX_KEY ? names.get(plainKey(key)) : undefined;
}

function noteUnknown(
  { members, names }: ObjectField,
  { named, unknown, prefix }: Named & { readonly prefix: string },
  notes: Notes,
): void {
  const shown = unknown.slice(0, MAX_NAMED - notes.ignored.length);
  notes.ignoredMore += unknown.length - shown.length;
  const open = [...members.keys()].filter((name) => !named.has(name));
  for (const key of shown) {
    const twin = nameFor(key, names);
    const similar = twin === undefined ? similarKey(key, open) : undefined;
    const hint = twin ? ` (${twin} counts)` : similar ? ` (did you mean ${similar}?)` : "";
    notes.ignored.push(`${prefix}${key.slice(0, MAX_KEY)}${hint}`);
  }
}
