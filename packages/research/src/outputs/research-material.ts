import type { TenantContext } from "@trovella/db";
import { listPlanArtifacts, type PlanArtifact, unknownCitations } from "@trovella/db/memory";
import { readArtifactTexts, readStepGaps, readStepResults, type StepGap } from "@trovella/db/plans";
import { mentionedRefs } from "@trovella/deliverables";
import type { Json } from "@trovella/foundation";
import type { Plan } from "@trovella/plan-engine";
import { readableText } from "../text/readable-text.ts";

/** What is stored of a plan's research, as far as a document has room for it. */
export interface ResearchMaterial {
  /** Newest first. */
  readonly artifacts: readonly PlanArtifact[];
  /** The beginnings of the artifacts' texts, by id. */
  readonly artifactTexts: ReadonlyMap<string, string>;
  /** The beginnings of the results of completed steps as text, by step. */
  readonly resultTexts: ReadonlyMap<string, string>;
  readonly gaps: readonly StepGap[];
  /** Citations in these texts that lead to a source. */
  readonly knownRefs: ReadonlySet<string>;
}

/** How much of each text to read, given all artifacts of the plan. */
type TextLengths = (artifacts: readonly PlanArtifact[]) => {
  artifact(id: string): number;
  result(stepId: string): number;
};

export async function readResearchMaterial(
  context: TenantContext,
  plan: Plan,
  textLengths: TextLengths,
): Promise<ResearchMaterial> {
  const artifacts = await listPlanArtifacts(context, plan.id);
  const lengths = textLengths(artifacts);
  const range = (id: string, count: number) => ({ id, from: 0, count });
  const artifactTexts = await readArtifactTexts(
    context,
    artifacts.map(({ id }) => range(id, lengths.artifact(id))),
  );
  const completed = plan.steps.filter(({ status }) => status === "completed");
  const results = await readStepResults(
    context,
    completed.map(({ id }) => range(id, lengths.result(id))),
  );
  const resultTexts = new Map([...results].map(([id, json]) => [id, textOfResult(json)]));
  const gaps = await readStepGaps(context, plan.id);
  const texts = [
    ...artifacts.map(({ summary }) => summary ?? ""),
    ...artifactTexts.values(),
    ...resultTexts.values(),
    ...plan.steps.map(({ resultSummary }) => resultSummary ?? ""),
    ...gaps.map(({ text }) => text),
  ];
  const refs = [...new Set(texts.flatMap(mentionedRefs))];
  const unknown = new Set(await unknownCitations(context, plan.id, refs));
  const knownRefs = new Set(refs.filter((ref) => !unknown.has(ref)));
  return { artifacts, artifactTexts, resultTexts, gaps, knownRefs };
}

/** A result that was read only in part is no JSON any more and is shown as it is. */
function textOfResult(json: string): string {
  try {
    return readableText(JSON.parse(json) as Json);
  } catch {
    return json;
  }
}
