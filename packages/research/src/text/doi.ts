/** DOIs are often copied with the URL of their resolver. */
export function plainDoi(text: string): string {
  return text.trim().replace(/^(https?:\/\/(www\.|dx\.)?doi\.org\/|doi:\s*)/i, "");
}

export function isDoi(text: string): boolean {
  return /^10\.\d{4,9}\/\S+$/.test(plainDoi(text));
}
