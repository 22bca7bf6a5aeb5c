import {
  CLIENT_IDS,
  CLIENTS,
  type ClientId,
  CONFIG_SCOPES,
  type ConfigScope,
  type KnownClient,
  TRANSPORTS,
  type Transport,
} from "./clients.ts";
import { ConnectError } from "./connect-error.ts";
import { isUsageClient, USAGE_CLIENT_IDS } from "./usage-settings.ts";

type TextOption = "client" | "scope" | "transport" | "url";
export type ConnectOptions = { readonly [Name in TextOption]?: string | undefined } & {
  readonly [Name in "all" | "write" | "undo" | "force" | "usage"]?: boolean | undefined;
};

interface CommonRequest {
  readonly scope: ConfigScope;
  readonly transport: Transport;
  readonly url: string | undefined;
  readonly action: "show" | "write" | "undo";
  readonly isForced: boolean;
}

export interface ConnectRequest extends CommonRequest {
  readonly client: KnownClient;
  /** Whether it is about the client's settings for usage instead of its entry for the server. */
  readonly isUsage: boolean;
}

/** For every client that is found. */
export interface ConnectAllRequest extends CommonRequest {
  readonly client: null;
}

/** The validated request; undefined when no client is named, which means the overview. */
export function parseConnectRequest(
  options: ConnectOptions,
): ConnectRequest | ConnectAllRequest | undefined {
  const { client: id, all = false, usage: isUsage = false } = options;
  if (all) {
    if (id !== undefined) throw usage("--all needs no client");
    if (isUsage) throw usage("--usage needs a client instead of --all");
    return { client: null, ...commonRequest(options) };
  }
  if (id === undefined) {
    const named = Object.entries(options).find(
      ([, value]) => value !== undefined && value !== false,
    );
    if (named) {
      throw usage(`--${named[0]} needs a client before it or --all; one of ${list(CLIENT_IDS)}`);
    }
    return undefined;
  }
  const common = commonRequest(options);
  const client = CLIENTS[oneOf(CLIENT_IDS, id, "the client") satisfies ClientId];
  const problem = unsupported(client, common.scope, common.transport);
  if (problem) throw usage(problem);
  if (isUsage) checkUsage(client, common.scope);
  return { client, ...common, isUsage };
}

function commonRequest(options: ConnectOptions): CommonRequest {
  const { write = false, undo = false, force = false, url } = options;
  if (write && undo) throw usage("--write and --undo cannot be combined");
  if (force && !write && !undo) throw usage("--force needs --write or --undo");
  const scope = oneOf(CONFIG_SCOPES, options.scope ?? "user", "--scope");
  const given = options.transport ?? (url === undefined ? "stdio" : "http");
  const transport = oneOf(TRANSPORTS, given, "--transport");
  if (url !== undefined && transport === "stdio") throw usage("--url needs --transport http");
  const action = write ? "write" : undo ? "undo" : "show";
  return { scope, transport, url, action, isForced: force };
}

/** Why the client cannot do it, as a clause; null when it can. */
export function unsupported(
  client: KnownClient,
  scope: ConfigScope,
  transport: Transport,
): string | null {
  if (!scopesOf(client).includes(scope)) return `${client.name} has no scope ${scope}`;
  if (transport === "stdio" || client.shape.http) return null;
  const elsewhere =
    client.id === "claude-desktop"
      ? "; remote servers are added in its settings under Connectors"
      : "";
  return `${client.name} only starts servers itself${elsewhere}`;
}

export function scopesOf({ files }: Pick<KnownClient, "files">): readonly ConfigScope[] {
  return files.project === null ? ["user"] : CONFIG_SCOPES;
}

/** Clients read such settings from the user's files alone. */
function checkUsage(client: KnownClient, scope: ConfigScope): void {
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
  const sentence = problem.replace(/^the /, "The ");
  return new ConnectError(`${sentence}. Run \`trovella connect --help\` for usage.`, "usage");
}
