import { requireLock } from "@trovella/db/plans";
import { type ArtifactInput, type StoredArtifactSource, storeArtifacts } from "@trovella/research";
import type { CallContext } from "./call-context.ts";

/** Stores findings in the transaction of the step's result; absent from the reply when there are none. */
export async function storeFindings(
  { context, caller, now }: CallContext,
  findings: readonly ArtifactInput[],
  step: { readonly planId: string; readonly stepId: string },
): Promise<{ artifacts?: string[]; sources?: StoredArtifactSource[] }> {
  if (findings.length === 0) return {};
  requireLock(context);
  const scope = { ...step, userId: caller.userId, now, field: "findings" };
  const stored = await storeArtifacts(context, findings, scope);
  const sources = stored.flatMap((artifact) => artifact.sources);
  return {
    artifacts: stored.map(({ handle }) => handle),
    ...(sources.length > 0 ? { sources: onceEach(sources) } : {}),
  };
}

/** The first mention of each, which says whether the source is new. */
function onceEach(sources: readonly StoredArtifactSource[]): StoredArtifactSource[] {
  return sources.filter(
    ({ ref }, index) => sources.findIndex((other) => other.ref === ref) === index,
  );
}
