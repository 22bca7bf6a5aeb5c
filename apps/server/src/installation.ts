import path from "node:path";
import { fileURLToPath } from "node:url";
import type { Installation, ServerChoice } from "@trovella/connect";
import { defaultDataDirectory } from "@trovella/db/embedded";
import { ABOUT } from "./about.ts";
import { loadConfig } from "./config.ts";
import { CommandFailure, EXIT } from "./exit.ts";

type Environment = Readonly<Record<string, string | undefined>>;

export const PROGRAM = fileURLToPath(new URL("../bin/trovella.mjs", import.meta.url));

/** A line for a terminal. What npm installed is on the PATH; a clone has its command in its own folder only. */
export function ownCommand(options: string, program = PROGRAM): string {
  const isInstalled = /[\\/]node_modules[\\/]/.test(program);
  return `${isInstalled ? "trovella" : "npx trovella"} ${options}`;
}

export function createInstallation(environment: Environment): Installation {
  return {
    version: ABOUT.version,
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
  };
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
