import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { api, queryClient } from "../../../api/api.ts";
import { Choice } from "../../../components/choice.tsx";
import { CsvButton } from "../../../components/lists/csv-button.tsx";
import { Select } from "../../../components/select.tsx";
import { TextLink } from "../../../components/text-link.tsx";
import { Toggle } from "../../../components/toggle.tsx";
import { rich, t } from "../../../language/messages.ts";
import type { PlanDetail } from "../plan-detail.ts";
import type { LogKind, PlanSearch } from "../route-search.ts";
import { LogList } from "./log-list.tsx";

const route = getRouteApi("/plans/$planId");

const KINDS: readonly { readonly value: LogKind; readonly label: string }[] = [
  { value: "events", label: t("Events") },
  { value: "calls", label: t("Tool calls") },
];

/** What happened and what clients called, in one list. */
export function LogTab({ detail }: { detail: PlanDetail }) {
  const { kind, client, only, event } = route.useSearch();
  const navigate = route.useNavigate();
  /** The list begins at the event that the URL named. */
  const [start, setStart] = useState(event);
  const change = (changed: Partial<PlanSearch>) =>
    void navigate({
      search: (before) => ({ ...before, ...changed }),
      replace: true,
      resetScroll: false,
    });
  const filter = (changed: Partial<PlanSearch>) => {
    setStart(undefined);
    change({ ...changed, event: undefined });
  };
  const { run, plan } = detail;
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <Choice
          label={t("Kinds of entries")}
          options={KINDS}
          chosen={kind ? [kind] : []}
          onChange={(chosen) => filter({ kind: chosen.find((each) => each !== kind) })}
        />
        <Toggle isOn={only !== undefined} onChange={(isOn) => filter({ only: isOn && "problems" })}>
          {t("Only problems")}
        </Toggle>
        {plan.clients.length > 0 && (
          <Select
            label={t("Client")}
            none={t("All clients")}
            options={plan.clients.map((name) => ({ value: name, label: name }))}
            chosen={client}
            onChange={(chosen) => filter({ client: chosen })}
          />
        )}
        <CsvButton
          name={`tool-calls-${plan.handle}`}
          label={t("Tool calls as CSV")}
          load={() => queryClient.fetchQuery(api.csv.toolCalls.queryOptions({ planId: plan.id }))}
        />
        {run && (
          <span className="text-soft text-sm sm:ml-auto">
            {rich("Run of the skill {name}", {
              name: (
                <TextLink to="/runs/$executionId" params={{ executionId: run.id }}>
                  {run.skillName}
                </TextLink>
              ),
            })}
          </span>
        )}
      </div>
      {start !== undefined && (
        <p className="mb-3 flex flex-wrap items-center gap-x-3 text-soft text-sm">
          {t("Beginning at event {number}.", { number: Number(start) })}
          <button
            type="button"
            className="min-h-8 text-accent underline"
            onClick={() => filter({})}
          >
            {t("Show the newest")}
          </button>
        </p>
      )}
      <LogList
        key={`${kind} ${client} ${only} ${start}`}
        detail={detail}
        filters={{ kind, client, only }}
        start={start}
        openedEvent={event}
        onOpenEvent={(seq) => change({ event: seq })}
        onShowAll={() => filter({ kind: undefined, client: undefined, only: undefined })}
      />
    </>
  );
}
