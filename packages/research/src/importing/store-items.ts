import type { TenantContext } from "@trovella/db";
import { findImported, lockImports, sourceKeys, storedImportPath } from "@trovella/db/memory";
import { loadPlanForShare } from "@trovella/db/plans";
import { type StoringScope, storeArtifacts } from "../memory/store-artifact.ts";
import { artifactsOf, hashOf, type ImportItem, sourceOf } from "./import-item.ts";

export interface StoringItems extends Pick<StoringScope, "userId" | "planId" | "now"> {
  readonly tags: readonly string[];
  readonly isDryRun: boolean;
}

/** By item in the order given. */
type ItemOutcome = "imported" | "updated" | "unchanged";

export interface StoredItems {
  readonly outcomes: readonly ItemOutcome[];
  readonly hashes: readonly string[];
}

/**
 * Stores what is not there yet, all in the caller's transaction: after a crash a batch is there or not, and the next import goes on.
 * A file that has changed becomes another artifact; the one before stays, since documents may rest on it.
 */
export async function storeItems(
  context: TenantContext,
  items: readonly ImportItem[],
  { tags, isDryRun, ...scope }: StoringItems,
): Promise<StoredItems> {
  await context.send([lockImports(context)]);
  if (scope.planId !== null) await loadPlanForShare(context, scope.planId);
  const hashes = await hashesOf(context, items);
  const paths = items.map(({ path }) => path);
  const known = await findImported(context, { planId: scope.planId, hashes, paths });
  const seen = new Set(known.hashes);
  const artifacts: ReturnType<typeof artifactsOf> = [];
  const outcomes = items.map((item, index): ItemOutcome => {
    const hash = hashes[index] ?? "";
    if (seen.has(hash)) return "unchanged";
    seen.add(hash);
    const earlier = known.artifactIds.get(storedImportPath(item.path));
    const origin = { path: item.path, hash };
    const summary = summaryOf(item.path, tags, earlier);
    artifacts.push(...artifactsOf(item, summary).map((artifact) => ({ ...artifact, origin })));
    return earlier === undefined ? "imported" : "updated";
  });
  if (!isDryRun) {
    // Pages of imported references are not fetched: nobody asked for thousands of requests.
    const storing = { ...scope, stepId: null, isCapturing: false, field: null };
    await storeArtifacts(context, artifacts, storing);
  }
  return { outcomes, hashes };
}

function summaryOf(path: string, tags: readonly string[], earlier: string | undefined): string {
  return [
    `Imported from ${storedImportPath(path)}.`,
    ...(earlier === undefined ? [] : [`It replaces ${earlier}.`]),
    ...(tags.length > 0 ? [`Tags: ${tags.join(", ")}.`] : []),
  ].join(" ");
}

async function hashesOf(context: TenantContext, items: readonly ImportItem[]): Promise<string[]> {
  const references = items.flatMap(({ identity }) =>
    "reference" in identity ? [identity.reference] : [],
  );
  const keys = await keysOf(context, references.map(sourceOf));
  return items.map(({ kind, identity }) => {
    if ("contentHash" in identity) return identity.contentHash;
    const { authors, publishedAt } = identity.reference;
    const key = keys.shift() ?? "";
    // A title alone may be that of another work.
    const isTitle = key.startsWith("text:");
    return hashOf(kind, isTitle ? JSON.stringify([key, authors, publishedAt]) : key);
  });
}

async function keysOf(
  context: TenantContext,
  sources: readonly ReturnType<typeof sourceOf>[],
): Promise<string[]> {
  if (sources.length === 0) return [];
  return sourceKeys(
    context,
    sources.map(({ url = null, doi = null, title }) => ({ url, doi, title })),
  );
}
