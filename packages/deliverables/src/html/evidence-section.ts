import type { Element } from "hast";
import type {
  ClaimView,
  EntryView,
  EvidenceView,
  SourceNote,
} from "../evidence/describe-evidence.ts";
import type { Labels } from "../languages/labels.ts";
import { labelsFor } from "../languages/labels-for.ts";
import type { DocumentLanguage } from "../languages/language.ts";
import { element } from "./setting.ts";

export const EVIDENCE_ANCHOR = "evidence";

/** The appendix with every claim and the passages it rests on. */
export function evidenceSection(
  evidence: EvidenceView | null,
  language: DocumentLanguage,
): Element[] {
  if (!evidence || evidence.claims.length === 0) return [];
  const labels = labelsFor(language);
  return [
    element("section", { className: ["evidence"], id: EVIDENCE_ANCHOR }, [
      element("h2", {}, [labels.evidence]),
      element("p", { className: ["detail"] }, [labels.claims.note]),
      ...evidence.claims.map((claim) => claimElement(claim, labels)),
      ...(evidence.omitted ? [element("p", {}, [evidence.omitted])] : []),
    ]),
  ];
}

function claimElement(claim: ClaimView, labels: Labels): Element {
  const { number, name, statement, isDoubtful, standing, audit, entries } = claim;
  return element("div", { className: ["claim"], id: `claim-${number}` }, [
    element("p", { className: ["statement"] }, [
      element("span", { className: ["label"] }, [name]),
      ` ${statement}`,
    ]),
    element("p", { className: isDoubtful ? ["standing", "doubt"] : ["standing"] }, [
      [`${standing}${labels.marks.stop}`, audit].filter(Boolean).join(" "),
    ]),
    ...entries.flatMap((entry) => entryElements(entry, labels)),
  ]);
}

function entryElements(entry: EntryView, labels: Labels): Element[] {
  const { isFound, before, words, after, link, line } = entry;
  const passage = isFound ? element("mark", {}, [words]) : words;
  return [
    ...(words ? [element("blockquote", { dir: "auto" }, [before, passage, after])] : []),
    element("p", { className: ["detail"] }, [line, ...jump(link, labels)]),
  ];
}

/** A passage below its source, in the source's own words. */
export function noteElement(note: SourceNote, language: DocumentLanguage): Element {
  const { claim, claimName, passage, readSentence, link } = note;
  return element("div", { className: ["note"] }, [
    element("blockquote", { dir: "auto" }, [passage]),
    element("p", { className: ["detail"] }, [
      readSentence && `${readSentence} `,
      element("a", { href: `#claim-${claim}` }, [claimName]),
      ...jump(link, labelsFor(language)),
    ]),
  ]);
}

function jump(link: string | null, { claims }: Labels): (Element | string)[] {
  if (!link) return [];
  return [" ", element("a", { href: link, rel: ["noreferrer"] }, [claims.showInSource])];
}
