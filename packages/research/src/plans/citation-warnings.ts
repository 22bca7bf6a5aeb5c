import type { TenantContext } from "@trovella/db";
import { unknownCitations } from "@trovella/db/memory";
import { citedRefs } from "@trovella/deliverables";

const MAX_NAMED = 10;

/** Warns of citations in a step's result that name no source: an output could not resolve them. */
export async function citationWarnings(
  context: TenantContext,
  { planId, text }: { readonly planId: string; readonly text: string },
): Promise<string[]> {
  const unknown = await unknownCitations(context, planId, citedRefs(text));
  if (unknown.length === 0) return [];
  const named = unknown.slice(0, MAX_NAMED).map((ref) => `[src:${ref}]`);
  const more = unknown.length > named.length ? ` and ${unknown.length - named.length} more` : "";
  return [
    `result cites ${named.join(", ")}${more}, which this plan does not have. Store the source with store_research and cite the ref it replies with.`,
  ];
}
