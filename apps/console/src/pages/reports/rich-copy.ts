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
  // biome-ignore lint/performance/useDomNodeTextContent: the lines of the text as they are shown
  const text = [report.title, body.innerText.replaceAll("\u2060", ""), ...sourcesText(lines)];
  return { html: whole.innerHTML, text: text.join("\n\n") };
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
