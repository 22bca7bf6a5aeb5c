import { DEFAULT_SCOPES, SCOPES, type Scope } from "@trovella/foundation";

/** No client administers an organization: people do that in the console. */
export type ClientScope = Exclude<Scope, "admin">;

/** Accepted and ignored, since refresh tokens are always issued. */
const OFFLINE = "offline_access";

/** Some clients request everything that is announced, so `review` is left out: it is requested when it is needed. */
export const ANNOUNCED_SCOPES = [...DEFAULT_SCOPES, OFFLINE];

export const SCOPE_MEANINGS: Readonly<Record<ClientScope, string>> = {
  read: "Read plans, findings and reports",
  write: "Create plans, work on steps and store findings",
  review: "Decide reviews in your name",
};

/** In a fixed order, each once, without `admin`; null when one is unknown or none is left. */
export function readScopes(text: string | undefined): readonly ClientScope[] | null {
  const requested = namesIn(text);
  if (requested.size === 0) return DEFAULT_SCOPES.filter(isClientScope);
  const known = SCOPES.filter((scope) => requested.has(scope));
  const granted = known.filter(isClientScope);
  return known.length === requested.size && granted.length > 0 ? granted : null;
}

/** Whether all requested scopes were granted. */
export function isWithin(text: string | undefined, granted: readonly string[]): boolean {
  return [...namesIn(text)].every((name) => granted.includes(name));
}

function isClientScope(scope: Scope): scope is ClientScope {
  return scope !== "admin";
}

function namesIn(text: string | undefined): ReadonlySet<string> {
  return new Set((text ?? "").split(" ").filter((name) => name !== "" && name !== OFFLINE));
}
