import type { PlanArtifact } from "@trovella/db/memory";
import { embedBlocks, embedInline } from "@trovella/deliverables";
import { type Plan, type Step, stepHandle, titleOf } from "@trovella/plan-engine";
import { fitLines } from "../text/fit-lines.ts";
import { planInWords, stepInWords } from "./plan-state.ts";
import type { ResearchMaterial } from "./research-material.ts";

export interface InterimDocument {
  readonly title: string;
  /** Markdown that cites sources by their numbers in the plan. Title, question and source list are added to every file. */
  readonly content: string;
}

export const ANSWER_CHARACTERS = 24_000;
/** Of a finding, and of the result of a step without a summary. */
export const EXCERPT_CHARACTERS = 1_200;
const SUMMARY_CHARACTERS = 600;
const SECTION_CHARACTERS = 15_000;
const TITLE_CHARACTERS = 200;

/**
 * The document of a plan for which nobody wrote one, from what is stored: how far it came, the answer, the findings with
 * their sources, what was not done and why, and what is open. Every part is limited and says what it leaves out.
 */
export function composeInterim(plan: Plan, material: ResearchMaterial): InterimDocument {
  const { artifacts } = material;
  const answer = answerOf(plan, artifacts);
  const others = artifacts.filter(({ id }) => id !== answer?.artifactId);
  const cited = others.filter(({ sources }) => sources.length > 0);
  const uncited = others.filter(({ sources }) => sources.length === 0);
  const finding = (artifact: PlanArtifact) => findingLine(artifact, material);
  const sections = [
    stateOf(plan),
    ...(answer ? [section("Answer", answerText(answer, material))] : []),
    listed("Summary of the steps", summaries(plan, material), "steps"),
    listed("Findings", cited.map(finding), "findings"),
    listed("Notes without a source", uncited.map(finding), "notes"),
    listed("Limits: what was not done", notDone(plan, material), "steps"),
    listed("Open points", openPoints(plan, material), "points"),
  ];
  return {
    title: `Interim report: ${titleOf(plan.name)}`.slice(0, TITLE_CHARACTERS).toWellFormed(),
    content: sections.filter((text) => text !== "").join("\n\n"),
  };
}

export interface Answer {
  readonly artifactId?: string;
  readonly stepId?: string;
}

/** Where the answer stands: the newest synthesis, else the newest analysis; stored as an artifact or as a result. */
export function answerOf(plan: Plan, artifacts: readonly PlanArtifact[]): Answer | null {
  const ofArtifact = (type: string): Answer[] =>
    artifacts
      .filter(({ artifactType }) => artifactType === type)
      .slice(0, 1)
      .map(({ id }) => ({ artifactId: id }));
  const ofStep = (type: Step["type"]): Answer[] =>
    plan.steps
      .filter((step) => step.type === type && step.status === "completed")
      .toSorted((one, other) => Number(other.completedAt) - Number(one.completedAt))
      .slice(0, 1)
      .map(({ id }) => ({ stepId: id }));
  const [answer] = [
    ...ofArtifact("synthesis"),
    ...ofStep("synthesize"),
    ...ofArtifact("analysis"),
    ...ofStep("analyze"),
  ];
  return answer ?? null;
}

function stateOf(plan: Plan): string {
  const { status, failureReason } = plan;
  const state = planInWords(plan);
  const reason = status === "failed" && failureReason ? ` Reason: ${plain(failureReason)}` : "";
  return `**${state.charAt(0).toUpperCase()}${state.slice(1)}.**${reason}\n\nTrovella composed this document from what is stored, since no assistant has written one. Nothing in it was rephrased or checked again.`;
}

function answerText({ artifactId, stepId }: Answer, material: ResearchMaterial): string {
  const text =
    material.artifactTexts.get(artifactId ?? "") ?? material.resultTexts.get(stepId ?? "") ?? "";
  const { markdown, isCut } = embedBlocks(text, {
    isKnown: (ref) => material.knownRefs.has(ref),
    maxCharacters: ANSWER_CHARACTERS,
  });
  const isLonger = isCut || text.length >= ANSWER_CHARACTERS;
  return isLonger ? `${markdown}\n\n*Cut here; the rest is stored with the plan.*` : markdown;
}

function summaries(plan: Plan, { resultTexts, knownRefs }: ResearchMaterial): string[] {
  return plan.steps
    .filter(({ status }) => status === "completed")
    .map((step) => {
      const text = step.resultSummary ?? resultTexts.get(step.id) ?? "";
      const shown = plain(text, SUMMARY_CHARACTERS, knownRefs) || "done, without a summary";
      return `- **Step ${stepHandle(step)}** (${step.type}): ${shown}${sureness(step.confidence)}`;
    });
}

function findingLine(
  { id, title, summary, confidence, sources, sourceCount }: PlanArtifact,
  { artifactTexts, knownRefs }: ResearchMaterial,
): string {
  const text = summary ?? artifactTexts.get(id) ?? "";
  const shown = plain(text, EXCERPT_CHARACTERS, knownRefs);
  const more = sourceCount - sources.length;
  const refs = sources.map(({ ref }) => ref).join(", ");
  const further = more > 0 ? ` (${more} more sources)` : "";
  const citation = refs === "" ? "" : ` [src:${refs}]${further}`;
  return `- **${plain(title, TITLE_CHARACTERS).replaceAll("*", "")}**: ${shown}${sureness(confidence)}${citation}`;
}

function notDone(plan: Plan, { knownRefs }: ResearchMaterial): string[] {
  return plan.steps.flatMap((step) => {
    const why = stepInWords(plan, step);
    if (why === null) return [];
    const task = plain(step.instructions, SUMMARY_CHARACTERS / 3, knownRefs);
    const reason = plain(why, SUMMARY_CHARACTERS).replace(/[.\s]*$/, "");
    return [`- **Step ${stepHandle(step)}** (${step.type}): ${reason}. Its task: ${task}`];
  });
}

function openPoints(plan: Plan, { gaps, knownRefs }: ResearchMaterial): string[] {
  const reviews = plan.reviews
    .filter(({ decision }) => decision === null)
    .map(
      ({ summary }) =>
        `- A person must still decide: ${plain(summary, SUMMARY_CHARACTERS, knownRefs)}`,
    );
  return [...reviews, ...gaps.map(({ text }) => `- ${plain(text, SUMMARY_CHARACTERS, knownRefs)}`)];
}

function plain(
  text: string,
  maxCharacters = SUMMARY_CHARACTERS,
  knownRefs: ReadonlySet<string> = new Set(),
): string {
  return embedInline(text, { isKnown: (ref) => knownRefs.has(ref), maxCharacters });
}

function sureness(confidence: number | null): string {
  return confidence === null ? "" : ` (confidence ${Math.round(confidence * 100)} %)`;
}

function section(heading: string, text: string): string {
  return text === "" ? "" : `## ${heading}\n\n${text}`;
}

/** As many lines as have room, with the number of those that have none. */
function listed(heading: string, lines: readonly string[], noun: string): string {
  const { kept, leftOut } = fitLines(lines, SECTION_CHARACTERS);
  const note = leftOut > 0 ? [`- ${leftOut} more ${noun} are stored with the plan.`] : [];
  return section(heading, [...kept, ...note].join("\n"));
}
