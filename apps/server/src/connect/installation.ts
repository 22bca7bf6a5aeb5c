import path from "node:path";
import { fileURLToPath } from "node:url";
import { defaultDataDirectory } from "@trovella/db/embedded";
import { loadConfig } from "../config.ts";
import { CommandFailure, EXIT } from "../exit.ts";
import type { Client } from "./clients.ts";
import type { Server } from "./entry.ts";

type Environment = Readonly<Record<string, string | undefined>>;

export interface ServerChoice {
  readonly server: Server;
  /** A variable that the client has to get in another way, since its value is a secret. */
  readonly withheld: string | null;
}

export const PROGRAM = fileURLToPath(new URL("../../bin/trovella.mjs", import.meta.url));

/** This very installation, with the variables that decide which database it works on. */
export function installedServer(environment: Environment): ServerChoice {
  const config = loadConfig(environment);
  const { DATABASE_URL: url, DATABASE_DIRECT_URL: direct } = config;
  const urls = {
    ...(url && { DATABASE_URL: url }),
    ...(direct && { DATABASE_DIRECT_URL: direct }),
  };
  const isSecret = Object.values(urls).some(holdsSecret);
  const env = { ...dataDirectory(environment), ...(isSecret ? {} : urls) };
  return {
    server: { transport: "stdio", command: process.execPath, args: [PROGRAM, "mcp"], env },
    withheld: isSecret ? "DATABASE_URL" : null,
  };
}

/** A server that is running, by default the one that `trovella serve` starts here. */
export function runningServer(environment: Environment, url: string | undefined): ServerChoice {
  return {
    server: { transport: "http", url: url === undefined ? localUrl(environment) : checkUrl(url) },
    withheld: null,
  };
}

/** Some clients would put something else in the place of `$NAME`. */
export function refuseVariables(client: Client, server: Server): void {
  const odd = variableIn(client, server);
  if (odd === undefined) return;
  throw new CommandFailure(
    `${client.name} would take the $ in ${odd} for a variable. Next: use a path without a $, then run this again.`,
  );
}

/** What the client would take for a variable, if there is such a thing. */
export function variableIn(client: Client, server: Server): string | undefined {
  if (!client.replacesVariables) return undefined;
  const values =
    server.transport === "http"
      ? [server.url]
      : [server.command, ...server.args, ...Object.values(server.env)];
  return values.find((value) => /\$[A-Za-z_{]/.test(value));
}

/** Whether a database address holds more than one may write into another program's file. */
export function holdsSecret(address: string): boolean {
  const complete = address.replace("@/", "@localhost/");
  if (!URL.canParse(complete)) return true;
  const { password, searchParams } = new URL(complete);
  return (
    password !== "" || [...searchParams.keys()].some((name) => /pass|token|secret/i.test(name))
  );
}

/** Written also where only a variable that few clients hand on decides about it. */
function dataDirectory(environment: Environment): Record<string, string> {
  const { TROVELLA_DATA_DIR, XDG_DATA_HOME, ...rest } = environment;
  if (TROVELLA_DATA_DIR) return { TROVELLA_DATA_DIR: path.resolve(TROVELLA_DATA_DIR) };
  const directory = defaultDataDirectory({ ...rest, XDG_DATA_HOME });
  return directory === defaultDataDirectory(rest) ? {} : { TROVELLA_DATA_DIR: directory };
}

function localUrl(environment: Environment): string {
  const { HOST, PORT } = loadConfig(environment);
  if (PORT === 0) {
    throw new CommandFailure(
      "PORT is 0, which means any free port. Next: give the server's address with --url.",
      EXIT.usage,
    );
  }
  const isAnyAddress = HOST === "0.0.0.0" || HOST === "::";
  const host = isAnyAddress ? "127.0.0.1" : HOST.includes(":") ? `[${HOST}]` : HOST;
  return `http://${host}:${PORT}/mcp`;
}

function checkUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new CommandFailure(
      "--url must be an address that begins with http:// or https://, such as http://127.0.0.1:4737/mcp.",
      EXIT.usage,
    );
  }
  if (url.username || url.password || url.search || url.hash) {
    throw new CommandFailure(
      "--url must hold no user, password or query: it is written to a file. Next: give the bare address; the client signs in by itself.",
      EXIT.usage,
    );
  }
  return url.href;
}
