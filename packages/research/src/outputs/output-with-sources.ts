import type { TenantContext } from "@trovella/db";
import type { WholeClaim } from "@trovella/db/evidence";
import {
  findOutput,
  type RegisteredSource,
  readOutputSources,
  resolveItemId,
  type StoredOutput,
} from "@trovella/db/memory";
import { citedClaims, citedRefs, MAX_SOURCES } from "@trovella/deliverables";
import { readCitedClaims } from "../claims/document-evidence.ts";
import { isStoredId } from "../text/stored-id.ts";

export interface OutputWithSources {
  readonly output: StoredOutput;
  /** The claims that it cites, or all of the plan. */
  readonly claims: readonly WholeClaim[];
  /** Those it cites, and on demand the others of its plan. */
  readonly sources: readonly RegisteredSource[];
}

/** By id or by a handle such as `p-k7q2x9/o2`; null when the caller's organization has no such output. */
export async function readOutputWithSources(
  context: TenantContext,
  given: string,
  { withFurther = false } = {},
): Promise<OutputWithSources | null> {
  const outputId = await resolveItemId(context, undefined, given);
  const output = isStoredId(outputId) ? await findOutput(context, outputId) : null;
  if (!output) return null;
  const claims = await readCitedClaims(context, output.planId, citedClaims(output.content));
  const used = claims.flatMap(({ evidence }) => evidence.flatMap(({ source }) => source ?? []));
  const named = new Set([...citedRefs(output.content), ...used.map(String)]);
  const refs = [...named].slice(0, MAX_SOURCES);
  const sources = await readOutputSources(context, {
    planId: output.planId,
    refs,
    further: withFurther ? MAX_SOURCES - refs.length : 0,
  });
  return { output, claims, sources };
}
