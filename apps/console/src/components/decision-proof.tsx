import type { DecidedVia } from "@trovella/plan-engine";
import { isProven, proofInWords } from "../format/decision-channel.ts";

/** The rank of a decision's channel in plain words; a warning where nothing proves that a person decided. */
export function DecisionProof({ decidedVia }: { decidedVia: DecidedVia | null }) {
  if (!decidedVia) return null;
  return (
    <p className={`text-sm ${isProven(decidedVia) ? "text-soft" : "text-warn"}`}>
      {proofInWords(decidedVia)}.
    </p>
  );
}
