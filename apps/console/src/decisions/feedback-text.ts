import { LIMITS } from "@trovella/plan-engine";

/** What a person has written about a review: an answer per question, by its index, and anything else. */
export interface Draft {
  readonly feedback: string;
  readonly answers: readonly string[];
}

export const NO_DRAFT: Draft = { feedback: "", answers: [] };
/** What fits into the feedback of a decision. */
export const MAX_FEEDBACK_LENGTH = LIMITS.noteLength;
/** The assistant knows its questions: their beginning is enough to tell them apart. */
const MAX_QUESTION_LENGTH = 300;

/** The answers as numbered pairs of question and answer, then the rest: one text, as a decision carries it. */
export function feedbackText(questions: readonly string[], { feedback, answers }: Draft): string {
  const pairs = questions.flatMap((question, index) => {
    const answer = answers[index]?.trim() ?? "";
    return answer === "" ? [] : [pairText(index + 1, { question, answer })];
  });
  return [...pairs, feedback.trim()].filter((part) => part !== "").join("\n\n");
}

/** By how many characters a text is too long to be sent, or 0. */
export function excessLength(text: string): number {
  return Math.max(0, text.length - MAX_FEEDBACK_LENGTH);
}

/** Of a list in Markdown: the lines of an answer belong to their number. */
function pairText(number: number, pair: { question: string; answer: string }): string {
  const start = `${number}. `;
  const indentation = " ".repeat(start.length);
  const answer = pair.answer.split("\n").join(`\n${indentation}`);
  return `${start}${shortened(pair.question)}\n${indentation}→ ${answer}`;
}

function shortened(question: string): string {
  const line = question.replace(/\s+/g, " ").trim();
  if (line.length <= MAX_QUESTION_LENGTH) return line;
  return `${line
    .slice(0, MAX_QUESTION_LENGTH)
    .toWellFormed()
    .replace(/\uFFFD$/, "")}…`;
}
