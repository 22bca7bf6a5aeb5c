import type { Replies } from "../../api/api.ts";

type Execution = Pick<
  Replies["skillExecution"]["detail"]["execution"],
  "status" | "errorMessage" | "metadata"
>;

export function noPlanReason({ status, errorMessage, metadata }: Execution): string {
  const check = Object(metadata?.priorResearchCheck) as { userDecision?: unknown };
  if (check.userDecision === "use_existing") {
    return "The user chose to use earlier research, so no plan was needed.";
  }
  switch (status) {
    case "started":
      return "The run is still in the interview, or was abandoned there.";
    case "executing":
      return "The run continues, but no plan is linked to it: the plan was created in another session, or without one.";
    case "failed":
      return errorMessage
        ? "The run failed before a plan was linked to it; the error is above."
        : "The run failed before a plan was linked to it.";
    case "completed":
      return "The run ended without a plan: it was answered directly, or its plan was created in another session.";
  }
}
