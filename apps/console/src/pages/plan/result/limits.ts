import { plural, t } from "../../../language/messages.ts";
import type { PlanDetail } from "../plan-detail.ts";
import type { PlanResult } from "./citation-check.ts";

type Counts = Pick<PlanResult["counts"], "findingsWithoutSource" | "unreadSources" | "claims">;
type Head = Pick<PlanDetail["plan"], "outcome">;
type Review = Pick<PlanDetail["reviews"][number], "decision" | "decidedVia">;

export interface Limited {
  readonly plan: Head;
  readonly reviews: readonly Review[];
  readonly isClosedEarly: boolean;
  readonly isComposed: boolean;
  readonly counts: Counts;
}

/** What the result does not rest on, one sentence each. */
export function limitsInWords({ plan, reviews, isClosedEarly, isComposed, counts }: Limited) {
  const { skipped, failed } = plan.outcome;
  const { claims, findingsWithoutSource, unreadSources } = counts;
  const unproven = reviews.filter(
    ({ decision, decidedVia }) => decision && (decidedVia === "relayed" || decidedVia === "api"),
  ).length;
  const unchecked = claims.unchecked ?? 0;
  const unsupported = claims.unsupported ?? 0;
  const sentences = [
    isComposed && t("No assistant wrote this report; Trovella composed it from what was stored."),
    isClosedEarly && t("The plan closed early, so part of the research was not done."),
    failed > 0 && plural(failed, "{count} step failed.", "{count} steps failed."),
    skipped > 0 && plural(skipped, "{count} step was skipped.", "{count} steps were skipped."),
    findingsWithoutSource > 0 &&
      plural(
        findingsWithoutSource,
        "{count} finding names no source.",
        "{count} findings name no source.",
      ),
    unreadSources > 0 &&
      plural(
        unreadSources,
        "{count} source could not be read by Trovella.",
        "{count} sources could not be read by Trovella.",
      ),
    unsupported > 0 &&
      plural(
        unsupported,
        "{count} claim was not found in its sources.",
        "{count} claims were not found in their sources.",
      ),
    unchecked > 0 &&
      plural(
        unchecked,
        "{count} claim could not be checked.",
        "{count} claims could not be checked.",
      ),
    unproven > 0 &&
      plural(
        unproven,
        "{count} review was decided without proof that a person decided.",
        "{count} reviews were decided without proof that a person decided.",
      ),
  ];
  return sentences.filter((sentence) => sentence !== false);
}
