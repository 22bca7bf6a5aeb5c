import type { Replies } from "../../api/api.ts";

type Execution = Pick<
  Replies["skillExecution"]["detail"]["execution"],
  "status" | "errorMessage" | "metadata"
>;

/** Why a run has no plan, as far as can be told. */
export function noPlanReason({ status, errorMessage, metadata }: Execution): string {
  const check = Object(metadata?.priorResearchCheck) as { userDecision?: unknown };
  if (check.userDecision === "use_existing") {
    return "The person was content with earlier research, so no plan was needed.";
  }
  switch (status) {
    case "started":
      return "The run is still at the interview, or ended there without a word.";
    case "executing":
      return "The run goes on, but no plan was linked to it: the plan was made in another session, or without one.";
    case "failed":
      return errorMessage
        ? "The run failed before a plan was linked to it; the error is above."
        : "The run failed before a plan was linked to it.";
    case "completed":
      return "The run ended without a plan: it was answered directly, or its plan was made in another session.";
  }
}
