export interface Measures {
  readonly ndcg10: number;
  readonly recall100: number;
  readonly mrr10: number;
}

/** Quality measures of a ranking with binary relevance. */
export function measureRanking(
  ranking: readonly string[],
  relevant: ReadonlySet<string>,
): Measures {
  const isHit = ranking.map((id) => relevant.has(id));
  const gain = (rank: number) => 1 / Math.log2(rank + 2);
  const ideal = sum(Array.from({ length: Math.min(10, relevant.size) }, (_, rank) => gain(rank)));
  const found = sum(isHit.slice(0, 10).map((hit, rank) => (hit ? gain(rank) : 0)));
  const first = isHit.slice(0, 10).indexOf(true);
  return {
    ndcg10: found / ideal,
    recall100: isHit.slice(0, 100).filter(Boolean).length / relevant.size,
    mrr10: first < 0 ? 0 : 1 / (first + 1),
  };
}

export function meanMeasures(all: readonly Measures[]): Measures {
  const mean = (pick: (one: Measures) => number) => sum(all.map(pick)) / all.length;
  return {
    ndcg10: mean(({ ndcg10 }) => ndcg10),
    recall100: mean(({ recall100 }) => recall100),
    mrr10: mean(({ mrr10 }) => mrr10),
  };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
