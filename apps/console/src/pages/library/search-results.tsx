import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { api } from "../../api/api.ts";
import { Button } from "../../components/button.tsx";
import { DataTable } from "../../components/data-table.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { ErrorState } from "../../components/error-state.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { HIT_COLUMNS } from "./hit-columns.tsx";
import { isFiltered, type LibrarySearch, queryInput } from "./route-search.ts";
import { SearchNotes } from "./search-notes.tsx";

const FIRST_HITS = 20;
const MOST_HITS = 100;

/** What was found by words and by meaning, best first. */
export function SearchResults({
  search,
  onChange,
}: {
  search: LibrarySearch;
  onChange: (changed: LibrarySearch) => void;
}) {
  // Whoever searches for something else starts with the first hits again.
  const [moreOf, setMoreOf] = useState<string>();
  const limit = moreOf === search.query ? MOST_HITS : FIRST_HITS;
  const query = useQuery(
    api.search.search.queryOptions(
      { ...queryInput(search), limit },
      { placeholderData: keepPreviousData },
    ),
  );
  const { data, error, refetch } = query;
  if (error && (!data || query.isPlaceholderData)) {
    return <ErrorState what="The search" error={error} onRetry={() => void refetch()} />;
  }
  if (!data) return <Skeleton what="what was found" lines={8} />;
  const { results } = data;
  return (
    <>
      <SearchNotes legs={data.legs} pending={data.indexing.pending} />
      {results.length === 0 ? (
        <NothingFound search={search} onChange={onChange} />
      ) : (
        <DataTable
          caption={`Found for ${search.query}`}
          columns={HIT_COLUMNS}
          rows={results}
          keyOf={({ sourceTable, sourceId }) => `${sourceTable} ${sourceId}`}
        />
      )}
      {results.length === limit && limit < MOST_HITS && (
        <div className="mt-4 flex justify-center">
          <Button onClick={() => setMoreOf(search.query)}>Show more results</Button>
        </div>
      )}
    </>
  );
}

function NothingFound({
  search,
  onChange,
}: {
  search: LibrarySearch;
  onChange: (changed: LibrarySearch) => void;
}) {
  if (isFiltered(search)) {
    return (
      <EmptyState
        title="Nothing was found with these filters"
        action={
          <Button
            onClick={() => onChange({ type: undefined, medium: undefined, table: undefined })}
          >
            Search without filters
          </Button>
        }
      >
        A type belongs to artifacts alone, a medium to reports alone.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="Nothing was found"
      action={
        <Link to="/library" search={{}} className="font-medium text-accent underline">
          Show the newest artifacts
        </Link>
      }
    >
      Other or fewer words may find it.
    </EmptyState>
  );
}
