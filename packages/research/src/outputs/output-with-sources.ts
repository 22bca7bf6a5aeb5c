import type { TenantContext } from "@trovella/db";
import {
  findOutput,
  readOutputSources,
  type StoredOutput,
  type StoredSource,
} from "@trovella/db/memory";
import { MAX_SOURCES } from "@trovella/deliverables";
import { isStoredId } from "../text/stored-id.ts";
import { citedSourceIds } from "./cited-sources.ts";

export interface OutputWithSources {
  readonly output: StoredOutput;
  /** Those it cites, then the others of its plan. */
  readonly sources: readonly StoredSource[];
}

/** Null when the caller's organization has no such output. */
export async function readOutputWithSources(
  context: TenantContext,
  outputId: string,
): Promise<OutputWithSources | null> {
  const output = isStoredId(outputId) ? await findOutput(context, outputId) : null;
  if (!output) return null;
  const { cited, further } = await readOutputSources(context, {
    ids: citedSourceIds(output.content).slice(0, MAX_SOURCES),
    planId: output.planId,
    limit: MAX_SOURCES,
  });
  return { output, sources: [...cited, ...withoutDuplicates(further, cited)] };
}

/** Leaves out sources that point to the same page as another one: pages are often found twice. */
function withoutDuplicates(
  further: readonly StoredSource[],
  cited: readonly StoredSource[],
): StoredSource[] {
  const seen = new Set(cited.map(targetOf));
  return further.filter((source) => {
    const target = targetOf(source);
    if (seen.has(target)) return false;
    seen.add(target);
    return true;
  });
}

function targetOf({ url, doi, title }: StoredSource): string {
  return url ?? doi ?? title;
}
