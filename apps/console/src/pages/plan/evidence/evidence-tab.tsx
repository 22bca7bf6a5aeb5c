import { getRouteApi } from "@tanstack/react-router";
import { Choice } from "../../../components/choice.tsx";
import { t } from "../../../language/messages.ts";
import type { PlanDetail } from "../plan-detail.ts";
import { ClaimsView } from "./claims-view.tsx";
import { FindingsView } from "./findings-view.tsx";

const route = getRouteApi("/plans/$planId");

/** What the plan asserts beside what its sources say, and everything that was stored for it. */
export function EvidenceTab({ detail }: { detail: PlanDetail }) {
  const { counts } = detail;
  const { view = counts.claims > 0 ? "claims" : "findings" } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <>
      <div className="mb-3">
        <Choice
          label={t("What to show")}
          options={[
            { value: "claims", label: t("Claims ({count})", { count: counts.claims }) },
            { value: "findings", label: t("Findings ({count})", { count: counts.findings }) },
          ]}
          chosen={[view]}
          onChange={(chosen) => {
            const other = chosen.find((value) => value !== view);
            if (other) void navigate({ search: { tab: "evidence", view: other } });
          }}
        />
      </div>
      {view === "claims" ? <ClaimsView detail={detail} /> : <FindingsView detail={detail} />}
    </>
  );
}
