import { CommandFailure, EXIT } from "../exit.ts";
import {
  CLIENT_IDS,
  CLIENTS,
  type Client,
  type ClientId,
  SCOPES,
  type Scope,
  TRANSPORTS,
  type Transport,
} from "./clients.ts";

/** What was typed behind `trovella connect`. */
export interface ConnectOptions {
  readonly client?: string | undefined;
  readonly scope?: string | undefined;
  readonly transport?: string | undefined;
  readonly url?: string | undefined;
  readonly write?: boolean | undefined;
  readonly undo?: boolean | undefined;
  readonly force?: boolean | undefined;
}

export interface Request {
  readonly client: Client;
  readonly scope: Scope;
  readonly transport: Transport;
  readonly url: string | undefined;
  readonly action: "show" | "write" | "undo";
  readonly isForced: boolean;
}

/** What is asked for; undefined when no client is named, which asks for the overview. */
export function readRequest(options: ConnectOptions): Request | undefined {
  const { client: id, write = false, undo = false, force = false, url } = options;
  if (id === undefined) {
    const named = Object.entries(options).find(
      ([, value]) => value !== undefined && value !== false,
    );
    if (named) throw usage(`--${named[0]} needs a client before it, one of ${list(CLIENT_IDS)}`);
    return undefined;
  }
  if (write && undo) throw usage("--write and --undo exclude each other");
  if (force && !write && !undo) throw usage("--force goes with --write or --undo");

  const client = CLIENTS[oneOf(CLIENT_IDS, id, "the client") satisfies ClientId];
  const scope = oneOf(SCOPES, options.scope ?? "user", "--scope");
  const given = options.transport ?? (url === undefined ? "stdio" : "http");
  const transport = oneOf(TRANSPORTS, given, "--transport");
  if (url !== undefined && transport === "stdio") throw usage("--url goes with --transport http");
  if (!client.scopes.includes(scope)) throw usage(`${client.name} knows no scope ${scope}`);
  if (!client.transports.includes(transport)) {
    throw usage(
      `${client.name} only starts servers itself; addresses on the internet are added in its settings under Connectors`,
    );
  }
  const action = write ? "write" : undo ? "undo" : "show";
  return { client, scope, transport, url, action, isForced: force };
}

/** The command that asks for the same client and place. */
export function commandFor({ client, scope, transport, url }: Request, option: string): string {
  const isOther = option !== "--undo" && transport === "http";
  return [
    `trovella connect ${client.id}`,
    ...(scope === "user" ? [] : [`--scope ${scope}`]),
    ...(isOther ? [url === undefined ? "--transport http" : `--url ${url}`] : []),
    option,
  ].join(" ");
}

function oneOf<const T extends string>(allowed: readonly T[], value: string, what: string): T {
  const found = allowed.find((each) => each === value);
  if (found !== undefined) return found;
  throw usage(`${what} is ${JSON.stringify(value)}, but it must be one of ${list(allowed)}`);
}

function list(names: readonly string[]): string {
  return names.join(", ");
}

function usage(problem: string): CommandFailure {
  const sentence = problem.charAt(0).toUpperCase() + problem.slice(1);
  return new CommandFailure(
    `${sentence}. Run \`trovella connect --help\` to see what it takes.`,
    EXIT.usage,
  );
}
