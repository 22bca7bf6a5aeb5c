import { useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { api } from "../../api/api.ts";
import { Button } from "../../components/button.tsx";
import { Choice } from "../../components/choice.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { PAGES, PagedTable } from "../../components/paged-table.tsx";
import { planCallColumns } from "./plan-call-columns.tsx";
import type { PlanDetail } from "./plan-detail.ts";

const route = getRouteApi("/plans/$planId");
const ONLY_ERRORS = [{ value: "problems", label: "Only errors" }] as const;

export function CallsTab({ detail }: { detail: PlanDetail }) {
  const { only } = route.useSearch();
  const navigate = route.useNavigate();
  const showOnly = (chosen: readonly "problems"[]) =>
    void navigate({ search: (before) => ({ ...before, only: chosen[0] }), replace: true });
  return (
    <>
      <div className="mb-3">
        <Choice
          label="Which calls"
          options={ONLY_ERRORS}
          chosen={only ? [only] : []}
          onChange={showOnly}
        />
      </div>
      <Calls detail={detail} onlyErrors={only === "problems"} onShowAll={() => showOnly([])} />
    </>
  );
}

interface CallsProps {
  readonly detail: PlanDetail;
  readonly onlyErrors: boolean;
  readonly onShowAll: () => void;
}

function Calls({ detail, onlyErrors, onShowAll }: CallsProps) {
  const input = { planId: detail.plan.id, onlyErrors };
  const query = useInfiniteQuery(api.toolCall.list.infiniteQueryOptions(input, PAGES));
  return (
    <PagedTable
      query={query}
      what="tool calls"
      rowName="calls"
      lines={6}
      rowsOf={({ toolCalls }) => toolCalls}
      empty={<NoCalls onlyErrors={onlyErrors} onShowAll={onShowAll} />}
      caption="Tool calls"
      columns={planCallColumns(detail)}
    />
  );
}

function NoCalls({ onlyErrors, onShowAll }: { onlyErrors: boolean; onShowAll: () => void }) {
  return onlyErrors ? (
    <EmptyState title="No call failed" action={<Button onClick={onShowAll}>Show all calls</Button>}>
      Every call of this plan succeeded.
    </EmptyState>
  ) : (
    <EmptyState title="No calls yet">Calls that clients make for this plan appear here.</EmptyState>
  );
}
