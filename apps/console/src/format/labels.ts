import type { ReviewDecision } from "@trovella/plan-engine";
import type { Team } from "../api/account.ts";
import type { Replies } from "../api/api.ts";
import { t } from "../language/messages.ts";

export type ArtifactType = Replies["artifact"]["list"]["artifacts"][number]["artifactType"];
type Role = Team["role"];
type Output = Replies["output"]["list"]["outputs"][number];
export type MediaType = Output["mediaType"];
type Satisfaction = NonNullable<Output["satisfaction"]>;
export type SearchedTable = Replies["search"]["search"]["results"][number]["sourceTable"];

export const ARTIFACT_TYPE_LABELS: Readonly<Record<ArtifactType, string>> = {
  finding: t("Finding"),
  source: t("Source"),
  analysis: t("Analysis"),
  critique: t("Critique"),
  synthesis: t("Synthesis"),
  data: t("Data"),
  note: t("Note"),
};

export const MEDIA_TYPE_LABELS: Readonly<Record<MediaType, string>> = {
  conversation: t("Conversation"),
  markdown: "Markdown",
  html: t("Web page"),
  word: "Word",
  excel: "Excel",
  powerpoint: "PowerPoint",
  pdf: "PDF",
};

export const TABLE_LABELS: Readonly<Record<SearchedTable, string>> = {
  research_artifact: t("Artifact"),
  research_output: t("Report"),
  extraction_result: t("Extracted data"),
  claim: t("Claim"),
};

export const SATISFACTION_LABELS: Readonly<Record<Satisfaction, string>> = {
  very_satisfied: t("Very satisfied"),
  satisfied: t("Satisfied"),
  neutral: t("Neutral"),
  dissatisfied: t("Dissatisfied"),
  very_dissatisfied: t("Very dissatisfied"),
};

export const DECISION_LABELS: Readonly<Record<ReviewDecision, string>> = {
  approve: t("Approved"),
  modify: t("Sent back with feedback"),
  skip: t("Skipped"),
  reject: t("Rejected"),
};

/** Within a sentence: "as owner". */
export const ROLE_LABELS: Readonly<Record<Role, string>> = {
  owner: t("owner"),
  admin: t("admin"),
  member: t("member"),
  viewer: t("viewer"),
};

export function roleLabel(role: string): string {
  return Object.hasOwn(ROLE_LABELS, role) ? ROLE_LABELS[role as Role] : role;
}

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
