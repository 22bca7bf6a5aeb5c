/** The lines that fit into the room, from the first, each with its line break; and how many were left out. */
export function fitLines(
  lines: readonly string[],
  room: number,
  sizeOf: (line: string) => number = (line) => line.length,
): { readonly kept: readonly string[]; readonly leftOut: number; readonly size: number } {
  let size = 0;
  for (const [index, line] of lines.entries()) {
    const next = size + sizeOf(line) + 1;
    if (next > room) return { kept: lines.slice(0, index), leftOut: lines.length - index, size };
    size = next;
  }
  return { kept: lines, leftOut: 0, size };
}
