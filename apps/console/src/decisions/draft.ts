import { useState } from "react";
import { localStore } from "../api/browser-storage.ts";

/** Feedback on a review that is not saved on the server yet, kept in the browser's storage. */
export function useDraft(reviewId: string): readonly [string, (text: string) => void] {
  const [text, setText] = useState(() => draftOf(reviewId));
  const change = (changed: string) => {
    setText(changed);
    if (changed === "") forgetDraft(reviewId);
    else localStore.set(keyOf(reviewId), changed);
  };
  return [text, change];
}

export function draftOf(reviewId: string): string {
  return localStore.get(keyOf(reviewId)) ?? "";
}

export function forgetDraft(reviewId: string): void {
  localStore.remove(keyOf(reviewId));
}

function keyOf(reviewId: string): string {
  return `trovella-draft-${reviewId}`;
}
