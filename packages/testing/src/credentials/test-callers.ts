import type { Permission } from "@trovella/foundation";
import type { Caller } from "@trovella/research";
import { challengesAt } from "../../../../apps/server/src/http/authentication/authentication-refusal.ts";
import { localCaller } from "../../../../apps/server/src/services/local-caller.ts";

/** A `callerOf` that refuses every request as unauthenticated. */
export function unauthenticated(): never {
  throw challengesAt("https://research.example", "/mcp").signInFirst();
}

/** The local user, with all permissions or with these alone. */
export function callerWith(permissions?: readonly Permission[]): Caller {
  const caller = { ...localCaller(null), browserSessionId: null };
  return permissions ? { ...caller, permissions: new Set(permissions) } : caller;
}
