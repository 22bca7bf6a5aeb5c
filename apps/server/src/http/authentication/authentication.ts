import { MAX_BATCH } from "@trovella/api";
import type { Database } from "@trovella/db";
import { recordSecurityEvent, TokenUses, TokenVerifier } from "@trovella/db/identity";
import type { Identity } from "@trovella/identity";
import { type Authorized, HttpRefusal, type McpHttpOptions, REFUSED } from "@trovella/mcp";
import type { Caller } from "@trovella/research";
import type { Logger } from "pino";
import { logProblem } from "../../logger.ts";
import { localCaller } from "../../services/local-caller.ts";
import type { ReviewLock } from "../../services/review-lock.ts";
import { isOwnPage } from "../policy/same-origin.ts";
import { AuthenticationRefusal } from "./authentication-refusal.ts";
import { type Authenticated, Authenticator, type AuthenticatorOptions } from "./authenticator.ts";
import type { ConsoleCookie } from "./console-cookie.ts";

/** Resolves the caller of a request; every HTTP edge uses it. */
export interface Authentication {
  /** For MCP requests. */
  readonly authorize: McpHttpOptions["authorize"];
  /** For the console and the HTTP API. */
  callerOf(request: Request): Caller | Promise<Caller>;
  /** For files that tools link to, where also the access tokens of OAuth clients count. */
  downloaderOf(request: Request): Caller | Promise<Caller>;
  /** Re-checks that the credential still resolves to the same user and organization. */
  isStillAuthorized(request: Request, caller: Caller): Promise<boolean>;
  /** Flushes pending writes; to be called before the database closes. */
  close(): Promise<void>;
}

interface LocalOptions {
  readonly cookie: ConsoleCookie;
  readonly lock: Pick<ReviewLock, "isOpenFor">;
  readonly publicOrigin: string | null;
}

/** Local mode has no sign-in: every request is the local user's. The console's page alone counts as a person. */
export function localAuthentication({ cookie, lock, publicOrigin }: LocalOptions): Authentication {
  const caller = localCaller(null);
  return {
    authorize({ headers }) {
      const clientName = headers["user-agent"] ?? null;
      return {
        token: "",
        clientId: "local",
        scopes: [],
        extra: { caller: { ...caller, clientName } },
      };
    },
    async callerOf(request) {
      const sessionId = isOwnPage(request, publicOrigin) ? cookie.sessionIdOf(request) : null;
      if (sessionId === null) return { ...caller, clientName: request.headers.get("user-agent") };
      const isPerson = await lock.isOpenFor(sessionId);
      return { ...caller, browserSessionId: sessionId, isPerson };
    },
    downloaderOf: () => caller,
    isStillAuthorized: () => Promise.resolve(true),
    close: () => Promise.resolve(),
  };
}

interface TeamOptions {
  readonly publicUrl: string;
  readonly database: Database;
  readonly identity: Pick<Identity, "sessionCookies" | "sessionOf" | "grantOf">;
  readonly limits: AuthenticatorOptions["limits"];
  readonly logger: Logger;
}

/** Team mode takes personal access tokens, OAuth access tokens and session cookies. */
export function teamAuthentication({
  publicUrl,
  database,
  identity,
  limits,
  logger,
}: TeamOptions): Authentication {
  const uses = new TokenUses(
    database,
    logProblem(logger, "the last use of tokens could not be recorded"),
  );
  const tokens = new TokenVerifier(database, {
    now: () => new Date(),
    onUse: uses.note.bind(uses),
    onExpired: ({ organizationId, tokenId, userEmail }) =>
      void recordSecurityEvent(database, {
        kind: "token_refused",
        organizationId,
        subject: { kind: "token", id: tokenId, label: userEmail },
      }),
  });
  const onRefusal = (kind: "token_refused" | "credential_refused") =>
    void recordSecurityEvent(database, { kind, organizationId: null });
  const authenticator = new Authenticator({ publicUrl, identity, tokens, limits, onRefusal });
  return {
    authorize: (message) =>
      authenticator
        .authenticateMessage(message, {
          permission: "read",
          calls: callsFor(Number(message.headers["content-length"] ?? 0)),
        })
        .then((authenticated) => {
          const isStillAuthorized = () =>
            authenticator.isMessageStillAuthorized(message, authenticated.caller);
          return { ...authorized(authenticated), isStillAuthorized };
        }, refuse),
    async callerOf(request) {
      const calls = callsIn(request);
      return (await authenticator.authenticateRequest(request, { calls })).caller;
    },
    async downloaderOf(request) {
      return (await authenticator.authenticateRequest(request, { acceptsOAuth: true })).caller;
    },
    isStillAuthorized: (request, caller) => authenticator.isStillAuthorized(request, caller),
    close: () => uses.flush(),
  };
}

/** Leaves out the token itself, which no handler needs. */
function authorized(authenticated: Authenticated): Authorized {
  const { caller, clientId, scopes, scopeChallenge, countCalls } = authenticated;
  return {
    token: "",
    clientId,
    scopes: [...scopes],
    extra: { caller },
    scopeChallenge(permission) {
      const challenge = scopeChallenge(permission);
      return challenge && toHttpRefusal(challenge);
    },
    countBody: (bytes) => countCalls(callsFor(bytes) - 1).catch(refuse),
  };
}

function refuse(error: unknown): never {
  throw error instanceof AuthenticationRefusal ? toHttpRefusal(error) : error;
}

function toHttpRefusal({ status, message, headers }: AuthenticationRefusal): HttpRefusal {
  return new HttpRefusal({ status, code: REFUSED, message, headers });
}

/** A large request takes as much work as several small ones, and counts like them. */
const BYTES_PER_CALL = 32 * 1024;
/** More than the largest body that is read. */
const MAX_CALLS_OF_BODY = 257;
/** The largest body of the console's API, which one of unknown size counts as. */
export const MAX_API_BODY_BYTES = 1024 * 1024;

function callsFor(bodyBytes: number): number {
  return Math.min(1 + Math.floor(bodyBytes / BYTES_PER_CALL), MAX_CALLS_OF_BODY);
}

/** tRPC batches several calls into one request, their names joined by commas, which it splits after decoding the path. */
function callsIn({ url, headers }: Request): number {
  const { pathname } = new URL(url);
  const { length } = decoded(pathname).split(",");
  if (length > MAX_BATCH) {
    throw invalidPath(`The request has ${length} calls. Next: send at most ${MAX_BATCH} in one.`);
  }
  const bodyBytes = headers.has("transfer-encoding")
    ? MAX_API_BODY_BYTES
    : Number(headers.get("content-length") ?? 0);
  return Math.max(length, callsFor(bodyBytes));
}

function decoded(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    throw invalidPath("The path cannot be decoded. Next: correct its percent-encoding.");
  }
}

function invalidPath(message: string): AuthenticationRefusal {
  return new AuthenticationRefusal({ status: 400, error: "INVALID_INPUT", message });
}
