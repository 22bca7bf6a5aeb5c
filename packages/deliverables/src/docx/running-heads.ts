import { BorderStyle, Footer, Header, PageNumber, Tab, TabStopType, TextRun } from "docx";
import type { ResearchDocument } from "../document.ts";
import { clip } from "../safe-text.ts";
import { footerOf } from "../structure/answer-notes.ts";
import { type Look, paragraph, words } from "./look.ts";

const SIZE = 17;
/** Both sides of the line together. */
const MAX_CHARACTERS = 96;
const MAX_END_CHARACTERS = 46;

/** Title and organization above the text, date, version and number of the page below it. */
export function runningHeads(document: ResearchDocument, look: Look) {
  const { palette } = look;
  const organization = clip(document.organization, MAX_END_CHARACTERS);
  const title = clip(document.title, MAX_CHARACTERS - organization.length);
  const line = { style: BorderStyle.SINGLE, size: 4, space: 4, color: palette.line };
  const letters = { size: SIZE, color: palette.soft };
  const head = paragraph(look, {
    ...bothSides(look),
    border: { bottom: line },
    children: [words(title, letters), ...endOf(organization, letters)],
  });
  const foot = () =>
    paragraph(look, {
      ...bothSides(look),
      children: [
        words(clip(footerOf(document), MAX_CHARACTERS), letters),
        new TextRun({
          ...letters,
          children: [new Tab(), PageNumber.CURRENT, " / ", PageNumber.TOTAL_PAGES],
        }),
      ],
    });
  const footer = () => new Footer({ children: [foot()] });
  return {
    headers: {
      default: new Header({ children: [head] }),
      first: new Header({ children: [paragraph(look, {})] }),
    },
    footers: { default: footer(), first: footer() },
  };
}

function endOf(text: string, letters: { readonly size: number; readonly color: string }) {
  return text ? [new TextRun({ ...letters, children: [new Tab()] }), words(text, letters)] : [];
}

/** Positions count from the side a paragraph begins on, where `right` is the end of a line in either direction. */
function bothSides({ page }: Look) {
  const tabStops = [{ type: TabStopType.RIGHT, position: page.textWidth }];
  return { spacing: { after: 0 }, tabStops };
}
