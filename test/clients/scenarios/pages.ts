import { stringIn } from "../model/conversation.ts";
import { call, isFailure, replyFields, replyOf, type Scenario, STEP_REPORT } from "./scenario.ts";

const STEPS = 4;
const WORDS = 1_400;

export const PAGE_LETTERS = { asciiPages: "w", unicodePages: "研究" } as const;
export const asciiPages = pagesOf(PAGE_LETTERS.asciiPages);
export const unicodePages = pagesOf(PAGE_LETTERS.unicodePages);

/** Four results of 12,600 characters, read back page by page at the size that nobody asked for. */
function pagesOf(letters: string): Scenario {
  return (told, { label }) => {
    const last = told.at(-1);
    if (!last) return call("create_research_plan", planOf(label));
    if (isFailure(last)) return { failed: `${last.tool}: ${last.reply.slice(0, 400)}` };
    const planId = stringIn(replyOf(told, "create_research_plan").planId);
    const { status, step, lease } = replyOf(told, "get_next_step") as HandedOut;
    if (last.tool === "get_research_context") {
      const cursor = stringIn(replyFields(last.reply).nextCursor);
      return cursor ? call("get_research_context", { planId, cursor }) : { done: { planId } };
    }
    if (last.tool !== "get_next_step") return call("get_next_step", { planId });
    if (status !== "step_ready") return call("get_research_context", { planId });
    return call("submit_step_result", {
      planId,
      stepId: step?.stepId,
      leaseToken: lease?.token,
      result: { long: wordsOf(letters, step?.stepId ?? "").join(" ") },
      resultSummary: "Long.",
      confidence: 0.9,
      stepExecutionReport: STEP_REPORT,
    });
  };
}

interface HandedOut {
  readonly status?: string;
  readonly step?: { readonly stepId: string };
  readonly lease?: { readonly token: string };
}

function planOf(label: string) {
  const steps = Array.from({ length: STEPS }, (_, index) => ({
    stepType: "custom",
    instructions: `Write part ${index + 1}.`,
  }));
  return { name: `Pages of ${label}`, researchQuestion: "How much arrives?", steps };
}

/** Words that no other step has. */
function wordsOf(letters: string, stepId: string): string[] {
  const mark = letters + stepId.replace(/\D/g, "").slice(-1);
  return Array.from({ length: WORDS }, (_, index) => mark + String(index).padStart(5, "0"));
}

/** How many of the words are missing in the pages; those at the edge of a page may be split. */
export function missingWords(letters: string, pages: readonly string[]): number {
  const found = new Set(
    pages.flatMap((page) => page.match(new RegExp(`${letters}\\d{6}`, "g")) ?? []),
  );
  const split = pages.length + STEPS;
  return Math.max(0, STEPS * WORDS - found.size - split);
}
