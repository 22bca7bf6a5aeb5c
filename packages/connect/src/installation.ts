import type { ClientDefinition } from "./client-definition.ts";
import { ConnectError } from "./connect-error.ts";
import type { ConnectRequest } from "./connect-request.ts";
import type { ServerEndpoint } from "./entry.ts";

export interface ServerChoice {
  readonly server: ServerEndpoint;
  /** A variable that is not written into the entry because its value is a secret. */
  readonly withheldVariable: string | null;
  /** Settings besides the database, for clients that do not pass on the variables of the shell. */
  readonly settings?: CarriedSettings;
}

export interface CarriedSettings {
  readonly values: Readonly<Record<string, string>>;
  /** Names of settings that are not written because one of them is a secret. */
  readonly withheld: readonly string[];
}

/** The Trovella installed here. Its methods read the configuration, which `--undo` must not depend on. */
export interface Installation {
  readonly version: string;
  /** How its command is called in a terminal. */
  readonly command: "trovella" | "npx trovella";
  /** This installation, started by the client on the configured database. */
  stdioServer(): ServerChoice;
  /** MCP endpoint of the server that `trovella serve` starts here. */
  httpUrl(): string;
}

/** The server a request asks for, refused if the client would misread its entry. */
export function chooseServer(request: ConnectRequest, installation: Installation): ServerChoice {
  const { client, transport, url } = request;
  const choice =
    transport === "stdio"
      ? choiceFor(client, installation.stdioServer())
      : runningServer(installation, url);
  refuseVariables(client, choice.server);
  return choice;
}

/** With the settings in the entry, if the server would not get them from the client. */
export function choiceFor(client: ClientDefinition, choice: ServerChoice): ServerChoice {
  const { server, settings } = choice;
  if (client.isPassingEnvironment || !settings || server.transport !== "stdio") {
    return { server, withheldVariable: choice.withheldVariable };
  }
  return { ...choice, server: { ...server, env: { ...server.env, ...settings.values } } };
}

function runningServer(installation: Installation, url: string | undefined): ServerChoice {
  const endpoint = url === undefined ? installation.httpUrl() : checkUrl(url);
  return { server: { transport: "http", url: endpoint }, withheldVariable: null };
}

/** Some clients would replace a part of a value. */
function refuseVariables(client: ClientDefinition, server: ServerEndpoint): void {
  const value = expandedValue(client, server);
  if (value === undefined) return;
  const [part = "$"] = client.expands?.exec(value) ?? [];
  throw new ConnectError(
    `${client.name} would take ${part} in ${value} for a variable. Next: use a path without it, then run this again.`,
  );
}

/** A value in which the client would expand a variable, if there is one. */
export function expandedValue(
  client: ClientDefinition,
  server: ServerEndpoint,
): string | undefined {
  const { expands } = client;
  if (!expands) return undefined;
  const values =
    server.transport === "http"
      ? [server.url]
      : [server.command, ...server.args, ...Object.values(server.env)];
  return values.find((value) => expands.test(value));
}

function checkUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new ConnectError(
      "--url must be a URL that begins with http:// or https://, such as http://127.0.0.1:4737/mcp.",
      "usage",
    );
  }
  if (url.username || url.password || url.search || url.hash) {
    throw new ConnectError(
      "--url must not contain a user, password or query: it is written to a file. Next: give the bare URL; the client signs in by itself.",
      "usage",
    );
  }
  return url.href;
}
