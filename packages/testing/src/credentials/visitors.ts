import type { Permission } from "@trovella/foundation";
import { refusalsAt } from "../../../../apps/server/src/http/authentication/authentication-refusal.ts";
import type { Visitor } from "../../../../apps/server/src/http/authentication/authenticator.ts";
import { localCaller } from "../../../../apps/server/src/services/local-caller.ts";

/** For whoever asks who sends a request: nobody who is known. */
export function nobody(): never {
  throw refusalsAt("https://research.example", "/mcp").signInFirst();
}

/** The local user, with all permissions or with these alone. */
export function visitorWith(permissions?: readonly Permission[]): Visitor {
  const caller = { ...localCaller(null), browserSessionId: null };
  return permissions ? { ...caller, permissions: new Set(permissions) } : caller;
}
