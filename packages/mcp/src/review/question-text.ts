import type { Plan, Review } from "@trovella/plan-engine";
import { showInvisible } from "../text/show-invisible.ts";

type Asked = Pick<Review, "stepId" | "summary" | "questions">;

/** What the person is asked to decide. Dialogs of several plans may follow each other, so each names its own. */
export function decisionQuestion(plan: Plan, review: Asked): string {
  return textOf([placeOf(plan, review), review.summary, ...questionsOf(review)]);
}

/** The same once more, after an answer without a decision. */
export function repeatedQuestion(plan: Plan, review: Asked): string {
  const place = `${placeOf(plan, review)} Please choose a decision.`;
  return textOf([place, review.summary, ...questionsOf(review)]);
}

export function feedbackQuestion(plan: Plan, review: Asked): string {
  return textOf([`${placeOf(plan, review)} What should change?`]);
}

/** For a page that the client opens. */
export function consoleQuestion(plan: Plan, review: Pick<Review, "stepId">): string {
  return textOf([`${placeOf(plan, review)} It needs your review. Open the console to decide.`]);
}

function placeOf({ name, steps }: Plan, { stepId }: Pick<Review, "stepId">): string {
  const step = steps.find(({ id }) => id === stepId);
  const place = step ? `, step ${step.order} of ${steps.length} (${step.type})` : "";
  return `Plan "${name.replace(/\s+/g, " ").trim()}"${place}.`;
}

function questionsOf({ questions }: Asked): string[] {
  if (questions.length === 0) return [];
  return [["Questions:", ...questions.map((question) => `- ${question}`)].join("\n")];
}

function textOf(paragraphs: readonly string[]): string {
  const text = paragraphs.join("\n\n");
  return showInvisible(text, text);
}
