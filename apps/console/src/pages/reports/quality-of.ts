import type { Report } from "./report.ts";

type ClaimStatus = Report["claims"][number]["status"];

const SUPPORTED: ReadonlySet<ClaimStatus> = new Set(["supported", "derived", "confirmed"]);
const DOUBTFUL = ["weak", "unsupported", "contradicted", "disputed"] as const;

/** Counts of what a report rests on. */
export function qualityOf({ sources, claims }: Pick<Report, "sources" | "claims">) {
  return {
    cited: sources.filter(({ isCited }) => isCited).length,
    claims: claims.length,
    supported: claims.filter(({ status }) => SUPPORTED.has(status)).length,
    doubtful: DOUBTFUL.flatMap((status) => {
      const count = claims.filter((claim) => claim.status === status).length;
      return count > 0 ? [{ status, count }] : [];
    }),
  };
}
