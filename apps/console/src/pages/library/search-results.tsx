import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../api/api.ts";
import { Button } from "../../components/button.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { QueryView } from "../../components/query-view.tsx";
import { TextLink } from "../../components/text-link.tsx";
import { t } from "../../language/messages.ts";
import { sortHits } from "./group-hits.ts";
import { HitGroups } from "./hit-groups.tsx";
import { isFiltered, type LibrarySearch, libraryFilters, queryInput } from "./route-search.ts";
import { SearchNotes } from "./search-notes.tsx";

const FIRST_HITS = 20;
const MAX_HITS = 100;

interface SearchProps {
  readonly search: LibrarySearch;
  readonly onChange: (changed: LibrarySearch) => void;
}

export function SearchResults({ search, onChange }: SearchProps) {
  // Another query starts with the first hits again.
  const [expandedQuery, setExpandedQuery] = useState<string>();
  const limit = expandedQuery === search.query ? MAX_HITS : FIRST_HITS;
  const query = useQuery(
    api.search.search.queryOptions(
      { ...queryInput(search, new Date()), limit },
      { placeholderData: keepPreviousData },
    ),
  );
  return (
    <QueryView query={query} what={t("the search results")} lines={8}>
      {({ results, isKnown, legs, indexing }) => (
        <>
          <SearchNotes legs={legs} pending={indexing.pending} />
          {results.length === 0 ? (
            <NothingFound search={search} onChange={onChange} />
          ) : (
            // Hits of the query before are dimmed until those of this one are there.
            <div
              aria-busy={query.isPlaceholderData}
              className={query.isPlaceholderData ? "opacity-60" : ""}
            >
              <HitGroups found={sortHits({ results, isKnown }, search.sort)} />
            </div>
          )}
          {results.length === limit && limit < MAX_HITS && (
            <div className="mt-4 flex justify-center">
              <Button onClick={() => setExpandedQuery(search.query)}>
                {t("Show more results")}
              </Button>
            </div>
          )}
        </>
      )}
    </QueryView>
  );
}

function NothingFound({ search, onChange }: SearchProps) {
  if (isFiltered(search)) {
    return (
      <EmptyState
        title={t("Nothing was found with these filters")}
        action={
          <Button onClick={() => onChange(libraryFilters.noneSet)}>
            {t("Search without filters")}
          </Button>
        }
      >
        {t("Only findings and other artifacts have a type, and only reports have a format.")}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title={t("Nothing was found")}
      action={
        <TextLink to="/library" search={{}}>
          {t("Show the newest artifacts")}
        </TextLink>
      }
    >
      {t("Try other or fewer words.")}
    </EmptyState>
  );
}
