import { figuresOf, isSameFigure, prepareText } from "@trovella/evidence";

/** A figure of a text. Those of one group say the same; null is one of a statement that no text has. */
export interface FigureMark {
  readonly start: number;
  readonly end: number;
  readonly group: number | null;
}

export interface MarkedFigures {
  readonly statement: readonly FigureMark[];
  /** One list per text. */
  readonly texts: readonly (readonly FigureMark[])[];
}

/** Where a statement and the texts that it rests on have the same figures. */
export function markFigures(statement: string, texts: readonly string[]): MarkedFigures {
  const prepared = texts.map((text) => prepareText(text));
  const language = prepared[0]?.lexicon.language ?? null;
  const stated = figuresOf(prepareText(statement, { language }));
  const groups = [...new Set(stated.map(groupKey))];
  const found = prepared.map((text) =>
    figuresOf(text).flatMap((figure) => {
      const same = stated.find((candidate) => isSameFigure(candidate, figure));
      const { start, end } = figure;
      return same ? [{ start, end, group: groups.indexOf(groupKey(same)) }] : [];
    }),
  );
  const matched = new Set(found.flat().map(({ group }) => group));
  return {
    statement: stated.map((figure) => {
      const group = groups.indexOf(groupKey(figure));
      return { start: figure.start, end: figure.end, group: matched.has(group) ? group : null };
    }),
    texts: found,
  };
}

function groupKey({ key, unit }: { readonly key: string; readonly unit: string }): string {
  return `${key} ${unit}`;
}
