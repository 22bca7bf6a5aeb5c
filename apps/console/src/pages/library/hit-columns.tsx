import type { Replies } from "../../api/api.ts";
import type { Column } from "../../components/data-table.tsx";
import { timeColumn } from "../../components/time-column.tsx";
import {
  ARTIFACT_TYPE_LABELS,
  type ArtifactType,
  namesOf,
  TABLE_LABELS,
} from "../../format/labels.ts";
import { HitLink } from "./hit-link.tsx";
import { markedParts } from "./marked-parts.ts";

type Hit = Replies["search"]["search"]["results"][number];

export const HIT_COLUMNS: readonly Column<Hit>[] = [
  {
    header: "Result",
    className: "w-full min-w-44 max-w-0",
    cell: (hit) => (
      <>
        <p className="line-clamp-2 break-words">
          <HitLink hit={hit} isRow />
        </p>
        <p className="line-clamp-3 break-words text-sm">
          <MarkedText snippet={hit.snippet} />
        </p>
        <p className="truncate text-soft text-sm" title={hit.researchQuestion ?? undefined}>
          <span className="sm:hidden">
            {kindOfHit(hit)} · <FoundBy hit={hit} />
            {hit.researchQuestion && " · "}
          </span>
          {hit.researchQuestion}
        </p>
      </>
    ),
  },
  { header: "Kind", className: "hidden sm:table-cell", cell: kindOfHit },
  {
    header: "Found by",
    className: "hidden whitespace-nowrap sm:table-cell",
    cell: (hit) => <FoundBy hit={hit} />,
  },
  timeColumn("Stored", ({ createdAt }) => createdAt, "hidden md:table-cell"),
];

function MarkedText({ snippet }: { snippet: string }) {
  return markedParts(snippet).map(({ text, isMarked, start }) =>
    isMarked ? (
      <mark key={start} className="rounded-sm bg-accent-soft font-medium text-text">
        {text}
      </mark>
    ) : (
      <span key={start}>{text}</span>
    ),
  );
}

function FoundBy({ hit: { inKeyword, inSemantic } }: { hit: Hit }) {
  if (inKeyword && inSemantic) return "keywords and meaning";
  return inSemantic ? "meaning" : "keywords";
}

function kindOfHit({ sourceTable, artifactType }: Hit): string {
  const type = namesOf(ARTIFACT_TYPE_LABELS).find(
    (name): name is ArtifactType => name === artifactType,
  );
  return type ? ARTIFACT_TYPE_LABELS[type] : TABLE_LABELS[sourceTable];
}
