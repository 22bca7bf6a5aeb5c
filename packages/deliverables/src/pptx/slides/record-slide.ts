import { fitText } from "../measure/fit-text.ts";
import { BOTTOM, LEFT, type SlideDraft, TOP, WIDTH } from "../slide.ts";
import { line, notesText, type SlideContext } from "../slide-context.ts";

/** Small print at the very end; null where there is none. */
export function recordSlide({
  document,
  labels,
  palette,
  measure,
}: SlideContext): SlideDraft | null {
  const { record } = document;
  if (record.length === 0) return null;
  const room = { width: WIDTH, height: BOTTOM - TOP - 0.75 };
  const lines = fitText(
    measure,
    record.map((text) => line(text, { code: true })),
    { ...room, sizes: [12, 10, 9] },
  );
  const note = fitText(measure, [line(labels.recordNote)], {
    width: WIDTH,
    height: 0.55,
    sizes: [14, 12],
  });
  const taken = measure.heightOf(lines.paragraphs, WIDTH, { size: lines.size });
  const noteY = Math.min(BOTTOM - 0.6, TOP + taken + 0.25);
  return {
    layout: "plain",
    titles: [labels.record],
    weight: "fixed",
    shapes: [
      {
        kind: "text",
        name: labels.record,
        box: { x: LEFT, y: TOP, w: WIDTH, h: room.height },
        size: lines.size,
        colour: palette.soft,
        paragraphs: lines.paragraphs,
      },
      {
        kind: "text",
        name: "Note",
        box: { x: LEFT, y: noteY, w: WIDTH, h: 0.55 },
        size: note.size,
        colour: palette.soft,
        paragraphs: note.paragraphs,
      },
    ],
    notes: notesText([labels.recordNote, record.join("\n")]),
  };
}
