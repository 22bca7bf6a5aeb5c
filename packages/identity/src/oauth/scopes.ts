import { DEFAULT_SCOPES, SCOPES, type Scope } from "@trovella/foundation";

/** Accepted and ignored, since refresh tokens are always issued. */
const OFFLINE = "offline_access";

export const SUPPORTED_SCOPES = [...SCOPES, OFFLINE];

export const SCOPE_MEANINGS: Readonly<Record<Scope, string>> = {
  read: "Read plans, findings and reports",
  write: "Create plans, work on steps and store findings",
  review: "Decide reviews in your name",
  admin: "Manage members and tokens in your name",
};

/** In a fixed order, each once; null when one is unknown. */
export function readScopes(text: string | undefined): readonly Scope[] | null {
  const requested = namesIn(text);
  if (requested.size === 0) return DEFAULT_SCOPES;
  const known = SCOPES.filter((scope) => requested.has(scope));
  return known.length === requested.size ? known : null;
}

/** Whether all requested scopes were granted. */
export function isWithin(text: string | undefined, granted: readonly string[]): boolean {
  return [...namesIn(text)].every((name) => granted.includes(name));
}

function namesIn(text: string | undefined): ReadonlySet<string> {
  return new Set((text ?? "").split(" ").filter((name) => name !== "" && name !== OFFLINE));
}
