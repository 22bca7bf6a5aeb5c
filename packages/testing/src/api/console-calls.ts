import type { createCaller } from "../../../api/src/index.ts";

type Procedures = ReturnType<typeof createCaller>;

export interface SeededIds {
  readonly planId: string;
  readonly executionId: string;
}

/** Every list and summary query of the console, with its filters. */
export function consoleCalls(
  { planId, executionId }: SeededIds,
  cursor: { readonly plans: string | null },
): Readonly<Record<string, (procedures: Procedures) => Promise<unknown>>> {
  return {
    "home.summary": ({ home }) => home.summary(),
    "insights.summary": ({ insights }) => insights.summary(),
    "researchPlan.healthSummary": ({ researchPlan }) => researchPlan.healthSummary(),
    "researchPlan.list": ({ researchPlan }) => researchPlan.list(),
    "researchPlan.list next page": ({ researchPlan }) =>
      researchPlan.list({ cursor: cursor.plans }),
    "researchPlan.list failed": ({ researchPlan }) => researchPlan.list({ status: ["failed"] }),
    "researchPlan.list text": ({ researchPlan }) => researchPlan.list({ text: "district 77" }),
    "researchPlan.list scan created": ({ researchPlan }) =>
      researchPlan.list({ mode: "scan", sort: "created" }),
    "researchPlan.detail": ({ researchPlan }) => researchPlan.detail({ planId }),
    "researchPlan.events": ({ researchPlan }) => researchPlan.events({ planId }),
    "researchPlan.events problems": ({ researchPlan }) =>
      researchPlan.events({ planId, direction: "backward", onlyProblems: true }),
    "skillExecution.list": ({ skillExecution }) => skillExecution.list(),
    "skillExecution.list filtered": ({ skillExecution }) =>
      skillExecution.list({ status: "failed", skillName: "research" }),
    "skillExecution.detail": ({ skillExecution }) => skillExecution.detail({ executionId }),
    "skillExecution.summary": ({ skillExecution }) => skillExecution.summary(),
    "review.list open": ({ review }) => review.list(),
    "review.list decided": ({ review }) => review.list({ state: "decided" }),
    "artifact.list": ({ artifact }) => artifact.list(),
    "artifact.list of a plan": ({ artifact }) => artifact.list({ planId }),
    "output.list": ({ output }) => output.list(),
    "feedback.list": ({ feedback }) => feedback.list(),
    "toolCall.list": ({ toolCall }) => toolCall.list(),
    "toolCall.list of a plan": ({ toolCall }) => toolCall.list({ planId }),
    "toolCall.list of a run": ({ toolCall }) => toolCall.list({ executionId }),
    "toolCall.clients": ({ toolCall }) => toolCall.clients(),
    "toolCall.list errors": ({ toolCall }) => toolCall.list({ onlyErrors: true }),
    "toolCall.list of a session": ({ toolCall }) => toolCall.list({ sessionId: "session-77" }),
    "toolCall.list of a tool": ({ toolCall }) => toolCall.list({ toolName: "store_research" }),
    "securityEvent.list": ({ securityEvent }) => securityEvent.list(),
    "securityEvent.list of a kind": ({ securityEvent }) => securityEvent.list({ kind: "sign_out" }),
    "securityEvent.list of a person": ({ securityEvent }) =>
      securityEvent.list({ userId: "usr_7" }),
    "search.typeAhead": ({ search }) => search.typeAhead({ text: "heat pumps in district 77" }),
  };
}
