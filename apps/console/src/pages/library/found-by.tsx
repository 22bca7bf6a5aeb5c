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

export function FoundBy({ hit: { inKeyword, inSemantic } }: { hit: Hit }) {
  if (inKeyword && inSemantic) return "keywords and meaning";
  return inSemantic ? "meaning" : "keywords";
}

export function kindOfHit({ sourceTable, artifactType }: Hit): string {
  const type = namesOf(ARTIFACT_TYPE_LABELS).find(
    (name): name is ArtifactType => name === artifactType,
  );
  return type ? ARTIFACT_TYPE_LABELS[type] : TABLE_LABELS[sourceTable];
}
