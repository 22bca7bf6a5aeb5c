import type { IncomingMessage } from "node:http";
import {
  identifyRequest,
  RATE_RULES,
  type RateLimitResult,
  type RateRule,
} from "@trovella/db/identity";
import {
  MCP_PATHS,
  type Permission,
  permissionsOf,
  type Scope,
  scopesThatHelp,
} from "@trovella/foundation";
import type { Caller } from "@trovella/research";
import {
  AuthenticationRefusal,
  type Challenges,
  challengesAt,
  forbidden,
  tooManyRequests,
  wrongAudience,
} from "./authentication-refusal.ts";
import { bearerOf, credentialsOfMessage, credentialsOfRequest, hasCookie } from "./credentials.ts";
import {
  callerOf,
  type Principal,
  principalOfBearer,
  principalOfSession,
  type Verifiers,
} from "./principal.ts";

export interface AuthenticatorOptions extends Verifiers {
  readonly publicUrl: string;
  readonly limits: {
    limit(rule: RateRule, key: string, weight?: number): Promise<RateLimitResult>;
  };
  /** Notified of every credential that is not accepted. */
  readonly onRefusal?: (event: NonNullable<AuthenticationRefusal["event"]>) => void;
}

export interface Authenticated {
  readonly caller: Caller;
  readonly clientId: string;
  readonly scopes: readonly Scope[];
  /** The refusal to send when a token with more scopes would grant this permission; null when none would. */
  scopeChallenge(permission: Permission): AuthenticationRefusal | null;
  /** Counts further calls towards the rate limits; throws when there are too many. */
  countCalls(calls: number): Promise<void>;
}

interface Requirements {
  readonly permission?: Permission;
  /** The number of calls in the request, for the rate limits. */
  readonly calls?: number;
}

interface RequestRequirements extends Requirements {
  /** Whether access tokens of OAuth clients count; the routes that tools link to accept them. */
  readonly acceptsOAuth?: boolean;
}

const [MCP_PATH, MCP_ALIAS] = MCP_PATHS;
const ROLE_TOO_LOW = "Your role does not allow this. Next: ask an administrator.";

/** Resolves the caller of a request in team mode, or throws an AuthenticationRefusal. */
export class Authenticator {
  readonly #options: AuthenticatorOptions & { readonly publicOrigin: string };
  readonly #challenges: Challenges;
  readonly #aliasChallenges: Challenges;

  constructor(options: AuthenticatorOptions) {
    const { origin } = new URL(options.publicUrl);
    this.#options = { ...options, publicOrigin: origin };
    this.#challenges = challengesAt(origin, MCP_PATH);
    this.#aliasChallenges = challengesAt(origin, MCP_ALIAS);
  }

  /** For MCP: bearer tokens only, since browsers attach cookies to requests of any page. */
  async authenticateMessage(
    message: IncomingMessage,
    requirements: Requirements = {},
  ): Promise<Authenticated> {
    const challenges = this.#challengesOf(message);
    return this.#reportRefusal(async () => {
      const principal = await this.#principalOfMessage(message, challenges);
      return this.#authorize(principal, requirements, challenges);
    });
  }

  /** Whether the bearer token of a call that waits still resolves to the same caller with all of its permissions. */
  isMessageStillAuthorized(
    message: IncomingMessage,
    { userId, tenant, permissions }: Caller,
  ): Promise<boolean> {
    return isAccepted(async () => {
      const principal = await this.#principalOfMessage(message, this.#challengesOf(message));
      const held = permissionsOf(principal.role, principal.scopes);
      return (
        principal.userId === userId &&
        principal.organizationId === tenant.organizationId &&
        [...permissions].every((permission) => held.has(permission))
      );
    });
  }

  /** For the console and the HTTP API: a personal access token or a session cookie. */
  async authenticateRequest(
    request: Request,
    { acceptsOAuth = false, ...requirements }: RequestRequirements = {},
  ): Promise<Authenticated> {
    return this.#reportRefusal(async () => {
      const principal = await this.#principalOf(request);
      if (principal.credential.kind === "oauth" && !acceptsOAuth) throw wrongAudience();
      return this.#authorize(principal, requirements, this.#challenges);
    });
  }

  /** Whether the credential still resolves to the same user and organization; it counts towards no rate limit. */
  isStillAuthorized(request: Request, { userId, tenant }: Caller): Promise<boolean> {
    return isAccepted(async () => {
      const principal = await this.#principalOf(request);
      const isSame =
        principal.credential.kind !== "oauth" &&
        principal.userId === userId &&
        principal.organizationId === tenant.organizationId;
      return isSame && permissionsOf(principal.role, principal.scopes).has("read");
    });
  }

  #challengesOf(message: IncomingMessage): Challenges {
    return message.url?.startsWith(MCP_ALIAS) ? this.#aliasChallenges : this.#challenges;
  }

  #principalOfMessage(message: IncomingMessage, challenges: Challenges): Promise<Principal> {
    const { sessionCookies } = this.#options.identity;
    const bearer = bearerOf(credentialsOfMessage(message), sessionCookies, challenges);
    if (bearer === null) throw challenges.signInFirst();
    const userAgent = message.headers["user-agent"] ?? null;
    return principalOfBearer({ bearer, userAgent }, this.#options, challenges);
  }

  async #reportRefusal<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof AuthenticationRefusal && error.event) {
        this.#options.onRefusal?.(error.event);
      }
      throw error;
    }
  }

  async #principalOf(request: Request): Promise<Principal> {
    const { sessionCookies } = this.#options.identity;
    const credentials = credentialsOfRequest(request);
    const bearer = bearerOf(credentials, sessionCookies, this.#challenges);
    if (bearer !== null) {
      const userAgent = request.headers.get("user-agent");
      return principalOfBearer({ bearer, userAgent }, this.#options, this.#challenges);
    }
    if (!hasCookie(credentials, sessionCookies)) throw this.#challenges.signInFirst();
    return principalOfSession(request, this.#options, this.#challenges);
  }

  async #authorize(
    principal: Principal,
    { permission, calls = 1 }: Requirements,
    challenges: Challenges,
  ): Promise<Authenticated> {
    const { userId, userName, credential } = principal;
    identifyRequest({ credential, actor: { userId, name: userName } });
    await this.#limitRate(principal, calls);
    const { role, scopes, clientId, browserSessionId } = principal;
    const permissions = permissionsOf(role, scopes);
    const scopeChallenge = (wanted: Permission) => {
      if (permissions.has(wanted) || browserSessionId !== null) return null;
      const helpful = scopesThatHelp(role, wanted);
      return helpful.length > 0 ? challenges.insufficientScope(scopes, helpful) : null;
    };
    if (permission && !permissions.has(permission)) {
      throw scopeChallenge(permission) ?? forbidden(ROLE_TOO_LOW);
    }
    const countCalls = (more: number) => this.#limitRate(principal, more);
    return {
      caller: callerOf(principal, permissions),
      clientId,
      scopes,
      scopeChallenge,
      countCalls,
    };
  }

  async #limitRate({ organizationId, userId, clientId }: Principal, calls: number): Promise<void> {
    const { limits } = this.#options;
    const results = await Promise.all([
      limits.limit(RATE_RULES.token, JSON.stringify([clientId, userId, organizationId]), calls),
      limits.limit(RATE_RULES.organization, organizationId, calls),
    ]);
    if (results.every(({ ok }) => ok)) return;
    const waits = results.map((result) => (result.ok ? 0 : result.retryAfterSeconds));
    throw tooManyRequests(Math.max(...waits));
  }
}

/** False when the credential is refused; other errors are passed on. */
async function isAccepted(check: () => Promise<boolean>): Promise<boolean> {
  try {
    return await check();
  } catch (error) {
    if (error instanceof AuthenticationRefusal) return false;
    throw error;
  }
}
