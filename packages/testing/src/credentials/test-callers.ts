import type { Permission } from "@trovella/foundation";
import { challengesAt } from "../../../../apps/server/src/http/authentication/authentication-refusal.ts";
import type { HttpCaller } from "../../../../apps/server/src/http/authentication/principal.ts";
import { localCaller } from "../../../../apps/server/src/services/local-caller.ts";

/** A `callerOf` that refuses every request as unauthenticated. */
export function unauthenticated(): never {
  throw challengesAt("https://research.example", "/mcp").signInFirst();
}

/** The local user, with all permissions or with these alone. */
export function callerWith(permissions?: readonly Permission[]): HttpCaller {
  const caller = { ...localCaller(null), browserSessionId: null };
  return permissions ? { ...caller, permissions: new Set(permissions) } : caller;
}
