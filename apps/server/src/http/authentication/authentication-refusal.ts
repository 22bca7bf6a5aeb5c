import { DEFAULT_SCOPES, SCOPES, type Scope } from "@trovella/foundation";

interface RefusalDetails {
  readonly status: 400 | 401 | 403 | 429;
  /** The `error` in the body of the reply. */
  readonly error:
    | "INVALID_INPUT"
    | "UNAUTHENTICATED"
    | "FORBIDDEN"
    | "NO_ORGANIZATION"
    | "RATE_LIMITED";
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Recorded in the security log; a request without a credential, or with too little of one, is not. */
  readonly event?: "token_refused" | "credential_refused";
}

/** The caller is unknown or not permitted; each edge turns it into its own kind of reply. */
export class AuthenticationRefusal extends Error {
  override readonly name = "AuthenticationRefusal";
  readonly status: RefusalDetails["status"];
  readonly error: RefusalDetails["error"];
  readonly headers: Readonly<Record<string, string>>;
  readonly event: RefusalDetails["event"];

  constructor({ status, error, message, headers = {}, event }: RefusalDetails) {
    super(message);
    this.status = status;
    this.error = error;
    this.headers = headers;
    this.event = event;
  }
}

export type Challenges = ReturnType<typeof challengesAt>;

/**
 * Refusals with a WWW-Authenticate challenge (RFC 6750) that links to the protected resource metadata (RFC 9728). Clients
 * compare the URL they called with the one in the metadata, so each MCP path has metadata of its own.
 */
export function challengesAt(origin: string, mcpPath: string) {
  const metadata = `${origin}/.well-known/oauth-protected-resource${mcpPath}`;
  const challenge = (error: string | null, scopes: readonly Scope[]) => {
    const rest = `resource_metadata="${metadata}", scope="${scopes.join(" ")}"`;
    return { "WWW-Authenticate": `Bearer ${error ? `error="${error}", ` : ""}${rest}` };
  };

  return {
    /** Without a credential there is no error to name. */
    signInFirst: () =>
      new AuthenticationRefusal({
        status: 401,
        error: "UNAUTHENTICATED",
        message: "Sign in first. Next: send a token as Authorization: Bearer, or sign in.",
        headers: challenge(null, DEFAULT_SCOPES),
      }),

    /** Unknown, expired, revoked or of another server: the reply does not reveal which. */
    invalidToken: () =>
      new AuthenticationRefusal({
        status: 401,
        error: "UNAUTHENTICATED",
        message: "This token is not valid. Next: get a new one.",
        headers: challenge("invalid_token", DEFAULT_SCOPES),
        event: "token_refused",
      }),

    invalidRequest: (problem: string) =>
      new AuthenticationRefusal({
        status: 400,
        error: "INVALID_INPUT",
        message: `${problem} Next: send one token, as Authorization: Bearer, and nothing else.`,
        headers: challenge("invalid_request", DEFAULT_SCOPES),
        event: "credential_refused",
      }),

    /** Names all scopes that the next token needs, including those of this one. */
    insufficientScope: (held: readonly Scope[], needed: readonly Scope[]) => {
      const wanted = SCOPES.filter((scope) => held.includes(scope) || needed.includes(scope));
      return new AuthenticationRefusal({
        status: 403,
        error: "FORBIDDEN",
        message: `This token lacks a scope. Next: get one with the scopes ${wanted.join(", ")}.`,
        headers: challenge("insufficient_scope", wanted),
      });
    },
  };
}

/** Without a challenge: no other token would help. */
export function forbidden(message: string): AuthenticationRefusal {
  return new AuthenticationRefusal({ status: 403, error: "FORBIDDEN", message });
}

/** An OAuth access token is issued for the MCP endpoint: there the consent page says what it gives. */
export function wrongAudience(): AuthenticationRefusal {
  return forbidden(
    "This token of an OAuth client counts at the MCP endpoint only. Next: sign in with a browser, or use a personal access token.",
  );
}

/** The user is signed in but has no active organization; the console redirects to the choice. */
export function noOrganization(): AuthenticationRefusal {
  return new AuthenticationRefusal({
    status: 403,
    error: "NO_ORGANIZATION",
    message: "No organization is chosen. Next: choose one of yours, or create one.",
  });
}

export function tooManyRequests(retryAfterSeconds: number): AuthenticationRefusal {
  return new AuthenticationRefusal({
    status: 429,
    error: "RATE_LIMITED",
    message: `Too many requests. Next: wait for ${retryAfterSeconds} s, then slow down.`,
    headers: { "Retry-After": String(retryAfterSeconds) },
  });
}
