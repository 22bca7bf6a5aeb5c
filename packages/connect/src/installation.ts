import type { ClientDefinition } from "./clients.ts";
import { ConnectError } from "./connect-error.ts";
import type { ConnectRequest } from "./connect-request.ts";
import type { ServerEndpoint } from "./entry.ts";

export interface ServerChoice {
  readonly server: ServerEndpoint;
  /** A variable that is not written into the entry because its value is a secret. */
  readonly withheldVariable: string | null;
}

/** The Trovella installed here. Its methods read the configuration, which `--undo` must not depend on. */
export interface Installation {
  readonly version: string;
  /** This installation, started by the client on the configured database. */
  stdioServer(): ServerChoice;
  /** MCP endpoint of the server that `trovella serve` starts here. */
  httpUrl(): string;
}

/** The server a request asks for, refused if the client would misread its entry. */
export function chooseServer(request: ConnectRequest, installation: Installation): ServerChoice {
  const { client, transport, url } = request;
  const choice =
    transport === "stdio" ? installation.stdioServer() : runningServer(installation, url);
  refuseVariables(client, choice.server);
  return choice;
}

function runningServer(installation: Installation, url: string | undefined): ServerChoice {
  const endpoint = url === undefined ? installation.httpUrl() : checkUrl(url);
  return { server: { transport: "http", url: endpoint }, withheldVariable: null };
}

/** Some clients would expand `$NAME` in a value. */
function refuseVariables(client: ClientDefinition, server: ServerEndpoint): void {
  const value = expandedValue(client, server);
  if (value === undefined) return;
  throw new ConnectError(
    `${client.name} would take the $ in ${value} for a variable. Next: use a path without a $, then run this again.`,
  );
}

/** A value in which the client would expand a variable, if there is one. */
export function expandedValue(
  client: ClientDefinition,
  server: ServerEndpoint,
): string | undefined {
  if (!client.isExpandingVariables) return undefined;
  const values =
    server.transport === "http"
      ? [server.url]
      : [server.command, ...server.args, ...Object.values(server.env)];
  return values.find((value) => /\$[A-Za-z_{]/.test(value));
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
