import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { api } from "../../api/api.ts";
import { DetailPage } from "../../components/detail-page.tsx";
import { TextLink } from "../../components/text-link.tsx";
import { t } from "../../language/messages.ts";
import { Reader } from "./reader.tsx";

const route = getRouteApi("/reports/$outputId");

const ComparePage = lazy(async () => ({
  default: (await import("./compare/compare-page.tsx")).ComparePage,
}));

export function ReportPage() {
  const { outputId } = route.useParams();
  const { compare } = route.useSearch();
  if (compare === undefined) return <ReadPage outputId={outputId} />;
  return (
    <Suspense fallback={null}>
      <ComparePage outputId={outputId} otherId={compare} />
    </Suspense>
  );
}

function ReadPage({ outputId }: { outputId: string }) {
  const { source } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery(
    // A version never changes, and rendering a long one takes seconds.
    api.output.detail.queryOptions({ outputId }, { staleTime: "static" }),
  );
  const choose = (number: number | null) =>
    void navigate({
      search: { source: number === null ? undefined : String(number) },
      replace: true,
      resetScroll: false,
    });
  return (
    <DetailPage
      query={query}
      what={t("report")}
      lines={12}
      back={<TextLink to="/reports">{t("Go to the reports")}</TextLink>}
    >
      {(report) => (
        <Reader
          key={outputId}
          report={report}
          chosen={source === undefined ? null : Number(source)}
          onChoose={choose}
        />
      )}
    </DetailPage>
  );
}
