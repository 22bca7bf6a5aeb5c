import { withoutCitations } from "../../format/citation-markers.ts";
import {
  ARTIFACT_TYPE_LABELS,
  type ArtifactType,
  namesOf,
  TABLE_LABELS,
} from "../../format/labels.ts";
import { t } from "../../language/messages.ts";
import type { Hit } from "./group-hits.ts";
import { markedParts } from "./marked-parts.ts";

/** The passage with the words that were searched for marked, without the signs of Markdown. */
export function Passage({ snippet }: { snippet: string }) {
  return markedParts(plainSnippet(snippet)).map(({ text, isMarked, start }) =>
    isMarked ? (
      <mark key={start} className="rounded-sm bg-accent-soft font-medium text-text">
        {text}
      </mark>
    ) : (
      <span key={start}>{text}</span>
    ),
  );
}

/** Tables, code and links as words; the asterisks of matches stay. */
function plainSnippet(snippet: string): string {
  return withoutCitations(snippet)
    .replace(/(?:\|\s*:?-{2,}:?\s*)+\|?/g, " ")
    .replace(/\s*\|\s*/g, " · ")
    .replace(/!?\[([^[\]]{0,300})\]\([^()\s]{0,1000}\)/g, "$1")
    .replace(
      /`+|(?<![\p{L}\p{N}_])_{1,2}(?=\S)|(?<=\S)_{1,2}(?![\p{L}\p{N}_])|(?:^|\s)#{1,6}(?=\s)/gu,
      "",
    )
    .replace(/\s+([.,;:!?])/g, "$1")
    .replace(/(?:\s*·)+\s*(?=·)|^\s*·\s*|\s*·\s*$/g, "");
}

export function foundBy({ inKeyword, inSemantic }: Hit): string {
  if (inKeyword && inSemantic) return t("keywords and meaning");
  return inSemantic ? t("meaning") : t("keywords");
}

export function kindOfHit({ sourceTable, artifactType, number }: Hit): string {
  const type = namesOf(ARTIFACT_TYPE_LABELS).find(
    (name): name is ArtifactType => name === artifactType,
  );
  if (type) return ARTIFACT_TYPE_LABELS[type];
  const isVersion = sourceTable === "research_output" && number !== null && number > 1;
  return isVersion ? t("Report v{version}", { version: number }) : TABLE_LABELS[sourceTable];
}
