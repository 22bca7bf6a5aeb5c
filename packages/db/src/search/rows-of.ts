/** The rows of a list that a statement aggregated into one text, separated by spaces like their columns. */
export function rowsOf(list: unknown, columns: number): string[][] {
  const parts = String(list ?? "").split(" ");
  return Array.from({ length: Math.floor(parts.length / columns) }, (_, row) =>
    parts.slice(row * columns, (row + 1) * columns),
  );
}
