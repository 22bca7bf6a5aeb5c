/** Texts that differ by their numbers alone, so that only their own words lead to each. */
export function titleOf(number: number): string {
  return `Note ${number}`;
}

export function contentOf(number: number): string {
  return `What was found under marker${number} concerns the usual matters of note${number % 50}.`;
}
