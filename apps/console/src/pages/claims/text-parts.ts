export interface FigureRange {
  readonly start: number;
  readonly end: number;
  /** Figures of one group say the same; null is one that the sources do not have. */
  readonly group: number | null;
}

export interface TextPart {
  readonly start: number;
  readonly text: string;
  readonly isQuoted: boolean;
  /** Undefined outside of figures. */
  readonly group: number | null | undefined;
}

/** A text in parts that look alike: what is quoted, and where its figures are. Ranges beyond the text are cut. */
export function textParts(
  text: string,
  figures: readonly FigureRange[],
  quoted: { readonly start: number; readonly end: number } = { start: 0, end: 0 },
): TextPart[] {
  const edges = [quoted.start, quoted.end, ...figures.flatMap(({ start, end }) => [start, end])];
  const places = [...new Set([0, ...edges, text.length])]
    .filter((place) => place >= 0 && place <= text.length)
    .sort((one, other) => one - other);
  return places.slice(0, -1).map((start, index) => ({
    start,
    text: text.slice(start, places[index + 1]),
    isQuoted: start >= quoted.start && start < quoted.end,
    group: figures.find((figure) => start >= figure.start && start < figure.end)?.group,
  }));
}
