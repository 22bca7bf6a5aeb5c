import { DEFAULT_SCOPES, SCOPES, type Scope } from "@trovella/foundation";

interface RefusalDetails {
  readonly status: 400 | 401 | 403 | 429;
  /** As in the body of the reply. */
  readonly error:
    | "INVALID_INPUT"
    | "UNAUTHENTICATED"
    | "FORBIDDEN"
    | "NO_ORGANIZATION"
    | "RATE_LIMITED";
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A request whose sender is not known, or may not do this; each edge turns it into its own kind of reply. */
export class AuthenticationRefusal extends Error {
  override readonly name = "AuthenticationRefusal";
  readonly status: RefusalDetails["status"];
  readonly error: RefusalDetails["error"];
  readonly headers: Readonly<Record<string, string>>;

  constructor({ status, error, message, headers = {} }: RefusalDetails) {
    super(message);
    this.status = status;
    this.error = error;
    this.headers = headers;
  }
}

export type Refusals = ReturnType<typeof refusalsAt>;

/**
 * The refusals of a server at this address, whose challenges tell clients where to sign in. Clients compare the address
 * they called with the one that is described there, so each path has a description of its own.
 */
export function refusalsAt(publicUrl: string, mcpPath: string) {
  const origin = new URL(publicUrl).origin;
  const metadata = `${origin}/.well-known/oauth-protected-resource${mcpPath}`;
  const challenge = (error: string | null, scopes: readonly Scope[]) => {
    const rest = `resource_metadata="${metadata}", scope="${scopes.join(" ")}"`;
    return { "WWW-Authenticate": `Bearer ${error ? `error="${error}", ` : ""}${rest}` };
  };

  return {
    /** Nobody said who they are, so there is nothing wrong either. */
    signInFirst: () =>
      new AuthenticationRefusal({
        status: 401,
        error: "UNAUTHENTICATED",
        message: "Sign in first. Next: send a token as Authorization: Bearer, or sign in.",
        headers: challenge(null, DEFAULT_SCOPES),
      }),

    /** Unknown, expired, revoked or meant for another server: which of them is nobody's business. */
    invalidToken: () =>
      new AuthenticationRefusal({
        status: 401,
        error: "UNAUTHENTICATED",
        message: "This token is not valid here, or no longer. Next: get a new one.",
        headers: challenge("invalid_token", DEFAULT_SCOPES),
      }),

    unclear: (problem: string) =>
      new AuthenticationRefusal({
        status: 400,
        error: "INVALID_INPUT",
        message: `${problem} Next: send one token, as Authorization: Bearer, and nothing else.`,
        headers: challenge("invalid_request", DEFAULT_SCOPES),
      }),

    /** All scopes that the next token needs, those it had among them. */
    insufficientScope: (held: readonly Scope[], needed: readonly Scope[]) => {
      const wanted = SCOPES.filter((scope) => held.includes(scope) || needed.includes(scope));
      return new AuthenticationRefusal({
        status: 403,
        error: "FORBIDDEN",
        message: `This token is not for that. Next: get one with the scopes ${wanted.join(", ")}.`,
        headers: challenge("insufficient_scope", wanted),
      });
    },
  };
}

/** No other token would help, so none is asked for. */
export function forbidden(message: string): AuthenticationRefusal {
  return new AuthenticationRefusal({ status: 403, error: "FORBIDDEN", message });
}

/** Somebody is signed in, but nowhere; the console leads to where they choose. */
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
    message: `Too many requests. Next: wait for ${retryAfterSeconds} s, then go on more slowly.`,
    headers: { "Retry-After": String(retryAfterSeconds) },
  });
}
