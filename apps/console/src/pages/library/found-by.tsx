import {
  ARTIFACT_TYPE_LABELS,
  type ArtifactType,
  namesOf,
  type SearchedTable,
  TABLE_LABELS,
} from "../../format/labels.ts";

interface Hit {
  readonly sourceTable: SearchedTable;
  readonly artifactType: string | null;
  readonly inKeyword: boolean;
  readonly inSemantic: boolean;
}

/** Which way led to a hit, in words. */
export function FoundBy({ hit: { inKeyword, inSemantic } }: { hit: Hit }) {
  if (inKeyword && inSemantic) return "words and meaning";
  return inSemantic ? "meaning" : "words";
}

/** What a hit is: an artifact by its type, a report or extracted data. */
export function kindOfHit({ sourceTable, artifactType }: Hit): string {
  const type = namesOf(ARTIFACT_TYPE_LABELS).find(
    (name): name is ArtifactType => name === artifactType,
  );
  return type ? ARTIFACT_TYPE_LABELS[type] : TABLE_LABELS[sourceTable];
}
