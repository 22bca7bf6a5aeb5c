import { requireLock } from "@trovella/db/plans";
import { type ArtifactInput, type StoredArtifactSource, storeArtifacts } from "@trovella/research";
import type { CallContext } from "./call-context.ts";

interface StoredFindings {
  readonly reply: { artifacts?: string[]; sources?: StoredArtifactSource[] };
  /** All sources, in the order given. */
  readonly sources: readonly { readonly id: string; readonly ref: string }[];
}

/** Stores findings in the transaction of the step's result; absent from the reply when there are none. */
export async function storeFindings(
  { context, caller, capture, now }: CallContext,
  findings: readonly ArtifactInput[],
  step: { readonly planId: string; readonly stepId: string },
): Promise<StoredFindings> {
  if (findings.length === 0) return { reply: {}, sources: [] };
  requireLock(context);
  const isCapturing = capture !== null;
  const scope = { ...step, userId: caller.userId, now, isCapturing, field: "findings" };
  const stored = await storeArtifacts(context, findings, scope);
  const sources = stored.flatMap((artifact) => artifact.sources);
  return {
    reply: {
      artifacts: stored.map(({ handle }) => handle),
      ...(sources.length > 0 ? { sources: onceEach(sources) } : {}),
    },
    sources: stored.flatMap(({ sourceIds, refs }) =>
      sourceIds.map((id, index) => ({ id, ref: refs[index] ?? id })),
    ),
  };
}

/** The first mention of each, which says whether the source is new. */
function onceEach(sources: readonly StoredArtifactSource[]): StoredArtifactSource[] {
  return sources.filter(
    ({ ref }, index) => sources.findIndex((other) => other.ref === ref) === index,
  );
}
