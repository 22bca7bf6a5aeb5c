/** Whether each typed word begins a word of the text, in any order. */
export function matchesWords(text: string, typed: string): boolean {
  const words = foldedWords(text);
  return foldedWords(typed).every((wanted) => words.some((word) => word.startsWith(wanted)));
}

/** Without case and accents. */
function foldedWords(text: string): string[] {
  const folded = text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  return folded.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "");
}
