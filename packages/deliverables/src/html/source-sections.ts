import type { Element } from "hast";
import type { CitedSource } from "../citations.ts";
import type { ResearchDocument } from "../document.ts";
import { furtherQuotes, type SourceNote } from "../evidence/describe-evidence.ts";
import { labelsFor } from "../languages/labels-for.ts";
import type { DocumentLanguage } from "../languages/language.ts";
import { describeSource, sourceSentence } from "../source-line.ts";
import { noteElement } from "./evidence-section.ts";
import { element, type Setting } from "./setting.ts";

export const SOURCES_ANCHOR = "sources";
const MAX_BACK_LINKS = 10;

/** The cited sources with their quotes and the way back to where they are cited, then the others. */
export function sourceSections(
  { sources, evidence }: ResearchDocument,
  { uses, language }: Setting,
): Element[] {
  if (sources.length === 0) return [];
  const labels = labelsFor(language);
  const cited = sources.filter((source) => source.isCited);
  const others = sources.filter((source) => !source.isCited);
  const list = (title: string, listed: readonly CitedSource[]) => {
    if (listed.length === 0) return [];
    const items = listed.map((source) =>
      sourceElement(source, {
        uses: uses.get(source.number) ?? 0,
        notes: evidence?.notes.get(source.number) ?? [],
        language,
      }),
    );
    return [element("h2", {}, [title]), element("ol", {}, items)];
  };
  return [
    element("section", { className: ["sources"], id: SOURCES_ANCHOR }, [
      ...list(labels.sources, cited),
      ...list(cited.length > 0 ? labels.furtherSources : labels.sources, others),
    ]),
  ];
}

interface Given {
  readonly uses: number;
  readonly notes: readonly SourceNote[];
  readonly language: DocumentLanguage;
}

function sourceElement(source: CitedSource, { uses, notes, language }: Given): Element {
  const line = describeSource(source);
  const details = sourceSentence(line, language).slice(line.title.length);
  const { link, title } = line;
  return element("li", { id: `source-${source.number}`, value: String(source.number) }, [
    element("p", { dir: "auto" }, [
      link
        ? element("a", { href: link, rel: ["noreferrer"] }, [title])
        : element("strong", {}, [title]),
      element("span", { className: ["detail"] }, [details]),
      ...backLinks(source.number, uses, language),
    ]),
    ...(link ? [element("p", { className: ["address"], dir: "ltr" }, [link])] : []),
    ...notes.map((note) => noteElement(note, language)),
    ...furtherQuotes(line.quotes, notes).map((quote) =>
      element("blockquote", { dir: "auto" }, [quote]),
    ),
  ]);
}

function backLinks(number: number, uses: number, language: DocumentLanguage): Element[] {
  const labels = labelsFor(language);
  const links = Array.from({ length: Math.min(uses, MAX_BACK_LINKS) }, (_, index) => {
    const use = index + 1;
    const ariaLabel = labels.backToUse({ use, source: number });
    const properties = { href: `#cite-${number}-${use}`, ariaLabel };
    return [" ", element("a", properties, [uses === 1 ? "↩" : `↩${use}`])];
  });
  return uses === 0 ? [] : [element("span", { className: ["back"] }, links.flat())];
}
