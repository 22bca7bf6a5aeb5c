import { DEFAULT_SCOPES, SCOPES, type Scope } from "@trovella/foundation";

/** Refresh tokens are always given, so asking for them changes nothing. */
const OFFLINE = "offline_access";

export const ANNOUNCED_SCOPES = [...SCOPES, OFFLINE];

export const SCOPE_MEANINGS: Readonly<Record<Scope, string>> = {
  read: "Read plans, findings and reports",
  write: "Create plans, work on steps and store findings",
  review: "Decide reviews in your name",
  admin: "Manage members and tokens in your name",
};

/** In a fixed order, each once; null when one is not known. */
export function readScopes(text: string | undefined): readonly Scope[] | null {
  const asked = namesIn(text);
  if (asked.size === 0) return DEFAULT_SCOPES;
  const known = SCOPES.filter((scope) => asked.has(scope));
  return known.length === asked.size ? known : null;
}

/** Whether all that is asked for was allowed. */
export function isWithin(text: string | undefined, allowed: readonly string[]): boolean {
  return [...namesIn(text)].every((name) => allowed.includes(name));
}

function namesIn(text: string | undefined): ReadonlySet<string> {
  return new Set((text ?? "").split(" ").filter((name) => name !== "" && name !== OFFLINE));
}
