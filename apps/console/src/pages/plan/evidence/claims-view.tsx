import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { api } from "../../../api/api.ts";
import { EmptyState } from "../../../components/empty-state.tsx";
import { PAGES } from "../../../components/paged-table.tsx";
import { QueryView } from "../../../components/query-view.tsx";
import { ShowMore } from "../../../components/show-more.tsx";
import { Toggle } from "../../../components/toggle.tsx";
import { numberText, rich, t } from "../../../language/messages.ts";
import { type ListedClaim, summaryInWords } from "../../claims/claim-words.ts";
import { ClaimWorkbench } from "../../claims/claim-workbench.tsx";
import type { PlanDetail } from "../plan-detail.ts";

const route = getRouteApi("/plans/$planId");

/** The claims of a plan, key claims and risks first; all of them or a sample. */
export function ClaimsView({ detail: { plan } }: { detail: PlanDetail }) {
  const { sample } = route.useSearch();
  return (
    <>
      <AuditHeader planId={plan.id} />
      {sample ? <Sample planId={plan.id} /> : <AllClaims planId={plan.id} />}
    </>
  );
}

function AuditHeader({ planId }: { planId: string }) {
  const { sample } = route.useSearch();
  const navigate = route.useNavigate();
  const { data } = useQuery(api.claims.auditSummary.queryOptions({ planId }));
  if (!data || data.total === 0) return null;
  const { agree, disagree } = data.medianSeconds;
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
      <p role="status" className="min-w-0">
        {summaryInWords(data)}.
        {(agree ?? disagree) !== undefined && (
          <span className="text-soft">
            {" "}
            {t("{seconds} s per verdict.", {
              seconds: numberText(Math.round(agree ?? disagree ?? 0)),
            })}
          </span>
        )}
      </p>
      <span className="sm:ml-auto">
        <Toggle
          isOn={sample === true}
          onChange={(isOn) =>
            void navigate({
              search: (before) => ({ ...before, sample: isOn, claim: undefined }),
              replace: true,
              resetScroll: false,
            })
          }
        >
          {t("Audit a sample")}
        </Toggle>
      </span>
    </div>
  );
}

function Sample({ planId }: { planId: string }) {
  const query = useQuery(api.claims.sample.queryOptions({ planId }));
  return (
    <QueryView
      query={query}
      what={t("the sample")}
      lines={8}
      isEmpty={({ claims }) => claims.length === 0}
      empty={NO_CLAIMS}
    >
      {({ claims }) => <Workbench claims={claims} />}
    </QueryView>
  );
}

function AllClaims({ planId }: { planId: string }) {
  const query = useInfiniteQuery(api.claims.list.infiniteQueryOptions({ planId }, PAGES));
  return (
    <QueryView
      query={query}
      what={t("claims")}
      lines={8}
      isEmpty={({ pages }) => pages.every(({ claims }) => claims.length === 0)}
      empty={NO_CLAIMS}
    >
      {({ pages }) => (
        <Workbench claims={pages.flatMap(({ claims }) => claims)}>
          <ShowMore query={query}>{t("Show more {what}", { what: t("claims") })}</ShowMore>
        </Workbench>
      )}
    </QueryView>
  );
}

function Workbench({
  claims,
  children,
}: {
  claims: readonly ListedClaim[];
  children?: React.ReactNode;
}) {
  const { claim } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <ClaimWorkbench
      claims={claims}
      named={claim}
      onChoose={(chosen) =>
        void navigate({
          search: (before) => ({ ...before, claim: chosen }),
          replace: true,
          resetScroll: false,
        })
      }
    >
      {children}
    </ClaimWorkbench>
  );
}

const NO_CLAIMS = (
  <EmptyState title={t("No claims yet")}>
    {rich(
      "Claims with quotes of their sources appear here as soon as the client records them with {tool}.",
      {
        tool: <code className="font-mono">record_claims</code>,
      },
    )}
  </EmptyState>
);
