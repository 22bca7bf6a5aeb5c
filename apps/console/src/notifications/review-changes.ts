export interface WaitingReview {
  readonly id: string;
  readonly planTitle: string;
}

interface ReviewChanges {
  readonly begun: readonly WaitingReview[];
  readonly over: readonly string[];
}

/**
 * What to say after the list of waiting reviews changed. The first list is what the user sees on opening the console,
 * so nothing is said about it; reviews are said once even if they leave the list and come back.
 */
export function createReviewChanges() {
  const said = new Set<string>();
  let before: readonly WaitingReview[] | null = null;
  return (now: readonly WaitingReview[]): ReviewChanges => {
    const begun = before === null ? [] : now.filter(({ id }) => !said.has(id));
    const over = (before ?? []).filter(({ id }) => !now.some((review) => review.id === id));
    for (const { id } of now) said.add(id);
    before = now;
    return { begun, over: over.map(({ id }) => id) };
  };
}
