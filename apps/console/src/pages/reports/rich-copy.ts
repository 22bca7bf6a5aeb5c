import { citationText } from "../../format/citation-text.ts";
import { t } from "../../language/messages.ts";
import { webLink } from "../../url/web-link.ts";
import type { Report, ReportSource } from "./report.ts";

/** Attributes that mean something outside this page. */
const KEPT = new Set(["href", "start", "scope", "dir"]);

/**
 * The report as HTML and as plain text for other programs: citations are numbers, and the list of sources stands at the end.
 * Everything of ours is set as text; the body is the HTML that the API sanitized.
 */
export function richCopy(report: Report, body: HTMLElement | null): { html: string; text: string } {
  if (!body) throw new Error("The report is not on the page.");
  const cited = report.sources.filter(({ isCited }) => isCited);
  // A document of its own: nothing in it is ever shown or loaded.
  const page = document.implementation.createHTMLDocument();
  const whole = page.createElement("div");
  whole.append(heading(page, "h1", report.title));
  const copy = page.importNode(body, true);
  clean(copy);
  whole.append(...copy.childNodes);
  if (cited.length > 0) {
    whole.append(heading(page, "h2", t("Sources")));
    for (const source of cited) whole.append(sourceLine(page, source));
  }
  const lines = cited.map((source) => `[${source.number}] ${citationText(source)}`);
  const text = [report.title, shownText(body), ...sourcesText(lines)];
  return { html: whole.innerHTML, text: text.join("\n\n") };
}

/** The lines of the text as they are shown, without the words of its charts, which stand in the tables too. */
function shownText(body: HTMLElement): string {
  body.classList.add("without-charts");
  // biome-ignore lint/performance/useDomNodeTextContent: paragraphs are to be lines
  const text = body.innerText.replaceAll("\u2060", "");
  body.classList.remove("without-charts");
  return text;
}

function sourcesText(lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [`${t("Sources")}\n${lines.join("\n")}`];
}

function heading(page: Document, name: "h1" | "h2", text: string): HTMLElement {
  const element = page.createElement(name);
  element.textContent = text;
  return element;
}

function clean(copy: HTMLElement): void {
  // Other programs do not paste drawings, and their tables follow.
  for (const chart of copy.querySelectorAll("figure")) chart.remove();
  for (const link of copy.querySelectorAll("sup a")) link.replaceWith(link.textContent ?? "");
  for (const element of copy.querySelectorAll("*")) {
    for (const name of element.getAttributeNames()) {
      if (!KEPT.has(name)) element.removeAttribute(name);
    }
  }
}

function sourceLine(page: Document, source: ReportSource): HTMLElement {
  const line = page.createElement("p");
  const url = webLink(source.url) ?? (source.doi ? webLink(`https://doi.org/${source.doi}`) : null);
  const words = citationText({ ...source, url: null, doi: null });
  line.append(`[${source.number}] ${words} `);
  if (url) {
    const link = page.createElement("a");
    link.href = url;
    link.textContent = url;
    line.append(link);
  }
  return line;
}
