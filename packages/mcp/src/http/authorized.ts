import type { AuthInfo } from "@modelcontextprotocol/server";
import type { Permission } from "@trovella/foundation";
import type { Caller } from "@trovella/research";
import type { HttpRefusal } from "./http-refusal.ts";

/** The authenticated caller; handlers read it from `context.http.authInfo`. */
export interface Authorized extends AuthInfo {
  readonly extra?: { readonly caller: Caller };
  /** The protocol revision in the header of the request; undefined when it names none. */
  readonly revision?: string | undefined;
  /** The refusal to send when a token with more scopes would grant this permission; null when none would. */
  readonly scopeChallenge?: (permission: Permission) => HttpRefusal | null;
  /** Re-checks the credential, for calls and subscriptions that outlive the authentication of their request. */
  readonly isStillAuthorized?: () => Promise<boolean>;
  /** Counts a body whose size was not declared towards the rate limits; throws HttpRefusal. */
  readonly countBody?: (bytes: number) => Promise<void>;
}
