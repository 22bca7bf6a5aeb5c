import { numberText, t } from "../../language/messages.ts";
import { HitLink } from "./hit-link.tsx";

const SCORE_FORMAT = { minimumFractionDigits: 3, maximumFractionDigits: 3 };

interface Ranking {
  readonly rank: number;
  readonly score: number;
}

interface ListedHit extends Ranking {
  readonly chunkId: string;
  readonly sourceTable: string;
  readonly sourceId: string;
  readonly title: string | null;
  /** The index of the passage in its source. */
  readonly position: number;
  readonly excerpt?: string;
  readonly planId?: string | null;
  /** The ranks in the two legs, of a fused hit. */
  readonly places?: { readonly keyword: Ranking | null; readonly semantic: Ranking | null };
}

interface HitListProps {
  readonly hits: readonly ListedHit[];
  readonly none: string;
  readonly marked: string | null;
  readonly onMark: (sourceId: string | null) => void;
}

/** Ranked hits. Hover or focus highlights the same source in the other lists. */
export function HitList({ hits, none, marked, onMark }: HitListProps) {
  if (hits.length === 0) return <p className="px-3 py-4 text-soft">{none}</p>;
  return (
    <ol className="divide-y divide-line">
      {hits.map((hit) => (
        <li
          key={hit.chunkId}
          data-marked={marked === hit.sourceId || undefined}
          onPointerEnter={() => onMark(hit.sourceId)}
          onPointerLeave={() => onMark(null)}
          onFocus={() => onMark(hit.sourceId)}
          onBlur={() => onMark(null)}
          className="grid grid-cols-[1.75rem_minmax(0,1fr)] gap-x-1 border-l-2 border-l-transparent px-2 py-2 data-marked:border-l-accent data-marked:bg-accent-soft"
        >
          <span className="text-right text-soft tabular-nums">{hit.rank}.</span>
          <div className="min-w-0 pl-1">
            <p className="flex items-baseline gap-2">
              <span className="min-w-0 flex-1 break-words">
                <HitLink hit={hit} />
              </span>
              <span className="text-sm tabular-nums">
                <span className="sr-only">{t("score")} </span>
                {numberText(hit.score, SCORE_FORMAT)}
              </span>
            </p>
            <p className="text-soft text-sm">
              {t("part {number}", { number: hit.position + 1 })}
              {hit.places && ` · ${ranksText(hit.places)}`}
            </p>
            {hit.excerpt && (
              <p className="line-clamp-2 break-words text-soft text-sm">{hit.excerpt}</p>
            )}
          </div>
        </li>
      ))}
    </ol>
  );
}

function ranksText({ keyword, semantic }: NonNullable<ListedHit["places"]>): string {
  const parts = [
    keyword && t("keyword: rank {rank}", { rank: keyword.rank }),
    semantic && t("semantic: rank {rank}", { rank: semantic.rank }),
  ];
  return parts.filter(Boolean).join(", ");
}
