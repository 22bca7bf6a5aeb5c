import type { Element, ElementContent } from "hast";
import type { Inline } from "../blocks.ts";
import { labelsFor } from "../languages/labels-for.ts";
import type { DocumentLanguage } from "../languages/language.ts";
import { raisedCitations } from "../raised-citations.ts";
import { element, type Setting } from "./setting.ts";

type Citation = Extract<Inline, { kind: "citation" }>;

export function inlineElements(inlines: readonly Inline[], setting: Setting): ElementContent[] {
  const elements: ElementContent[] = [];
  let run: Citation[] = [];
  const endRun = () => {
    if (run.length > 0) elements.push(...citationElements(run, setting));
    run = [];
  };
  for (const inline of raisedCitations(inlines)) {
    if (inline.kind === "citation") run.push(inline);
    else if (inline.kind !== "claim" || inline.isDoubtful) {
      endRun();
      elements.push(inlineElement(inline, setting.language));
    }
  }
  endRun();
  return elements;
}

function inlineElement(
  inline: Exclude<Inline, Citation>,
  language: DocumentLanguage,
): ElementContent {
  if (inline.kind === "break") return element("br", {}, []);
  if (inline.kind === "claim") return doubtElement(language);
  let node: ElementContent = { type: "text", value: inline.text };
  if (inline.isUnresolved) node = element("span", { className: ["unresolved"] }, [node]);
  if (inline.code) node = element("code", {}, [node]);
  if (inline.strike) node = element("del", {}, [node]);
  if (inline.italic) node = element("em", {}, [node]);
  if (inline.bold) node = element("strong", {}, [node]);
  return inline.href ? element("a", { href: inline.href, rel: ["noreferrer"] }, [node]) : node;
}

/** A word joiner: without it a line may begin with the number. */
const NO_BREAK = "\u2060";

function doubtElement(language: DocumentLanguage): Element {
  const title = labelsFor(language).claims.doubt;
  return element("sup", { className: ["doubt"], title }, [`${NO_BREAK}?`]);
}

/** Numbers that follow each other stand in one place, or each in its brackets. */
function citationElements(run: readonly Citation[], { uses, citations }: Setting): Element[] {
  const links = run.map(({ number }) => {
    const use = (uses.get(number) ?? 0) + 1;
    uses.set(number, use);
    const properties = { href: `#source-${number}`, id: `cite-${number}-${use}` };
    return element("a", properties, [citations === "bare" ? String(number) : `[${number}]`]);
  });
  if (citations === "bracketed") return links.map((link) => element("sup", {}, [NO_BREAK, link]));
  const separated = links.flatMap((link, index) => (index === 0 ? [link] : [", ", link]));
  return [element("sup", {}, [NO_BREAK, ...separated])];
}
