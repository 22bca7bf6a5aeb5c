import type { TenantContext } from "@trovella/db";
import { adoptSources } from "@trovella/db/memory";
import { citedRefs } from "@trovella/deliverables";

/** Sources of other plans that the text cites get numbers of this plan; to be called when it is stored. */
export function adoptCitedSources(
  context: TenantContext,
  {
    planId,
    content,
    now,
  }: { readonly planId: string; readonly content: string; readonly now: Date },
): Promise<void> {
  return adoptSources(context, { planId, refs: citedRefs(content), now });
}
