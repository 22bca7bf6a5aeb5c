import type { ReviewDecision } from "@trovella/plan-engine";
import type { Replies } from "../api/api.ts";

export type ArtifactType = Replies["artifact"]["list"]["artifacts"][number]["artifactType"];
type Output = Replies["output"]["list"]["outputs"][number];
export type MediaType = Output["mediaType"];
type Satisfaction = NonNullable<Output["satisfaction"]>;
export type SearchedTable = Replies["search"]["search"]["results"][number]["sourceTable"];

export const ARTIFACT_TYPE_LABELS: Readonly<Record<ArtifactType, string>> = {
  finding: "Finding",
  source: "Source",
  analysis: "Analysis",
  critique: "Critique",
  synthesis: "Synthesis",
  data: "Data",
  note: "Note",
};

export const MEDIA_TYPE_LABELS: Readonly<Record<MediaType, string>> = {
  conversation: "Conversation",
  markdown: "Markdown",
  html: "Web page",
  word: "Word",
  excel: "Excel",
  powerpoint: "PowerPoint",
};

export const TABLE_LABELS: Readonly<Record<SearchedTable, string>> = {
  research_artifact: "Artifact",
  research_output: "Report",
  extraction_result: "Extracted data",
  claim: "Claim",
};

export const SATISFACTION_LABELS: Readonly<Record<Satisfaction, string>> = {
  very_satisfied: "Very satisfied",
  satisfied: "Satisfied",
  neutral: "Neutral",
  dissatisfied: "Dissatisfied",
  very_dissatisfied: "Very dissatisfied",
};

export const DECISION_LABELS: Readonly<Record<ReviewDecision, string>> = {
  approve: "Approved",
  modify: "Sent back with feedback",
  skip: "Skipped",
  reject: "Rejected",
};

export function namesOf<Name extends string>(labels: Readonly<Record<Name, unknown>>): Name[] {
  return Object.keys(labels) as Name[];
}

export function optionsOf<Name extends string>(labels: Readonly<Record<Name, string>>) {
  return namesOf(labels).map((value) => ({ value, label: labels[value] }));
}

/** A confidence from 0 to 1 as a percentage; null if none was given. */
export function confidenceText(confidence: number | null): string | null {
  return confidence === null ? null : `${Math.round(confidence * 100)} %`;
}
