import type { createCaller } from "../../../api/src/index.ts";

type Procedures = ReturnType<typeof createCaller>;
type Calls = Readonly<Record<string, (procedures: Procedures) => Promise<unknown>>>;

export interface SeededIds {
  readonly planId: string;
  readonly executionId: string;
  readonly sourceId: string;
  readonly claimId: string;
}

type ListedRouter =
  | "researchPlan"
  | "skillExecution"
  | "review"
  | "artifact"
  | "claims"
  | "output"
  | "feedback"
  | "toolCall"
  | "securityEvent";
type ListInput<Router extends ListedRouter> = Extract<
  Parameters<Procedures[Router]["list"]>[0],
  object
>;
/** A value for each filter and sort of each list: the compiler demands one for a new filter. */
type FilterValues = {
  readonly [Router in ListedRouter]: {
    readonly [Name in Exclude<keyof ListInput<Router>, "limit" | "offset" | "cursor">]: NonNullable<
      ListInput<Router>[Name]
    >;
  };
};

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

const filterValues = ({ planId, executionId, sourceId }: SeededIds): FilterValues => ({
  researchPlan: {
    status: ["failed"],
    text: "district 77",
    mode: "scan",
    sort: "created",
    whose: "mine",
    state: "finished",
    createdAfter: daysAgo(40),
    createdBefore: daysAgo(110),
    isReversed: true,
    tag: "rare",
  },
  skillExecution: { status: "failed", skillName: "research" },
  review: { state: "decided", planId, whose: "mine" },
  artifact: {
    planId,
    artifactType: "note",
    createdAfter: daysAgo(40),
    createdBefore: daysAgo(110),
  },
  claims: {
    planId,
    status: "contradicted",
    isKey: true,
    sourceId,
    isUnaudited: true,
  },
  output: {
    planId,
    mediaType: "markdown",
    text: "district 77",
    whose: "mine",
    createdAfter: daysAgo(40),
    createdBefore: daysAgo(110),
    isNewest: true,
    sort: "name",
    isReversed: true,
  },
  feedback: { planId, satisfaction: "neutral" },
  toolCall: {
    planId,
    executionId,
    onlyErrors: true,
    sessionId: "session-77",
    toolName: "store_research",
    whose: "mine",
  },
  securityEvent: { kind: "sign_out", userId: "usr_7" },
});

/** Every list and summary query of the console; lists also with each of their filters. */
export function consoleCalls(ids: SeededIds, cursor: { readonly plans: string | null }): Calls {
  const { planId, executionId, sourceId, claimId } = ids;
  return {
    "home.summary": ({ home }) => home.summary(),
    "home.summary mine": ({ home }) => home.summary({ whose: "mine" }),
    "insights.summary": ({ insights }) => insights.summary(),
    "insights.effort": ({ insights }) => insights.effort({ days: 90 }),
    "researchPlan.healthSummary": ({ researchPlan }) => researchPlan.healthSummary(),
    "researchPlan.healthSummary mine": ({ researchPlan }) =>
      researchPlan.healthSummary({ whose: "mine" }),
    ...listCalls(filterValues(ids)),
    "researchPlan.list next page": ({ researchPlan }) =>
      researchPlan.list({ cursor: cursor.plans }),
    "researchPlan.list stalled": ({ researchPlan }) => researchPlan.list({ status: ["stalled"] }),
    "researchPlan.list waiting created": ({ researchPlan }) =>
      researchPlan.list({ status: ["waiting_for_assistant", "failed"], sort: "created" }),
    "researchPlan.list scan created": ({ researchPlan }) =>
      researchPlan.list({ mode: "scan", sort: "created" }),
    "researchPlan.list sorted by name": ({ researchPlan }) => researchPlan.list({ sort: "name" }),
    "researchPlan.list sorted by status": ({ researchPlan }) =>
      researchPlan.list({ sort: "status" }),
    "researchPlan.list sorted by progress": ({ researchPlan }) =>
      researchPlan.list({ sort: "progress" }),
    "researchPlan.list sorted by sources": ({ researchPlan }) =>
      researchPlan.list({ sort: "sources" }),
    "researchPlan.list active by name": ({ researchPlan }) =>
      researchPlan.list({ state: "active", sort: "name" }),
    "output.list by plan": ({ output }) => output.list({ sort: "plan", isNewest: true }),
    "researchPlan.detail": ({ researchPlan }) => researchPlan.detail({ planId }),
    "researchPlan.events": ({ researchPlan }) => researchPlan.events({ planId }),
    "researchPlan.events problems": ({ researchPlan }) =>
      researchPlan.events({ planId, direction: "backward", onlyProblems: true }),
    "researchPlan.result": ({ researchPlan }) => researchPlan.result({ planId }),
    "researchPlan.evidence": ({ researchPlan }) => researchPlan.evidence({ planId }),
    "researchPlan.evidence filtered": ({ researchPlan }) =>
      researchPlan.evidence({ planId, source: 1, onlyProblems: true }),
    "researchPlan.log": ({ researchPlan }) => researchPlan.log({ planId }),
    "researchPlan.log filtered": ({ researchPlan }) =>
      researchPlan.log({ planId, client: "cursor", onlyProblems: true }),
    "skillExecution.list filtered": ({ skillExecution }) =>
      skillExecution.list({ status: "failed", skillName: "research" }),
    "skillExecution.detail": ({ skillExecution }) => skillExecution.detail({ executionId }),
    "skillExecution.summary": ({ skillExecution }) => skillExecution.summary(),
    "claims.list confirmed": ({ claims }) => claims.list({ status: "confirmed" }),
    "claims.list unseen": ({ claims }) => claims.list({ isUnaudited: true, isKey: true }),
    "claims.detail": ({ claims }) => claims.detail({ claimId }),
    "claims.ofSource": ({ claims }) => claims.ofSource({ sourceId }),
    "claims.sample": ({ claims }) => claims.sample({ planId }),
    "claims.auditSummary": ({ claims }) => claims.auditSummary({ planId }),
    "toolCall.clients": ({ toolCall }) => toolCall.clients(),
    "toolCall.clients mine": ({ toolCall }) => toolCall.clients({ whose: "mine" }),
    "search.typeAhead": ({ search }) => search.typeAhead({ text: "heat pumps in district 77" }),
  };
}

function listCalls(lists: FilterValues): Calls {
  const calls: Record<string, Calls[string]> = {};
  for (const [router, filters] of Object.entries(lists)) {
    const list = (procedures: Procedures, input?: object) =>
      (procedures[router as ListedRouter].list as (input?: object) => Promise<unknown>)(input);
    calls[`${router}.list`] = (procedures) => list(procedures);
    for (const [name, value] of Object.entries(filters)) {
      calls[`${router}.list by ${name}`] = (procedures) => list(procedures, { [name]: value });
    }
  }
  return calls;
}
