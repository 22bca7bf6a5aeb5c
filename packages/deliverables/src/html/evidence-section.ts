import type { Element } from "hast";
import {
  type ClaimView,
  type EntryView,
  EVIDENCE_NOTE,
  EVIDENCE_TITLE,
  type EvidenceView,
  entryLine,
  SHOW_IN_SOURCE,
  type SourceNote,
} from "../evidence/describe-evidence.ts";
import { element } from "./elements.ts";

export const EVIDENCE_ANCHOR = "evidence";

/** The appendix with every claim and the passages it rests on. */
export function evidenceSection(evidence: EvidenceView | null): Element[] {
  if (!evidence || evidence.claims.length === 0) return [];
  return [
    element("section", { className: ["evidence"], id: EVIDENCE_ANCHOR }, [
      element("h2", {}, [EVIDENCE_TITLE]),
      element("p", { className: ["detail"] }, [EVIDENCE_NOTE]),
      ...evidence.claims.map(claimElement),
      ...(evidence.omitted ? [element("p", {}, [evidence.omitted])] : []),
    ]),
  ];
}

function claimElement(claim: ClaimView): Element {
  const { number, statement, isKey, isDoubtful, standing, audit, entries } = claim;
  const label = `Claim ${number}${isKey ? ", key" : ""}`;
  return element("div", { className: ["claim"], id: `claim-${number}` }, [
    element("p", { className: ["statement"] }, [
      element("span", { className: ["label"] }, [label]),
      ` ${statement}`,
    ]),
    element("p", { className: isDoubtful ? ["standing", "doubt"] : ["standing"] }, [
      [`${standing}.`, audit].filter(Boolean).join(" "),
    ]),
    ...entries.flatMap(entryElements),
  ]);
}

function entryElements(entry: EntryView): Element[] {
  const { isFound, before, words, after, link } = entry;
  const passage = isFound ? element("mark", {}, [words]) : words;
  return [
    ...(words ? [element("blockquote", {}, [before, passage, after])] : []),
    element("p", { className: ["detail"] }, [entryLine(entry), ...jump(link)]),
  ];
}

/** A passage below its source, in the source's own words. */
export function noteElement({ claim, passage, readOn, link }: SourceNote): Element {
  const about = readOn ? `Read ${readOn}. ` : "";
  return element("div", { className: ["note"] }, [
    element("blockquote", {}, [passage]),
    element("p", { className: ["detail"] }, [
      about,
      element("a", { href: `#claim-${claim}` }, [`Claim ${claim}`]),
      ...jump(link),
    ]),
  ]);
}

function jump(link: string | null): (Element | string)[] {
  return link ? [" ", element("a", { href: link, rel: ["noreferrer"] }, [SHOW_IN_SOURCE])] : [];
}
