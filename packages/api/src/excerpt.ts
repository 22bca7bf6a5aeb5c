/** The beginning of a text, with a sign that there is more; never half a character. */
export function excerpt(text: string, length: number): string {
  if (text.length <= length) return text;
  const cut = text.slice(0, Math.max(0, length - 1));
  return `${cut.isWellFormed() ? cut : cut.slice(0, -1)}…`;
}
