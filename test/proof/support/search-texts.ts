/** Texts that differ only in their numbers, so that only their own terms find them. */
export function titleOf(number: number): string {
  return `Note ${number}`;
}

export function contentOf(number: number): string {
  return `What was found under marker${number} concerns the usual matters of note${number % 50}.`;
}
