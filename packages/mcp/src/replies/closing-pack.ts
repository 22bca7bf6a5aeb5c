import { artifactHandle, type ListedSource, type PlanArtifact } from "@trovella/db/memory";
import { type Plan, type Step, type StepType, stepHandle } from "@trovella/plan-engine";
import { type ResearchMaterial, stepInWords } from "@trovella/research";
import { excerptToFit, fitText } from "../text/show-invisible.ts";
import { fillSections, type PackLine, type PackSection } from "./fill-sections.ts";

/** What comes with a closing step once no further research is done. */
export interface Closing {
  readonly why: string;
  readonly skippedStepIds: string[];
  readonly pack: string;
}

export const MAX_PACK = 12_000;

/** How much of the texts a pack can use. */
export const PACK_TEXTS = { artifact: 1_600, result: 400 };

const MAX_QUESTION = 1_000;
/** Of one line, so that a pack is filled to within a few percent. */
const MAX_LINE = 400;
const MAX_TITLE = 120;

/**
 * Everything an assistant needs to write the document now, in at most 12,000 bytes however long the research was:
 * the most important lines of every kind, and what was left out.
 */
export function closingPack(
  plan: Plan,
  material: ResearchMaterial,
  sources: readonly ListedSource[],
  maxBytes = MAX_PACK,
): string {
  const question = `Question: ${shown(plan.researchQuestion, MAX_QUESTION)}`;
  return fillSections(
    question,
    [
      steps(plan, material),
      findings(material),
      gaps(plan, material),
      notDone(plan),
      sourceTable(sources, material),
      texts(material),
    ],
    { room: maxBytes, sizeOf: (text) => fitText(text, Number.POSITIVE_INFINITY).cost },
  );
}

/** Steps that draw conclusions come first, then the surest. */
const CONCLUDING: readonly StepType[] = ["synthesize", "critique", "analyze"];

function steps(plan: Plan, { resultTexts }: ResearchMaterial): PackSection {
  const completed = plan.steps.filter(({ status }) => status === "completed");
  const weight = ({ type, confidence }: Step) =>
    (CONCLUDING.includes(type) ? 1 : 0) + (confidence ?? 0);
  const lines = completed.map((step): PackLine => {
    const text = step.resultSummary ?? resultTexts.get(step.id) ?? "";
    const sure = step.confidence === null ? "" : ` (confidence ${step.confidence})`;
    const line = `${stepHandle(step)} ${step.type}${sure}: ${shown(text, MAX_LINE)}`;
    return { text: line, place: step.order, weight: weight(step) };
  });
  const heading = `Completed steps, ${completed.length} of ${plan.steps.length}:`;
  return { heading, noun: "steps (get_research_context)", share: 3_000, lines };
}

const CONCLUSIONS = ["synthesis", "analysis"];

function findings({ artifacts, artifactTexts }: ResearchMaterial): PackSection {
  const lines = artifacts.map((artifact, index): PackLine => {
    const text = artifact.summary ?? artifactTexts.get(artifact.id) ?? "";
    const line = `${artifactHandle(artifact)} ${shown(artifact.title, MAX_TITLE)}: ${shown(text, MAX_LINE)}${citation(artifact)}`;
    return { text: line, place: index, weight: weightOf(artifact) };
  });
  return {
    heading: "Key findings:",
    noun: "findings (get_research_context)",
    share: 3_500,
    lines,
  };
}

function weightOf({ artifactType, confidence }: PlanArtifact): number {
  return (CONCLUSIONS.includes(artifactType) ? 1 : 0) + (confidence ?? 0.5);
}

function citation({ sources }: PlanArtifact): string {
  return sources.length > 0 ? ` [src:${sources.map(({ ref }) => ref).join(", ")}]` : "";
}

function gaps(plan: Plan, { gaps }: ResearchMaterial): PackSection {
  const handles = new Map(plan.steps.map((step) => [step.id, stepHandle(step)]));
  const lines = gaps.map(({ stepId, text }, index) => ({
    text: `${handles.get(stepId) ?? "-"}: ${shown(text, MAX_LINE / 2)}`,
    place: index,
    weight: 0,
  }));
  return { heading: "Gaps and open questions:", noun: "gaps", share: 1_000, lines };
}

function notDone(plan: Plan): PackSection {
  const lines = plan.steps.flatMap((step): PackLine[] => {
    const why = stepInWords(plan, step);
    if (why === null) return [];
    const text = `${stepHandle(step)} ${step.type}, ${shown(why, MAX_LINE / 4)}: ${shown(step.instructions, MAX_LINE / 4)}`;
    return [{ text, place: step.order, weight: 0 }];
  });
  return { heading: "Not done:", noun: "steps without a result", share: 1_000, lines };
}

/** Sources that many findings rest on come first. */
function sourceTable(
  sources: readonly ListedSource[],
  { artifacts }: ResearchMaterial,
): PackSection {
  const uses = new Map<number, number>();
  for (const { ref } of artifacts.flatMap((artifact) => artifact.sources)) {
    uses.set(ref, (uses.get(ref) ?? 0) + 1);
  }
  const lines = sources.map(({ number, title, url, doi }) => {
    const host = url && URL.canParse(url) ? new URL(url).host : (doi ?? "");
    const place = host === "" ? "" : ` (${shown(host, MAX_TITLE)})`;
    return {
      text: `${number} ${shown(title, MAX_TITLE)}${place}`,
      place: number,
      weight: uses.get(number) ?? 0,
    };
  });
  return { heading: "Sources, cited as [src:7]:", noun: "sources", share: 1_500, lines };
}

/** More texts would not fit. */
const MAX_TEXTS = 20;

/** What is left of the room goes to the words of the findings, the most important first. */
function texts({ artifacts, artifactTexts }: ResearchMaterial): PackSection {
  const heaviest = artifacts
    .toSorted((one, other) => weightOf(other) - weightOf(one))
    .slice(0, MAX_TEXTS);
  const lines = heaviest.flatMap((artifact, index) => {
    const text = oneLine(artifactTexts.get(artifact.id) ?? "");
    // Without a summary the finding itself begins with these words.
    const rest = artifact.summary === null ? text.slice(MAX_LINE) : text;
    return chunksOf(rest, MAX_LINE - 20).map((chunk, part) => ({
      text: `${artifactHandle(artifact)}: ${shown(chunk, MAX_LINE)}`,
      place: index + part / 100,
      weight: weightOf(artifact) - part / 100,
    }));
  });
  return { heading: "From their texts:", noun: "passages", share: 0, lines };
}

function chunksOf(text: string, length: number): string[] {
  const chunks: string[] = [];
  let rest = text;
  while (rest.length > length) {
    const space = rest.lastIndexOf(" ", length);
    const end = space > length / 2 ? space : length;
    chunks.push(rest.slice(0, end).trim());
    rest = rest.slice(end).trim();
  }
  return rest === "" ? chunks : [...chunks, rest];
}

function shown(text: string, room: number): string {
  return excerptToFit(oneLine(text), room);
}

function oneLine(text: string): string {
  return text.toWellFormed().replace(/\s+/g, " ").trim();
}
