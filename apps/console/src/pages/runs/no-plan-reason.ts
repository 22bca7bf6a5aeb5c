import type { Replies } from "../../api/api.ts";
import { t } from "../../language/messages.ts";

type Execution = Pick<
  Replies["skillExecution"]["detail"]["execution"],
  "status" | "errorMessage" | "metadata"
>;

export function noPlanReason({ status, errorMessage, metadata }: Execution): string {
  const check = Object(metadata?.priorResearchCheck) as { userDecision?: unknown };
  if (check.userDecision === "use_existing") {
    return t("The user chose to use earlier research, so no plan was needed.");
  }
  switch (status) {
    case "started":
      return t("The run is still in the interview, or was abandoned there.");
    case "executing":
      return t(
        "The run continues, but no plan is linked to it: the plan was created in another session, or without one.",
      );
    case "failed":
      return errorMessage
        ? t("The run failed before a plan was linked to it; the error is above.")
        : t("The run failed before a plan was linked to it.");
    case "completed":
      return t(
        "The run ended without a plan: it was answered directly, or its plan was created in another session.",
      );
  }
}
