import { useState } from "react";

/** Unsent feedback on a review, kept in the browser's storage. */
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
    // Without storage the text lasts as long as the page.
  }
}
