import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { api } from "../../api/api.ts";
import { ErrorState } from "../../components/error-state.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { isUnknownId, UnknownId } from "../../components/unknown-id.tsx";
import { Reader } from "./reader.tsx";

const route = getRouteApi("/reports/$outputId");

export function ReportPage() {
  const { outputId } = route.useParams();
  const { source } = route.useSearch();
  const navigate = route.useNavigate();
  const { data, error, refetch } = useQuery(
    // A version never changes, and making it readable takes seconds where it is long.
    api.output.detail.queryOptions({ outputId }, { staleTime: "static" }),
  );
  if (data) {
    return (
      <Reader
        key={outputId}
        report={data}
        chosen={source === undefined ? null : Number(source)}
        onChoose={(number) =>
          void navigate({
            search: { source: number === null ? undefined : String(number) },
            replace: true,
            resetScroll: false,
          })
        }
      />
    );
  }
  if (error && isUnknownId(error)) {
    return (
      <UnknownId
        what="report"
        back={
          <Link to="/reports" className="text-accent underline underline-offset-2">
            Go to the reports
          </Link>
        }
      />
    );
  }
  return (
    <>
      <PageHeader title="Report" />
      {error ? (
        <ErrorState what="The report" error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton what="the report" lines={12} />
      )}
    </>
  );
}
