import { getRouteApi } from "@tanstack/react-router";
import type { LibrarySearch } from "./route-search.ts";

const ROUTES = {
  library: getRouteApi("/library"),
  debugger: getRouteApi("/library/debugger"),
};

/** The search in the URL of the library or of its debugger, and how to change it. */
export function useLibrarySearch(page: keyof typeof ROUTES) {
  const route = ROUTES[page];
  const search: LibrarySearch = route.useSearch();
  const navigate = route.useNavigate();
  const change = (changed: LibrarySearch) =>
    void navigate({ search: (before) => ({ ...before, ...changed }), replace: true });
  return { search, change };
}
