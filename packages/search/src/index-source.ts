import type { TenantContext } from "@trovella/db";
import {
  artifactText,
  chunkText,
  extractionText,
  outputText,
  removeIndexRows,
  type SearchedText,
  type SourceKey,
  saveIndexRows,
} from "@trovella/db/search";

// To be called in the transaction that stores, changes or deletes the source, as late as possible in
// it: from here on nobody else of the organization can index until the transaction ends.

/** Makes a source found by its words from the commit on; its vectors follow. */
export function indexSource(context: TenantContext, source: SearchedText): Promise<void> {
  return saveIndexRows(context, source, chunkText(source));
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

/** To be called when a source is deleted: nothing of its text stays in the index. */
export function removeSource(context: TenantContext, source: SourceKey): Promise<void> {
  return removeIndexRows(context, source);
}
