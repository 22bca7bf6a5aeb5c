import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Capability } from "../capabilities.ts";
import { type Fields, fieldsIn } from "../model/conversation.ts";

export type Transport = "stdio" | "http";

/** How a client reaches Trovella. */
export type ServerEntry =
  | {
      readonly transport: "stdio";
      readonly command: string;
      readonly args: readonly string[];
      readonly env: Readonly<Record<string, string>>;
    }
  | { readonly transport: "http"; readonly url: string };

/** Where a client runs: a home of its own, an empty working folder, a scripted model, a server. */
export interface Place {
  readonly home: string;
  readonly folder: string;
  readonly modelUrl: string;
  readonly server: ServerEntry;
}

/** A program in a pseudo terminal. Keys are named as tmux names them. */
export interface Dialog {
  start(place: Place): readonly string[];
  /** Questions that the client asks before it can be used, each with the keys that answer it. */
  readonly hurdles: readonly { readonly shown: RegExp; readonly keys: readonly string[] }[];
  /** What the screen shows when a prompt can be typed. */
  readonly ready: RegExp;
  /** The first words of the dialog. */
  readonly asked: RegExp;
  readonly approve: readonly string[];
  readonly decline: readonly string[];
}

export interface TestClient {
  readonly id: string;
  readonly name: string;
  readonly package: string;
  /** Its program, below node_modules. */
  program(platform: string): string;
  readonly isJavaScript?: boolean;
  /** The file with its servers, below its home. */
  readonly configFile: string;
  /** What it has no notion of, and why that is no fault of ours. */
  readonly lacks: readonly Capability[];
  /** Settings that have nothing to do with Trovella. */
  prepare?(place: Place): void;
  /** A command that signs in at the scripted model. */
  signIn?(place: Place): readonly string[];
  /** Our entry, as `trovella connect` would write it. */
  writeEntry(place: Place, options: EntryOptions): void;
  environment(place: Place, options?: EntryOptions): Readonly<Record<string, string>>;
  readonly listing?: { readonly args: readonly string[]; readonly proof: RegExp };
  /** Arguments for one prompt, with nobody there to ask. */
  ask(prompt: string, place: Place, options?: EntryOptions): readonly string[];
  readonly dialog?: Dialog;
}

export interface EntryOptions {
  /** How long the client shall wait for a reply. */
  readonly timeoutMs?: number;
}

export function writeFile(file: string, text: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}

export function writeJson(file: string, value: Fields): void {
  writeFile(file, `${JSON.stringify(value, null, 2)}\n`);
}

/** Adds `trovella` to the servers in a JSON file. */
export function addToJson(file: string, key: string, entry: Fields): void {
  const config = readJson(file);
  const servers = { ...fieldsIn(config[key]), trovella: entry };
  writeJson(file, { ...config, [key]: servers });
}

function readJson(file: string): Fields {
  try {
    return fieldsIn(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return {};
  }
}
