import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { api } from "../../api/api.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { ErrorState } from "../../components/error-state.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { Explanation } from "./explanation.tsx";
import { type LibrarySearch, queryInput } from "./route-search.ts";
import { SearchFilters } from "./search-filters.tsx";

const route = getRouteApi("/library/debugger");

export function DebuggerPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (changed: LibrarySearch) =>
    void navigate({ search: (before) => ({ ...before, ...changed }), replace: true });
  return (
    <>
      <PageHeader
        title="Search debugger"
        actions={
          <Link
            to="/library"
            search={search}
            className="inline-flex min-h-8 items-center text-accent text-sm underline underline-offset-2"
          >
            Back to the library
          </Link>
        }
      >
        What words and meaning find for a query, and what becomes of it.
      </PageHeader>
      <SearchFilters label="Query" search={search} onChange={change} />
      {search.query === undefined ? (
        <EmptyState title="Nothing is searched for yet">
          Type a query above. Assistants search with the tool <code>search_sources</code>, and find
          the same.
        </EmptyState>
      ) : (
        <Found search={search} />
      )}
    </>
  );
}

function Found({ search }: { search: LibrarySearch }) {
  const query = useQuery(
    api.search.debug.queryOptions(queryInput(search), { placeholderData: keepPreviousData }),
  );
  const { data, error, refetch } = query;
  if (error && (!data || query.isPlaceholderData)) {
    return <ErrorState what="The search" error={error} onRetry={() => void refetch()} />;
  }
  if (!data) return <Skeleton what="what was found" lines={8} />;
  return <Explanation found={data} />;
}
