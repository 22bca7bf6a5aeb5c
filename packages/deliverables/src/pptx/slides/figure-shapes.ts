import { fitText } from "../measure/fit-text.ts";
import { LEFT, type Shape, TOP, WIDTH } from "../slide.ts";
import { line, type SlideContext } from "../slide-context.ts";
import type { AnswerFigure } from "../words/answer-figures.ts";

const HEIGHT = 1.65;
const VALUE = { y: 0.1, height: 0.8, sizes: [44, 36, 30, 24] };
const LABEL = { y: 0.88, height: 0.62, sizes: [16, 14] };

export function figuresHeight(figures: readonly AnswerFigure[]): number {
  return figures.length * HEIGHT;
}

/** Large numbers below each other, each with the words that say what it is. */
export function figureShapes(
  { palette, measure }: SlideContext,
  figures: readonly AnswerFigure[],
  x: number,
): Shape[] {
  const w = LEFT + WIDTH - x;
  return figures.flatMap(({ value, label }, index): Shape[] => {
    const y = TOP + index * HEIGHT;
    const number = fitText(measure, [line(value, { bold: true })], {
      width: w,
      height: VALUE.height,
      sizes: VALUE.sizes,
      maxLines: 1,
    });
    const words = fitText(measure, [line(label)], {
      width: w,
      height: LABEL.height,
      sizes: LABEL.sizes,
    });
    return [
      ...(index > 0
        ? [{ kind: "rule" as const, box: { x, y, w, h: 0.01 }, colour: palette.line }]
        : []),
      {
        kind: "text",
        name: "Figure",
        box: { x, y: y + VALUE.y, w, h: VALUE.height },
        size: number.size,
        colour: palette.accent,
        paragraphs: number.paragraphs,
      },
      {
        kind: "text",
        name: "Figure label",
        box: { x, y: y + LABEL.y, w, h: LABEL.height },
        size: words.size,
        colour: palette.soft,
        paragraphs: words.paragraphs,
      },
    ];
  });
}
