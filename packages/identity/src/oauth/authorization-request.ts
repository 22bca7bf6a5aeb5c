import type { OAuthClient } from "@trovella/db/identity";
import type { Scope } from "@trovella/foundation";
import { singleValues } from "../requests.ts";
import type { Settings } from "../settings.ts";
import type { Clients } from "./clients.ts";
import { matchesRedirectUri } from "./redirect-uris.ts";
import { readScopes } from "./scopes.ts";

export interface AuthorizationRequest {
  readonly clientId: string;
  readonly clientName: string;
  readonly redirectUri: string;
  readonly state: string | null;
  readonly scopes: readonly Scope[];
  readonly codeChallenge: string;
  readonly resource: string;
}

export type ReadRequest =
  /** Nobody to be sent back to: the person is told. */
  | { readonly outcome: "untrusted"; readonly message: string }
  /** The program is told, by way of the browser. */
  | { readonly outcome: "refused"; readonly location: string }
  | {
      readonly outcome: "valid";
      readonly request: AuthorizationRequest;
      readonly prompt: string | null;
    };

const MAX_STATE_LENGTH = 2_000;

/** What a program asks for; only after client and address are known to belong together is it answered there. */
export async function readAuthorizationRequest(
  settings: Settings,
  clients: Clients,
  query: URLSearchParams,
): Promise<ReadRequest> {
  const clientIds = query.getAll("client_id");
  const redirectUris = query.getAll("redirect_uri");
  const [clientId = ""] = clientIds;
  const [redirectUri = ""] = redirectUris;
  const client = clientIds.length === 1 ? await clients.find(clientId) : null;
  if (!client) {
    return untrusted(
      "The program that sent you here is not known to this server. Next: remove the server from the program and add it again.",
    );
  }
  if (redirectUris.length !== 1 || !matchesRedirectUri(client.redirectUris, redirectUri)) {
    return untrusted(
      "The program that sent you here wants to be answered at an address that it did not register. Next: remove the server from the program and add it again.",
    );
  }
  return readRest(settings, { client, redirectUri, query });
}

/** The address of the program with an answer; `iss` tells it who answers (RFC 9207). */
export function answerLocation(
  { origin }: Settings,
  { redirectUri, state }: { readonly redirectUri: string; readonly state: string | null },
  answer: Readonly<Record<string, string>>,
): string {
  const parameters = new URLSearchParams(answer);
  if (state !== null) parameters.set("state", state);
  parameters.set("iss", origin);
  return `${redirectUri}${redirectUri.includes("?") ? "&" : "?"}${parameters}`;
}

function readRest(
  settings: Settings,
  {
    client,
    redirectUri,
    query,
  }: {
    readonly client: OAuthClient;
    readonly redirectUri: string;
    readonly query: URLSearchParams;
  },
): ReadRequest {
  const resources = query.getAll("resource");
  const rest = new URLSearchParams([...query].filter(([name]) => name !== "resource"));
  const values = singleValues(rest);
  const states = query.getAll("state");
  const state = states.length === 1 ? (states[0] ?? null) : null;
  const refuse = (error: string, description: string): ReadRequest => ({
    outcome: "refused",
    location: answerLocation(
      settings,
      { redirectUri, state },
      { error, error_description: description },
    ),
  });

  if (!values) return refuse("invalid_request", "A parameter is given twice.");
  if ((state ?? "").length > MAX_STATE_LENGTH)
    return refuse("invalid_request", `state can have ${MAX_STATE_LENGTH} characters.`);
  if (values.has("request")) return refuse("request_not_supported", "request is not supported.");
  if (values.has("request_uri"))
    return refuse("request_uri_not_supported", "request_uri is not supported.");
  if (!values.has("response_type")) return refuse("invalid_request", "response_type is missing.");
  if (values.get("response_type") !== "code")
    return refuse("unsupported_response_type", "response_type must be code.");
  if ((values.get("response_mode") ?? "query") !== "query")
    return refuse("invalid_request", "response_mode must be query.");
  const codeChallenge = values.get("code_challenge") ?? "";
  if (values.get("code_challenge_method") !== "S256" || !/^[\w-]{43}$/.test(codeChallenge))
    return refuse("invalid_request", "PKCE is needed: a code_challenge with the method S256.");
  if (resources.some((resource) => !settings.resources.includes(resource)))
    return refuse("invalid_target", `resource must be ${settings.resource}.`);
  const scopes = readScopes(values.get("scope"));
  if (!scopes) return refuse("invalid_scope", "A scope is not known.");

  return {
    outcome: "valid",
    prompt: values.get("prompt") ?? null,
    request: {
      clientId: client.id,
      clientName: client.name,
      redirectUri,
      state,
      scopes,
      codeChallenge,
      resource: settings.resource,
    },
  };
}

function untrusted(message: string): ReadRequest {
  return { outcome: "untrusted", message };
}
