import type { TenantContext } from "@trovella/db";
import {
  artifactText,
  chunkText,
  claimText,
  extractionText,
  outputText,
  removeIndexRows,
  type SearchedText,
  type SourceKey,
  saveIndexRows,
} from "@trovella/db/search";

// Call these in the transaction that stores, changes or deletes the source, as late as possible: they
// hold a lock that blocks other indexing of the organization until the commit.

/** Makes a source searchable by keyword with the commit; vectors follow from the queue. */
export async function indexSource(context: TenantContext, source: SearchedText): Promise<void> {
  await saveIndexRows(context, [{ ...source, chunks: chunkText(source) }]);
}

/** Makes claims searchable after the statements that store them, in one round trip; returns the results of those. */
export function indexClaims(
  context: TenantContext,
  claims: readonly Parameters<typeof claimText>[0][],
  stored: Parameters<typeof saveIndexRows>[2],
): ReturnType<typeof saveIndexRows> {
  const sources = claims.map(claimText);
  return saveIndexRows(
    context,
    sources.map((source) => ({ ...source, chunks: chunkText(source) })),
    stored,
  );
}

export function indexArtifact(
  context: TenantContext,
  artifact: Parameters<typeof artifactText>[0],
): Promise<void> {
  return indexSource(context, artifactText(artifact));
}

export function indexOutput(
  context: TenantContext,
  output: Parameters<typeof outputText>[0],
): Promise<void> {
  return indexSource(context, outputText(output));
}

export function indexExtraction(
  context: TenantContext,
  extraction: Parameters<typeof extractionText>[0],
): Promise<void> {
  return indexSource(context, extractionText(extraction));
}

export function removeSource(context: TenantContext, source: SourceKey): Promise<void> {
  return removeIndexRows(context, source);
}
