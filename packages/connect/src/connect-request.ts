import {
  CLIENT_IDS,
  CLIENTS,
  type ClientDefinition,
  type ClientId,
  CONFIG_SCOPES,
  type ConfigScope,
  TRANSPORTS,
  type Transport,
} from "./clients.ts";
import { ConnectError } from "./connect-error.ts";
import { isUsageClient, USAGE_CLIENT_IDS } from "./usage-settings.ts";

type TextOption = "client" | "scope" | "transport" | "url";
export type ConnectOptions = { readonly [Name in TextOption]?: string | undefined } & {
  readonly [Name in "write" | "undo" | "force" | "usage"]?: boolean | undefined;
};

export interface ConnectRequest {
  readonly client: ClientDefinition;
  readonly scope: ConfigScope;
  readonly transport: Transport;
  readonly url: string | undefined;
  readonly action: "show" | "write" | "undo";
  readonly isForced: boolean;
  /** Whether it is about the client's settings for usage instead of its entry for the server. */
  readonly isUsage: boolean;
}

/** The validated request; undefined when no client is named, which means the overview. */
export function parseConnectRequest(options: ConnectOptions): ConnectRequest | undefined {
  const { client: id, write = false, undo = false, force = false, url } = options;
  if (id === undefined) {
    const named = Object.entries(options).find(
      ([, value]) => value !== undefined && value !== false,
    );
    if (named) throw usage(`--${named[0]} needs a client before it, one of ${list(CLIENT_IDS)}`);
    return undefined;
  }
  if (write && undo) throw usage("--write and --undo cannot be combined");
  if (force && !write && !undo) throw usage("--force needs --write or --undo");

  const client = CLIENTS[oneOf(CLIENT_IDS, id, "the client") satisfies ClientId];
  const scope = oneOf(CONFIG_SCOPES, options.scope ?? "user", "--scope");
  const given = options.transport ?? (url === undefined ? "stdio" : "http");
  const transport = oneOf(TRANSPORTS, given, "--transport");
  if (url !== undefined && transport === "stdio") throw usage("--url needs --transport http");
  if (!client.scopes.includes(scope)) throw usage(`${client.name} has no scope ${scope}`);
  if (!client.transports.includes(transport)) {
    throw usage(
      `${client.name} only starts servers itself; remote servers are added in its settings under Connectors`,
    );
  }
  const isUsage = options.usage ?? false;
  if (isUsage) checkUsage(client, scope);
  const action = write ? "write" : undo ? "undo" : "show";
  return { client, scope, transport, url, action, isForced: force, isUsage };
}

/** Clients read such settings from the user's files alone. */
function checkUsage(client: ClientDefinition, scope: ConfigScope): void {
  if (!isUsageClient(client.id)) {
    throw usage(`${client.name} does not export its usage; ${list(USAGE_CLIENT_IDS)} do`);
  }
  if (scope !== "user") throw usage("--usage needs --scope user");
}

/** The command for the same client and file with another option. */
export function commandFor(
  { client, scope, transport, url, isUsage }: ConnectRequest,
  option: string,
): string {
  const isHttp = (isUsage || option !== "--undo") && transport === "http";
  return [
    `trovella connect ${client.id}`,
    ...(isUsage ? ["--usage"] : []),
    ...(scope === "user" ? [] : [`--scope ${scope}`]),
    ...(isHttp ? [url === undefined ? "--transport http" : `--url ${url}`] : []),
    option,
  ].join(" ");
}

function oneOf<const T extends string>(allowed: readonly T[], value: string, what: string): T {
  const found = allowed.find((each) => each === value);
  if (found !== undefined) return found;
  throw usage(`${what} is ${JSON.stringify(value)}, but must be one of ${list(allowed)}`);
}

function list(names: readonly string[]): string {
  return names.join(", ");
}

function usage(problem: string): ConnectError {
  const sentence = problem.charAt(0).toUpperCase() + problem.slice(1);
  return new ConnectError(`${sentence}. Run \`trovella connect --help\` for usage.`, "usage");
}
