import { isPlanHandle } from "@trovella/db/plans";
import { isStoredId } from "@trovella/research";

export const PLAN_URI = "trovella://plans/";

/** The id or handle in the URI of a plan; null for any other URI. */
export function planNamedBy(uri: string): string | null {
  const given = uri.startsWith(PLAN_URI) ? uri.slice(PLAN_URI.length) : "";
  return isStoredId(given) || isPlanHandle(given) ? given : null;
}
