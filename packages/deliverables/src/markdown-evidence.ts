import type { BlockContent, PhrasingContent, RootContent } from "mdast";
import {
  type ClaimView,
  type EntryView,
  EVIDENCE_NOTE,
  EVIDENCE_TITLE,
  type EvidenceView,
  entryLine,
  SHOW_IN_SOURCE,
  type SourceNote,
} from "./evidence/describe-evidence.ts";
import { paragraph, text } from "./paragraph.ts";

/** The appendix with every claim and the passages it rests on. Texts are nodes, so that the writer escapes them. */
export function evidenceBlocks(evidence: EvidenceView | null): RootContent[] {
  if (!evidence || evidence.claims.length === 0) return [];
  return [
    { type: "heading", depth: 2, children: [text(EVIDENCE_TITLE)] },
    paragraph([text(EVIDENCE_NOTE)]),
    ...evidence.claims.flatMap(claimBlocks),
    ...(evidence.omitted ? [paragraph([text(evidence.omitted)])] : []),
  ];
}

function claimBlocks(claim: ClaimView): RootContent[] {
  const { number, statement, isKey, standing, audit, entries } = claim;
  const label = `Claim ${number}${isKey ? ", key" : ""}:`;
  const about = [`${standing}.`, audit].filter(Boolean).join(" ");
  return [
    paragraph([
      { type: "strong", children: [text(label)] },
      text(` ${statement} `),
      { type: "emphasis", children: [text(about)] },
    ]),
    ...entries.map(entryBlock),
  ];
}

function entryBlock(entry: EntryView): RootContent {
  const { isFound, before, words, after, link } = entry;
  const passage: PhrasingContent = isFound
    ? { type: "strong", children: [text(words)] }
    : text(words);
  const quote = paragraph([text(before), passage, text(after)]);
  const children: BlockContent[] = [
    ...(words ? [quote] : []),
    paragraph([text(entryLine(entry)), ...jump(link)]),
  ];
  return { type: "blockquote", children };
}

/** A passage behind its source, in the source's own words. */
export function noteText({ passage, readOn, claim, link }: SourceNote): PhrasingContent[] {
  const about = [...(readOn ? [`read ${readOn}`] : []), `claim ${claim}`].join(", ");
  return [text(` “${passage}” (${about})`), ...jump(link)];
}

function jump(link: string | null): PhrasingContent[] {
  return link ? [text(" "), { type: "link", url: link, children: [text(SHOW_IN_SOURCE)] }] : [];
}
