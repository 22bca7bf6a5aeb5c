import { useQuery } from "@tanstack/react-query";
import { api } from "../../../api/api.ts";
import { DetailPage } from "../../../components/detail-page.tsx";
import { TextLink } from "../../../components/text-link.tsx";
import { t } from "../../../language/messages.ts";
import { CompareView } from "./compare-view.tsx";

interface ComparePageProps {
  readonly outputId: string;
  readonly otherId: string;
}

/** What changed between two versions of a report. */
export function ComparePage({ outputId, otherId }: ComparePageProps) {
  const query = useQuery(
    // Versions never change.
    api.output.compare.queryOptions({ outputId, otherId }, { staleTime: "static" }),
  );
  return (
    <DetailPage
      query={query}
      what={t("report")}
      lines={12}
      back={<TextLink to="/reports">{t("Go to the reports")}</TextLink>}
    >
      {(comparison) => (
        <CompareView
          key={`${comparison.before.id} ${comparison.after.id}`}
          comparison={comparison}
        />
      )}
    </DetailPage>
  );
}
