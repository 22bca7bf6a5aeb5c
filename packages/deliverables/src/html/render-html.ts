import type { Element } from "hast";
import type { ResearchDocument } from "../document.ts";
import { labelsFor } from "../languages/labels-for.ts";
import { footerOf } from "../structure/answer-notes.ts";
import { contentsElement } from "./contents.ts";
import { coverElement } from "./cover.ts";
import { evidenceSection } from "./evidence-section.ts";
import { madeSection } from "./made-section.ts";
import { partPieces } from "./part-pieces.ts";
import { element, settingFor } from "./setting.ts";
import { sourceSections } from "./source-sections.ts";
import { styleFor } from "./style.ts";
import { escapeText, toHtml } from "./to-html.ts";

const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";
/** 46 rem */
const CHART_WIDTH = 736;

/** A self-contained file: it can be mailed, printed and read offline. */
export function renderHtml(document: ResearchDocument): Uint8Array {
  const { language, direction, title, theme } = document;
  return new TextEncoder().encode(`<!doctype html>
<html lang="${language}"${direction === "rtl" ? ' dir="rtl"' : ""}>
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>${escapeText(title)}</title>
<style>${styleFor(theme)}</style>
</head>
<body>
${toHtml(coverElement(document))}
${toHtml(pageElement(document))}
${toHtml(footerElement(document))}
</body>
</html>
`);
}

function pageElement(document: ResearchDocument): Element {
  const setting = settingFor(document, { citations: "bare", chartWidth: CHART_WIDTH, shift: 0 });
  const pieces = document.parts.flatMap((part) => partPieces(part, document, setting));
  const main = element("main", {}, [
    ...pieces.flatMap(({ elements }) => elements),
    ...madeSection(document),
    ...sourceSections(document, setting),
    ...evidenceSection(document.evidence, document.language),
    ...recordSection(document),
  ]);
  const contents = contentsElement(
    document,
    pieces.flatMap(({ entries }) => entries),
  );
  const className = contents.length > 0 ? ["page", "with-contents"] : ["page"];
  return element("div", { className }, [...contents, main]);
}

function recordSection({ record, language }: ResearchDocument): Element[] {
  if (record.length === 0) return [];
  const labels = labelsFor(language);
  return [
    element("section", { className: ["record"] }, [
      element("h2", {}, [labels.record]),
      element("p", {}, [labels.recordNote]),
      element("pre", { dir: "ltr" }, [element("code", {}, [record.join("\n")])]),
    ]),
  ];
}

function footerElement(document: ResearchDocument): Element {
  const parts = [document.planName, footerOf(document)].filter(Boolean);
  return element("footer", {}, [element("p", { dir: "auto" }, [parts.join(" · ")])]);
}
