import { TableRow } from "docx";
import type { ResearchDocument } from "../document.ts";
import { madeView } from "../structure/made-view.ts";
import { sectionHeading } from "./blocks.ts";
import { gap, layoutCell, layoutTable } from "./boxes.ts";
import { type BodyChild, type Look, paragraph, words } from "./look.ts";

/** How the research was done: figures in a panel, what people decided, and the rest in sentences. */
export function madeChildren(
  document: ResearchDocument,
  look: Look,
  isOnNewPage: boolean,
): BodyChild[] {
  const view = madeView(document);
  if (!view) return evidenceLine(document, look);
  const heading = sectionHeading([words(look.labels.howMade)], look, isOnNewPage);
  return [
    heading,
    ...(view.figures.length > 0 ? [figurePanel(view.figures, look), gap(look, 80)] : []),
    ...view.approvals.map(({ what, words: decided }) =>
      paragraph(look, {
        spacing: { after: 40 },
        children: [words(what, { bold: true }), words(" — "), words(decided)],
      }),
    ),
    ...view.lines.map((line, index) =>
      paragraph(look, {
        ...(index === 0 ? { spacing: { before: 100 } } : {}),
        children: [words(line)],
      }),
    ),
  ];
}

/** Where nothing else is recorded. */
function evidenceLine({ evidence }: ResearchDocument, look: Look): BodyChild[] {
  return evidence?.line
    ? [paragraph(look, { style: "About", children: [words(evidence.line)] })]
    : [];
}

function figurePanel(
  figures: readonly { readonly value: string; readonly label: string }[],
  look: Look,
) {
  const { palette, page } = look;
  const width = Math.floor(page.textWidth / figures.length);
  const cells = figures.map(({ value, label }) =>
    layoutCell(
      [
        paragraph(look, {
          spacing: { after: 0 },
          children: [words(value, { bold: true, size: 32, color: palette.accent })],
        }),
        paragraph(look, {
          spacing: { after: 0 },
          children: [words(label, { size: 18, color: palette.soft })],
        }),
      ],
      { width, fill: palette.panel, margins: { top: 120, bottom: 140, left: 240, right: 80 } },
    ),
  );
  return layoutTable(
    [new TableRow({ cantSplit: true, children: cells })],
    look,
    figures.map(() => width),
  );
}
