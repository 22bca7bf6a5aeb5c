import { getRouteApi, Link } from "@tanstack/react-router";
import { PageHeader } from "../../components/page-header.tsx";
import { NewestArtifacts } from "./newest-artifacts.tsx";
import type { LibrarySearch } from "./route-search.ts";
import { SearchFilters } from "./search-filters.tsx";
import { SearchResults } from "./search-results.tsx";

const route = getRouteApi("/library");

export function LibraryPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (changed: LibrarySearch) =>
    void navigate({ search: (before) => ({ ...before, ...changed }), replace: true });
  return (
    <>
      <PageHeader
        title="Library"
        actions={
          <Link
            to="/library/debugger"
            search={search}
            className="inline-flex min-h-8 items-center text-accent text-sm underline underline-offset-2"
          >
            How a search comes about
          </Link>
        }
      >
        Everything that was found and written, in all plans.
      </PageHeader>
      <SearchFilters label="Search the library" search={search} onChange={change} />
      {search.query === undefined ? (
        <NewestArtifacts type={search.type} onShowAll={() => change({ type: undefined })} />
      ) : (
        <SearchResults search={search} onChange={change} />
      )}
    </>
  );
}
