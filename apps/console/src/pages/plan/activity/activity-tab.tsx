import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { api } from "../../../api/api.ts";
import { Choice } from "../../../components/choice.tsx";
import { Icon } from "../../../components/icon.tsx";
import { RelativeTime } from "../../../components/relative-time.tsx";
import type { PlanDetail } from "../plan-detail.ts";
import type { PlanSearch } from "../route-search.ts";
import { AllEvents } from "./all-events.tsx";
import { eventInWords } from "./event-words.ts";
import { ProblemEvents } from "./problem-events.tsx";

const route = getRouteApi("/plans/$planId");
const ONLY_PROBLEMS = [{ value: "problems", label: "Only problems" }] as const;

export function ActivityTab({ detail: { plan, steps, counts } }: { detail: PlanDetail }) {
  const { only, event: opened } = route.useSearch();
  const navigate = route.useNavigate();
  const change = (changed: Partial<PlanSearch>) =>
    void navigate({
      search: (before) => ({ ...before, ...changed }),
      replace: true,
      resetScroll: false,
    });
  const nameStep = (stepId: string | null) => {
    const step = steps.find(({ id }) => id === stepId);
    return step ? `step ${step.order}` : "a step";
  };
  const table = {
    planId: plan.id,
    opened,
    onOpen: (event: string | undefined) => change({ event }),
    nameStep,
  };
  return (
    <>
      <div className="mb-3">
        <Choice
          label="Which events"
          options={ONLY_PROBLEMS}
          chosen={only ? [only] : []}
          onChange={([chosen]) => change({ only: chosen, event: undefined })}
        />
      </div>
      {only ? (
        <ProblemEvents {...table} onShowAll={() => change({ only: undefined })} />
      ) : (
        <>
          <SkillEvents planId={plan.id} />
          <AllEvents {...table} total={counts.events} />
        </>
      )}
    </>
  );
}

/** Skill events have no sequence number of the plan, so they are listed separately. */
function SkillEvents({ planId }: { planId: string }) {
  const input = { planId, direction: "backward", limit: 1 } as const;
  const { data } = useQuery(api.researchPlan.events.queryOptions(input));
  if (!data || data.skillEvents.length === 0) return null;
  return (
    <ul
      aria-label="Skills"
      className="mb-3 divide-y divide-line rounded-lg border border-line bg-card"
    >
      {data.skillEvents.map((event) => {
        const { icon, color, words } = eventInWords(event, "a step");
        return (
          <li key={event.id} className="flex items-center gap-2 px-3 py-2">
            <Icon name={icon} className={color} />
            <span className="min-w-0 flex-1 truncate">{words}</span>
            <span className="text-soft text-sm">
              <RelativeTime at={event.createdAt} />
            </span>
          </li>
        );
      })}
    </ul>
  );
}
