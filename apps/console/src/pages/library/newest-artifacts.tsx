import { useInfiniteQuery } from "@tanstack/react-query";
import { api, type Replies } from "../../api/api.ts";
import { Button } from "../../components/button.tsx";
import type { Column } from "../../components/data-table.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { PAGES, PagedTable } from "../../components/paged-table.tsx";
import { PlanTitle } from "../../components/plan-title.tsx";
import { RowLink } from "../../components/row-link.tsx";
import { TextLink } from "../../components/text-link.tsx";
import { timeColumn } from "../../components/time-column.tsx";
import { ARTIFACT_TYPE_LABELS, type ArtifactType, confidenceText } from "../../format/labels.ts";

type ArtifactRow = Replies["artifact"]["list"]["artifacts"][number];

interface NewestArtifactsProps {
  readonly type: ArtifactType | undefined;
  readonly onShowAll: () => void;
}

export function NewestArtifacts({ type, onShowAll }: NewestArtifactsProps) {
  const query = useInfiniteQuery(
    api.artifact.list.infiniteQueryOptions({ artifactType: type }, PAGES),
  );
  return (
    <PagedTable
      query={query}
      what="the library"
      rowName="artifacts"
      rowsOf={({ artifacts }) => artifacts}
      empty={type ? <NoneOfType onShowAll={onShowAll} /> : NOTHING}
      caption="Newest artifacts"
      columns={COLUMNS}
    />
  );
}

const COLUMNS: readonly Column<ArtifactRow>[] = [
  {
    header: "Artifact",
    className: "w-full min-w-44 max-w-0",
    cell: ({ id, title, summary, excerpt, artifactType }) => (
      <>
        <p className="truncate" title={title}>
          <RowLink to="/library/$artifactId" params={{ artifactId: id }}>
            {title}
          </RowLink>
        </p>
        <p className="truncate text-soft text-sm">
          <span className="sm:hidden">{ARTIFACT_TYPE_LABELS[artifactType]} · </span>
          {summary ?? excerpt}
        </p>
      </>
    ),
  },
  {
    header: "Type",
    className: "hidden sm:table-cell",
    cell: ({ artifactType }) => ARTIFACT_TYPE_LABELS[artifactType],
  },
  {
    header: "Plan",
    className: "hidden min-w-48 max-w-0 lg:table-cell",
    cell: ({ planName, planMode, planTitle }) =>
      planName &&
      planTitle && (
        <p className="truncate text-soft" title={planName}>
          <PlanTitle mode={planMode} title={planTitle} />
        </p>
      ),
  },
  {
    header: "Confidence",
    className: "hidden text-right tabular-nums lg:table-cell",
    cell: ({ confidence }) => confidenceText(confidence) ?? <span className="text-soft">–</span>,
  },
  {
    header: "Sources",
    className: "hidden text-right tabular-nums md:table-cell",
    cell: ({ sourceCount }) => sourceCount,
  },
  timeColumn("Stored", ({ createdAt }) => createdAt),
];

function NoneOfType({ onShowAll }: { onShowAll: () => void }) {
  return (
    <EmptyState
      title="No artifact of this type"
      action={<Button onClick={onShowAll}>Show all types</Button>}
    >
      Assistants choose a type for everything they store.
    </EmptyState>
  );
}

const NOTHING = (
  <EmptyState
    title="The library is empty"
    action={<TextLink to="/connect">Connect an AI client</TextLink>}
  >
    Findings, analyses and notes appear here as soon as an assistant stores them.
  </EmptyState>
);
