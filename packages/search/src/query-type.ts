export type QueryType = "keyword" | "balanced" | "semantic";

const FEW_WORDS = 3;
const MANY_WORDS = 7;

export function queryTypeOf(query: string): QueryType {
  const words = query.split(/\s+/).filter((word) => word !== "").length;
  if (words <= FEW_WORDS) return "keyword";
  return words >= MANY_WORDS ? "semantic" : "balanced";
}
