import { useInfiniteQuery } from "@tanstack/react-query";
import { api, type Replies } from "../../api/api.ts";
import { Button } from "../../components/button.tsx";
import type { Column } from "../../components/data-table.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { ShortTime, shortTimeColumn } from "../../components/lists/short-time.tsx";
import { PAGES, PagedTable } from "../../components/paged-table.tsx";
import { PlanTitle } from "../../components/plan-title.tsx";
import { RowLink } from "../../components/row-link.tsx";
import { TextLink } from "../../components/text-link.tsx";
import { ARTIFACT_TYPE_LABELS, confidenceText } from "../../format/labels.ts";
import { markdownExcerpt } from "../../format/markdown-excerpt.ts";
import { numberText, t } from "../../language/messages.ts";
import { isFiltered, type LibrarySearch, listInput } from "./route-search.ts";

type ArtifactRow = Replies["artifact"]["list"]["artifacts"][number];

interface NewestArtifactsProps {
  readonly search: LibrarySearch;
  readonly onShowAll: () => void;
}

export function NewestArtifacts({ search, onShowAll }: NewestArtifactsProps) {
  const query = useInfiniteQuery(
    api.artifact.list.infiniteQueryOptions(listInput(search, new Date()), PAGES),
  );
  return (
    <PagedTable
      query={query}
      what={t("the library")}
      rowName={t("artifacts")}
      rowsOf={({ artifacts }) => artifacts}
      empty={isFiltered(search) ? <NoneMatch onShowAll={onShowAll} /> : NOTHING}
      caption={t("Newest artifacts")}
      columns={COLUMNS}
    />
  );
}

const COLUMNS: readonly Column<ArtifactRow>[] = [
  {
    header: t("Artifact"),
    className: "w-full min-w-56 max-w-0",
    cell: ({ id, title, summary, excerpt, artifactType, createdAt }) => (
      <>
        <p className="line-clamp-2 break-words" title={title} dir="auto">
          <RowLink to="/library/$artifactId" params={{ artifactId: id }}>
            {title}
          </RowLink>
        </p>
        <p className="line-clamp-1 break-all text-soft text-sm" dir="auto">
          {markdownExcerpt(summary ?? excerpt)}
        </p>
        <p className="flex justify-between text-soft text-sm sm:hidden">
          {ARTIFACT_TYPE_LABELS[artifactType]}
          <ShortTime at={createdAt} />
        </p>
      </>
    ),
  },
  {
    header: t("Type"),
    className: "hidden sm:table-cell",
    cell: ({ artifactType }) => ARTIFACT_TYPE_LABELS[artifactType],
  },
  {
    header: t("Plan"),
    className: "hidden min-w-48 max-w-0 lg:table-cell",
    cell: ({ planName, planMode, planTitle }) =>
      planName &&
      planTitle && (
        <p className="line-clamp-2 break-words text-soft" title={planName} dir="auto">
          <PlanTitle mode={planMode} title={planTitle} />
        </p>
      ),
  },
  {
    header: t("Confidence"),
    className: "hidden text-right tabular-nums xl:table-cell",
    cell: ({ confidence }) => confidenceText(confidence) ?? <span className="text-soft">–</span>,
  },
  {
    header: t("Sources"),
    className: "hidden text-right tabular-nums md:table-cell",
    cell: ({ sourceCount }) => numberText(sourceCount),
  },
  shortTimeColumn(t("Stored"), ({ createdAt }) => createdAt),
];

function NoneMatch({ onShowAll }: { onShowAll: () => void }) {
  return (
    <EmptyState
      title={t("Nothing matches these filters")}
      action={<Button onClick={onShowAll}>{t("Show everything")}</Button>}
    >
      {t("Try another type or a longer period.")}
    </EmptyState>
  );
}

const NOTHING = (
  <EmptyState
    title={t("The library is empty")}
    action={<TextLink to="/connect">{t("Connect an AI client")}</TextLink>}
  >
    {t("Findings, analyses and notes appear here as soon as an assistant stores them.")}
  </EmptyState>
);
