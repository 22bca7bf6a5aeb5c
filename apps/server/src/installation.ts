import path from "node:path";
import { fileURLToPath } from "node:url";
import type { CarriedSettings, Installation, ServerChoice } from "@trovella/connect";
import { defaultDataDirectory } from "@trovella/db/embedded";
import { ABOUT } from "./about.ts";
import { type CONFIG_SCHEMA, loadConfig, MODEL_VARIABLES } from "./config.ts";
import { CommandFailure, EXIT } from "./exit.ts";

type Environment = Readonly<Record<string, string | undefined>>;

export const PROGRAM = fileURLToPath(new URL("../bin/trovella.mjs", import.meta.url));

/** Settings of servers that clients start, which some clients do not pass on from the shell. */
export const CARRIED_VARIABLES = [
  ...MODEL_VARIABLES,
  "TROVELLA_EXTRACT_DAILY_TOKENS",
  "TROVELLA_STALL_MINUTES",
  "TROVELLA_DOCUMENT_AFTER_MINUTES",
  "TROVELLA_PUBLIC_URL",
  "TROVELLA_CAPTURE",
  "TROVELLA_PREPARED",
  "TROVELLA_SEARCH_AND_FETCH",
  "TROVELLA_FONT_DIR",
  "TROVELLA_SECRET",
  "HTTPS_PROXY",
  "HOST",
  "PORT",
  "LOG_LEVEL",
] as const satisfies (keyof typeof CONFIG_SCHEMA.shape)[];

/** One is of no use, or refused, without the others. */
const EXTRACTION = /^TROVELLA_EXTRACT_/;

export function createInstallation(environment: Environment): Installation {
  return {
    version: ABOUT.version,
    command: commandName(PROGRAM),
    stdioServer: () => stdioServer(environment),
    httpUrl: () => httpUrl(environment),
  };
}

/** Passes the variables that select the database. */
function stdioServer(environment: Environment): ServerChoice {
  const { DATABASE_URL: url, DATABASE_DIRECT_URL: direct } = loadConfig(environment);
  const urls = {
    ...(url && { DATABASE_URL: url }),
    ...(direct && { DATABASE_DIRECT_URL: direct }),
  };
  const isSecret = Object.values(urls).some(holdsSecret);
  const env = { ...dataDirectory(environment), ...(isSecret ? {} : urls) };
  return {
    server: { transport: "stdio", command: process.execPath, args: [PROGRAM, "mcp"], env },
    withheldVariable: isSecret ? "DATABASE_URL" : null,
    settings: carriedSettings(environment),
  };
}

/** What npm installed is on the PATH; a clone has its command in its own folder only. */
export function commandName(program: string): Installation["command"] {
  return /[\\/]node_modules[\\/]/.test(program) ? "trovella" : "npx trovella";
}

/** A line for a terminal: `ownCommand("doctor")`. */
export function ownCommand(options: string): string {
  return `${commandName(PROGRAM)} ${options}`;
}

export function carriedSettings(environment: Environment): CarriedSettings {
  const set = CARRIED_VARIABLES.flatMap((name): [string, string][] => {
    const value = environment[name];
    return value && !(name === "PORT" && value === "0") ? [[name, value]] : [];
  });
  const secrets = set.filter(([name, value]) => isSecret(name, value)).map(([name]) => name);
  const isKeySecret = secrets.some((name) => EXTRACTION.test(name));
  const isWithheld = (name: string) =>
    secrets.includes(name) || (isKeySecret && EXTRACTION.test(name));
  const written = set.filter(([name]) => !isWithheld(name));
  return {
    values: Object.fromEntries(written.map(([name, value]) => [name, absolute(name, value)])),
    withheld: set.map(([name]) => name).filter(isWithheld),
  };
}

/** A URL is one only with a password or key in it. */
function isSecret(name: string, value: string): boolean {
  if (name === "TROVELLA_SECRET" || name === "TROVELLA_EXTRACT_API_KEY") return true;
  if (!URL.canParse(value)) return false;
  const { username, searchParams } = new URL(value);
  const isNamed = [...searchParams.keys()].some((key) => /pass|token|secret|key/i.test(key));
  return username !== "" || holdsSecret(value) || isNamed;
}

function absolute(name: string, value: string): string {
  return name.endsWith("_DIR") ? path.resolve(value) : value;
}

/** Whether a database URL holds a secret that must not be written into another program's file. */
export function holdsSecret(databaseUrl: string): boolean {
  const complete = databaseUrl.replace("@/", "@localhost/");
  if (!URL.canParse(complete)) return true;
  const { password, searchParams } = new URL(complete);
  return (
    password !== "" || [...searchParams.keys()].some((name) => /pass|token|secret/i.test(name))
  );
}

/** Also written where XDG_DATA_HOME decides about it, since few clients pass that variable. */
function dataDirectory(environment: Environment): Record<string, string> {
  const { TROVELLA_DATA_DIR, XDG_DATA_HOME, ...rest } = environment;
  if (TROVELLA_DATA_DIR) return { TROVELLA_DATA_DIR: path.resolve(TROVELLA_DATA_DIR) };
  const directory = defaultDataDirectory({ ...rest, XDG_DATA_HOME });
  return directory === defaultDataDirectory(rest) ? {} : { TROVELLA_DATA_DIR: directory };
}

function httpUrl(environment: Environment): string {
  const { HOST, PORT } = loadConfig(environment);
  if (PORT === 0) {
    throw new CommandFailure(
      "PORT is 0, which means any free port. Next: give the server's URL with --url.",
      EXIT.usage,
    );
  }
  const isAnyAddress = HOST === "0.0.0.0" || HOST === "::";
  const host = isAnyAddress ? "127.0.0.1" : HOST.includes(":") ? `[${HOST}]` : HOST;
  return `http://${host}:${PORT}/mcp`;
}
