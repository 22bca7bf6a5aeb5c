import { Link } from "@tanstack/react-router";
import { useCan } from "../../api/account.ts";
import { api, queryClient } from "../../api/api.ts";
import { CsvButton } from "../../components/lists/csv-button.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { TextLink } from "../../components/text-link.tsx";
import { t } from "../../language/messages.ts";
import { NewestArtifacts } from "./newest-artifacts.tsx";
import { type LibrarySearch, libraryFilters, listInput, queryInput } from "./route-search.ts";
import { SearchFilters } from "./search-filters.tsx";
import { SearchResults } from "./search-results.tsx";
import { useLibrarySearch } from "./use-library-search.ts";

export function LibraryPage() {
  const { search, change } = useLibrarySearch("library");
  const canWrite = useCan("write");
  return (
    <>
      <PageHeader
        title={t("Library")}
        actions={
          <>
            {canWrite && (
              <TextLink to="/library/import" className="inline-flex min-h-8 items-center text-sm">
                {t("Import documents")}
              </TextLink>
            )}
            <Csv search={search} />
            <Link
              to="/library/debugger"
              search={search}
              className="inline-flex min-h-8 items-center text-soft text-sm hover:underline"
            >
              {t("Search debugger")}
            </Link>
          </>
        }
      >
        {t("Everything found and written, across all plans.")}
      </PageHeader>
      <SearchFilters label={t("Search the library")} search={search} onChange={change} />
      {search.query === undefined ? (
        <NewestArtifacts search={search} onShowAll={() => change(libraryFilters.noneSet)} />
      ) : (
        <SearchResults search={search} onChange={change} />
      )}
    </>
  );
}

function Csv({ search }: { search: LibrarySearch }) {
  const load = () =>
    search.query === undefined
      ? queryClient.fetchQuery(api.csv.artifacts.queryOptions(listInput(search, new Date())))
      : queryClient.fetchQuery(api.csv.search.queryOptions(queryInput(search, new Date())));
  return <CsvButton name="library" load={load} />;
}
