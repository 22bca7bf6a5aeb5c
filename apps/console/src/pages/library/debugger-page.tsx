import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { api } from "../../api/api.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { QueryView } from "../../components/query-view.tsx";
import { TextLink } from "../../components/text-link.tsx";
import { rich, t } from "../../language/messages.ts";
import { Explanation } from "./explanation.tsx";
import { type LibrarySearch, queryInput } from "./route-search.ts";
import { SearchFilters } from "./search-filters.tsx";
import { useLibrarySearch } from "./use-library-search.ts";

export function DebuggerPage() {
  const { search, change } = useLibrarySearch("debugger");
  return (
    <>
      <PageHeader
        title={t("Search debugger")}
        actions={
          <TextLink
            to="/library"
            search={search}
            className="inline-flex min-h-8 items-center text-sm"
          >
            {t("Back to the library")}
          </TextLink>
        }
      >
        {t("What keyword and semantic search find for a query, and how they are combined.")}
      </PageHeader>
      <SearchFilters label={t("Query")} search={search} onChange={change} />
      {search.query === undefined ? (
        <EmptyState title={t("No query yet")}>
          {rich("Type a query above. Assistants get the same results from the tool {tool}.", {
            tool: <code>search_sources</code>,
          })}
        </EmptyState>
      ) : (
        <Found search={search} />
      )}
    </>
  );
}

function Found({ search }: { search: LibrarySearch }) {
  const query = useQuery(
    api.search.debug.queryOptions(queryInput(search, new Date()), {
      placeholderData: keepPreviousData,
    }),
  );
  return (
    <QueryView query={query} what={t("the search results")} lines={8}>
      {(found) => <Explanation found={found} />}
    </QueryView>
  );
}
