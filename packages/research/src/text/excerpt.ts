/** The beginning of a text, with an ellipsis if it was cut; never half a surrogate pair. */
export function excerpt(text: string, length: number): string {
  if (text.length <= length) return text;
  const cut = text.slice(0, Math.max(0, length - 1));
  return `${cut.isWellFormed() ? cut : cut.slice(0, -1)}…`;
}
