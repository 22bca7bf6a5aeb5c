import type { TenantContext } from "@trovella/db";
import { AppError } from "@trovella/foundation";
import { compareOutputs, type OutputWithSources, readOutputWithSources } from "@trovella/research";
import { orNotFound } from "./or-not-found.ts";

type InTenant = <T>(work: (context: TenantContext) => Promise<T>) => Promise<T>;

const MAX_SOURCES = 200;

/** What changed from the older to the newer of two versions of a report, whichever was named first. */
export async function readOutputComparison(
  inTenant: InTenant,
  { outputId, otherId }: { readonly outputId: string; readonly otherId: string },
) {
  const { versions, tenant } = await inTenant(async (context) => {
    const one = orNotFound(await readOutputWithSources(context, outputId), "output");
    const other = orNotFound(await readOutputWithSources(context, otherId), "output");
    if (one.output.planId !== other.output.planId) {
      throw new AppError(
        "INVALID_INPUT",
        "These are reports of two plans. Next: choose two versions of the same report.",
      );
    }
    return { versions: inOrder(one, other), tenant: context.tenant };
  });
  const { sourcesAdded, sourcesRemoved, ...comparison } = await compareOutputs(versions, tenant);
  const { before, after } = versions;
  return {
    before: headOf(before),
    after: headOf(after),
    ...comparison,
    sourcesAdded: titlesOf(after, sourcesAdded),
    sourcesRemoved: titlesOf(before, sourcesRemoved),
  };
}

function inOrder(one: OutputWithSources, other: OutputWithSources) {
  return one.output.version <= other.output.version
    ? { before: one, after: other }
    : { before: other, after: one };
}

function headOf({ output }: OutputWithSources) {
  const { id, planId, title, version, isDraft, createdAt } = output;
  return { id, planId, title, version, isDraft, createdAt };
}

function titlesOf({ sources }: OutputWithSources, numbers: readonly number[]) {
  const byNumber = new Map(sources.map(({ number, title }) => [number, title]));
  const listed = numbers.slice(0, MAX_SOURCES);
  return {
    total: numbers.length,
    listed: listed.map((number) => ({ number, title: byNumber.get(number) ?? "" })),
  };
}
