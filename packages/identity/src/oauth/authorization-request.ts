import type { OAuthClient } from "@trovella/db/identity";
import { type Parameters, singleValues } from "../routes/read-form.ts";
import type { Settings } from "../settings.ts";
import { clientProblemPage, type ProblemPage } from "./client-problem.ts";
import type { Clients } from "./clients.ts";
import { matchesRedirectUri } from "./redirect-uris.ts";
import { type ClientScope, readScopes } from "./scopes.ts";

export interface AuthorizationRequest {
  readonly clientId: string;
  readonly clientName: string;
  readonly redirectUri: string;
  readonly state: string | null;
  readonly scopes: readonly ClientScope[];
  readonly codeChallenge: string;
  readonly resource: string;
}

/** An error response for a client. */
export interface AuthorizationRefusal {
  readonly clientId: string;
  readonly clientName: string;
  readonly redirectUri: string;
  readonly state: string | null;
  readonly error: string;
  readonly description: string;
}

export type ReadRequest =
  /** There is no URI that may be redirected to: the user sees the message. */
  | { readonly outcome: "untrusted"; readonly page: ProblemPage }
  /** The client gets the error by redirect, if the user has authorized it before. */
  | { readonly outcome: "refused"; readonly refusal: AuthorizationRefusal }
  | {
      readonly outcome: "valid";
      readonly request: AuthorizationRequest;
      readonly prompt: string | null;
    };

const MAX_STATE_LENGTH = 2_000;

/** Errors are meant for the client only after its redirect URI was found to be registered. */
export async function readAuthorizationRequest(
  settings: Settings,
  clients: Clients,
  { query, userId }: { readonly query: URLSearchParams; readonly userId: string },
): Promise<ReadRequest> {
  const clientIds = query.getAll("client_id");
  const redirectUris = query.getAll("redirect_uri");
  const [clientId = ""] = clientIds;
  const [redirectUri = ""] = redirectUris;
  const client = clientIds.length === 1 ? await clients.find(clientId, userId) : "unknown";
  if (typeof client === "string") return untrusted(clientProblemPage(client, clientId));
  if (redirectUris.length !== 1 || !matchesRedirectUri(client.redirectUris, redirectUri))
    return untrusted(clientProblemPage("redirect URI", clientId));
  return readParameters(settings, { client, redirectUri, query });
}

/** The client's redirect URI with a response; `iss` names this server (RFC 9207). */
export function responseUri(
  { origin }: Settings,
  { redirectUri, state }: { readonly redirectUri: string; readonly state: string | null },
  response: Readonly<Record<string, string>>,
): string {
  const parameters = new URLSearchParams(response);
  if (state !== null) parameters.set("state", state);
  parameters.set("iss", origin);
  return `${redirectUri}${redirectUri.includes("?") ? "&" : "?"}${parameters}`;
}

interface Given {
  readonly values: Parameters;
  readonly resources: readonly string[];
  readonly settings: Settings;
}

interface Check {
  readonly isWrong: (given: Given) => boolean;
  readonly error: string;
  readonly description: (settings: Settings) => string;
}

/** In this order; the first that applies is reported. */
const CHECKS: readonly Check[] = [
  {
    isWrong: ({ values }) => (values.get("state") ?? "").length > MAX_STATE_LENGTH,
    error: "invalid_request",
    description: () => `state can have ${MAX_STATE_LENGTH} characters.`,
  },
  {
    isWrong: ({ values }) => values.has("request"),
    error: "request_not_supported",
    description: () => "request is not supported.",
  },
  {
    isWrong: ({ values }) => values.has("request_uri"),
    error: "request_uri_not_supported",
    description: () => "request_uri is not supported.",
  },
  {
    isWrong: ({ values }) => !values.has("response_type"),
    error: "invalid_request",
    description: () => "response_type is missing.",
  },
  {
    isWrong: ({ values }) => values.get("response_type") !== "code",
    error: "unsupported_response_type",
    description: () => "response_type must be code.",
  },
  {
    isWrong: ({ values }) => (values.get("response_mode") ?? "query") !== "query",
    error: "invalid_request",
    description: () => "response_mode must be query.",
  },
  {
    isWrong: ({ values }) =>
      values.get("code_challenge_method") !== "S256" ||
      !/^[\w-]{43}$/.test(values.get("code_challenge") ?? ""),
    error: "invalid_request",
    description: () => "PKCE is needed: a code_challenge with the method S256.",
  },
  {
    isWrong: ({ resources, settings }) =>
      resources.some((resource) => !settings.resources.includes(resource)),
    error: "invalid_target",
    description: ({ resource }) => `resource must be ${resource}.`,
  },
  {
    isWrong: ({ values }) => readScopes(values.get("scope")) === null,
    error: "invalid_scope",
    description: () => "A scope is not known, or not granted to clients.",
  },
];

function readParameters(
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
  const states = query.getAll("state");
  const state = states.length === 1 ? (states[0] ?? null) : null;
  const refuse = (error: string, description: string): ReadRequest => {
    const target = { clientId: client.id, clientName: client.name, redirectUri, state };
    return { outcome: "refused", refusal: { ...target, error, description } };
  };

  // `resource` is the one parameter that may be repeated (RFC 8707).
  const single = new URLSearchParams([...query].filter(([name]) => name !== "resource"));
  const values = singleValues(single);
  if (!values) return refuse("invalid_request", "A parameter is given twice.");
  const given = { values, resources: query.getAll("resource"), settings };
  const failed = CHECKS.find(({ isWrong }) => isWrong(given));
  if (failed) return refuse(failed.error, failed.description(settings));

  return {
    outcome: "valid",
    prompt: values.get("prompt") ?? null,
    request: {
      clientId: client.id,
      clientName: client.name,
      redirectUri,
      state,
      scopes: readScopes(values.get("scope")) ?? [],
      codeChallenge: values.get("code_challenge") ?? "",
      resource: settings.resource,
    },
  };
}

function untrusted(page: ProblemPage): ReadRequest {
  return { outcome: "untrusted", page };
}
