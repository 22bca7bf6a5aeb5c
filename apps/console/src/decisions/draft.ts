import { useState } from "react";
import { localStore } from "../api/browser-storage.ts";
import { type Draft, NO_DRAFT } from "./feedback-text.ts";

/** Feedback on a review that is not saved on the server yet, kept in the browser's storage. */
export function useDraft(reviewId: string): readonly [Draft, (draft: Draft) => void] {
  const [draft, setDraft] = useState(() => draftOf(reviewId));
  const change = (changed: Draft) => {
    setDraft(changed);
    if (isEmpty(changed)) forgetDraft(reviewId);
    else localStore.set(keyOf(reviewId), JSON.stringify(changed));
  };
  return [draft, change];
}

export function draftOf(reviewId: string): Draft {
  return readDraft(localStore.get(keyOf(reviewId)));
}

export function forgetDraft(reviewId: string): void {
  localStore.remove(keyOf(reviewId));
}

/** Drafts of earlier versions are their feedback alone. */
export function readDraft(stored: string | null): Draft {
  if (stored === null) return NO_DRAFT;
  try {
    const { feedback, answers } = JSON.parse(stored) as Record<string, unknown>;
    if (typeof feedback === "string" && Array.isArray(answers))
      return { feedback, answers: answers.map((answer) => String(answer ?? "")) };
  } catch {
    // Not ours, or the text of an earlier version.
  }
  return { ...NO_DRAFT, feedback: stored };
}

function isEmpty({ feedback, answers }: Draft): boolean {
  return feedback === "" && answers.every((answer) => !answer);
}

function keyOf(reviewId: string): string {
  return `trovella-draft-${reviewId}`;
}
