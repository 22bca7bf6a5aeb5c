import type { BlockContent, PhrasingContent, RootContent } from "mdast";
import type {
  ClaimView,
  EntryView,
  EvidenceView,
  SourceNote,
} from "./evidence/describe-evidence.ts";
import type { Labels } from "./languages/labels.ts";
import { labelsFor } from "./languages/labels-for.ts";
import type { DocumentLanguage } from "./languages/language.ts";
import { paragraph, text } from "./paragraph.ts";

/** The appendix with every claim and the passages it rests on. Texts are nodes, so that the writer escapes them. */
export function evidenceBlocks(
  evidence: EvidenceView | null,
  language: DocumentLanguage,
): RootContent[] {
  if (!evidence || evidence.claims.length === 0) return [];
  const labels = labelsFor(language);
  return [
    { type: "heading", depth: 2, children: [text(labels.evidence)] },
    paragraph([text(labels.claims.note)]),
    ...evidence.claims.flatMap((claim) => claimBlocks(claim, labels)),
    ...(evidence.omitted ? [paragraph([text(evidence.omitted)])] : []),
  ];
}

function claimBlocks(claim: ClaimView, labels: Labels): RootContent[] {
  const { name, statement, standing, audit, entries } = claim;
  const { colon, stop } = labels.marks;
  const label = `${name}${colon.trimEnd()}`;
  const about = [`${standing}${stop}`, audit].filter(Boolean).join(" ");
  return [
    paragraph([
      { type: "strong", children: [text(label)] },
      text(` ${statement} `),
      { type: "emphasis", children: [text(about)] },
    ]),
    ...entries.map((entry) => entryBlock(entry, labels)),
  ];
}

function entryBlock(entry: EntryView, labels: Labels): RootContent {
  const { isFound, before, words, after, link, line } = entry;
  const passage: PhrasingContent = isFound
    ? { type: "strong", children: [text(words)] }
    : text(words);
  const quote = paragraph([text(before), passage, text(after)]);
  const children: BlockContent[] = [
    ...(words ? [quote] : []),
    paragraph([text(line), ...jump(link, labels)]),
  ];
  return { type: "blockquote", children };
}

/** A passage behind its source, in the source's own words. */
export function noteText(
  { quoted, about, link }: SourceNote,
  language: DocumentLanguage,
): PhrasingContent[] {
  return [text(` ${quoted} ${about}`), ...jump(link, labelsFor(language))];
}

function jump(link: string | null, { claims }: Labels): PhrasingContent[] {
  return link
    ? [text(" "), { type: "link", url: link, children: [text(claims.showInSource)] }]
    : [];
}
