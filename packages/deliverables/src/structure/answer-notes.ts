import type { ResearchDocument } from "../document.ts";
import { dateIn, labelsFor } from "../languages/labels-for.ts";
import type { AnswerPart, FindingsPart } from "./part.ts";

/** A label with what it names, such as the date. */
export interface Fact {
  readonly label: string;
  readonly value: string;
}

const PRODUCT = "Trovella";

/** What a cover says besides title and question. */
export function factsOf({ language, createdAt, version }: ResearchDocument): Fact[] {
  const labels = labelsFor(language);
  return [
    { label: labels.date, value: dateIn(language, createdAt) },
    { label: labels.version, value: String(version) },
    { label: labels.madeWith, value: PRODUCT },
  ];
}

/** The line at the foot of a page: date, version and what the organization adds. */
export function footerOf({ language, createdAt, version, theme }: ResearchDocument): string {
  const labels = labelsFor(language);
  const parts = [dateIn(language, createdAt), labels.versionOf(version), theme.footer];
  return parts.filter(Boolean).join(" · ");
}

export function answerOf({ parts }: Pick<ResearchDocument, "parts">): AnswerPart | null {
  return parts.find((part) => part.kind === "answer") ?? null;
}

export function findingsOf({ parts }: Pick<ResearchDocument, "parts">): FindingsPart | null {
  return parts.find((part) => part.kind === "findings") ?? null;
}

/** Beside the confidence of the answer: how many sources it rests on, and how sure its findings are. */
export function answerNotes(document: Pick<ResearchDocument, "parts" | "language">): string[] {
  const labels = labelsFor(document.language);
  const sources = answerOf(document)?.independentSources ?? 0;
  const items = findingsOf(document)?.items ?? [];
  const rated = items.filter(({ confidence }) => confidence !== null);
  const high = rated.filter(({ confidence }) => confidence === "high").length;
  return [
    ...(sources > 0 ? [labels.independentSources(sources)] : []),
    ...(rated.length > 0 ? [labels.highFindings({ high, all: items.length })] : []),
  ];
}
