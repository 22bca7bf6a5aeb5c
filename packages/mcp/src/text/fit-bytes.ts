/** The beginning of the text that has at most this many bytes as JSON in UTF-8, and its number of characters. */
export function fitBytes(
  text: string,
  maxBytes: number,
): { readonly text: string; readonly count: number } {
  let bytes = 0;
  let units = 0;
  let count = 0;
  for (const character of text) {
    bytes += Buffer.byteLength(JSON.stringify(character)) - 2;
    if (bytes > maxBytes) break;
    units += character.length;
    count += 1;
  }
  return { text: text.slice(0, units), count };
}
