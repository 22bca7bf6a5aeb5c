import { PageHeader } from "../../components/page-header.tsx";
import { TextLink } from "../../components/text-link.tsx";
import { NewestArtifacts } from "./newest-artifacts.tsx";
import { SearchFilters } from "./search-filters.tsx";
import { SearchResults } from "./search-results.tsx";
import { useLibrarySearch } from "./use-library-search.ts";

export function LibraryPage() {
  const { search, change } = useLibrarySearch("library");
  return (
    <>
      <PageHeader
        title="Library"
        actions={
          <TextLink
            to="/library/debugger"
            search={search}
            className="inline-flex min-h-8 items-center text-sm"
          >
            Search debugger
          </TextLink>
        }
      >
        Everything found and written, across all plans.
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
