import type { TenantContext } from "@trovella/db";
import { findOutput, readOutputSources, type StoredOutput } from "@trovella/db/memory";
import { type Deliverable, MAX_SOURCES } from "@trovella/deliverables";
import { AppError } from "@trovella/foundation";
import { deliverableSource, knownIds, withoutRepetitions } from "./cited-sources.ts";

/** An output and everything that its files are made of. Whose it is not finds nothing. */
export async function loadDeliverable(
  context: TenantContext,
  outputId: string,
): Promise<{ readonly output: StoredOutput; readonly deliverable: Deliverable }> {
  const output = /^\w{1,200}$/.test(outputId) ? await findOutput(context, outputId) : null;
  if (!output) {
    throw new AppError(
      "NOT_FOUND",
      "There is no such output. Next: list what there is with `trovella output list`.",
    );
  }
  const { planId, title, content, planTitle, researchQuestion, createdAt, version } = output;
  const ids = knownIds(content);
  const { cited, further } = await readOutputSources(context, { ids, planId, limit: MAX_SOURCES });
  const sources = [...cited, ...withoutRepetitions(further, cited)].map(deliverableSource);
  const deliverable = {
    title,
    markdown: content,
    sources,
    researchQuestion,
    // How the research was done is not the reader's business.
    planName: planTitle,
    createdAt,
    version,
  };
  return { output, deliverable };
}
