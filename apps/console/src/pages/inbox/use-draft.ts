import { useState } from "react";

/** What a person writes about a review before deciding. This browser keeps it until then. */
export function useDraft(reviewId: string): readonly [string, (text: string) => void] {
  const [text, setText] = useState(() => storedDraft(reviewId));
  const change = (changed: string) => {
    setText(changed);
    storeDraft(reviewId, changed);
  };
  return [text, change];
}

export function forgetDraft(reviewId: string): void {
  storeDraft(reviewId, "");
}

const keyOf = (reviewId: string) => `trovella-draft-${reviewId}`;

function storedDraft(reviewId: string): string {
  try {
    return localStorage.getItem(keyOf(reviewId)) ?? "";
  } catch {
    return "";
  }
}

function storeDraft(reviewId: string, text: string): void {
  try {
    if (text === "") localStorage.removeItem(keyOf(reviewId));
    else localStorage.setItem(keyOf(reviewId), text);
  } catch {
    // A browser that keeps nothing still has the text on the page.
  }
}
