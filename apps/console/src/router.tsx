import { createRootRoute, createRoute, createRouter } from "@tanstack/react-router";
import { api, queryClient } from "./api/api.ts";
import { PageError } from "./components/page-error.tsx";
import { TextLink } from "./components/text-link.tsx";
import { UnknownId } from "./components/unknown-id.tsx";
import { t } from "./language/messages.ts";
import { PAGE_FILES } from "./page-files.ts";
import { claimsSearch } from "./pages/claims/route-search.ts";
import { HomePage } from "./pages/home/home-page.tsx";
import { homeSearch } from "./pages/home/route-search.ts";
import { inboxSearch } from "./pages/inbox/route-search.ts";
import { insightsSearch } from "./pages/insights/route-search.ts";
import { librarySearch } from "./pages/library/route-search.ts";
import { newSearch } from "./pages/new/route-search.ts";
import { planSearch } from "./pages/plan/route-search.ts";
import { plansSearch } from "./pages/plans/route-search.ts";
import { reportSearch, reportsSearch } from "./pages/reports/route-search.ts";
import { runsSearch } from "./pages/runs/route-search.ts";
import { AppShell } from "./shell/app-shell.tsx";
import { lazyPage } from "./url/lazy-page.ts";
import { parseSearch, stringifySearch } from "./url/search-params.ts";

const root = createRootRoute({
  component: AppShell,
  notFoundComponent: () => (
    <UnknownId
      what={t("page")}
      place={t("at this URL")}
      back={<TextLink to="/">{t("Go to Home")}</TextLink>}
    />
  ),
});
const getParentRoute = () => root;

// Pages are loaded lazily; their search parameters are validated before.
const pages = [
  createRoute({ getParentRoute, path: "/", validateSearch: homeSearch, component: HomePage }),
  createRoute({
    getParentRoute,
    path: "/inbox",
    validateSearch: inboxSearch,
    component: lazyPage(PAGE_FILES["/inbox"], "InboxPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/new",
    validateSearch: newSearch,
    component: lazyPage(PAGE_FILES["/new"], "NewResearchPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/plans",
    validateSearch: plansSearch,
    component: lazyPage(PAGE_FILES["/plans"], "PlansPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/plans/$planId",
    validateSearch: planSearch,
    loaderDeps: ({ search: { tab, step } }) => ({ mayOpenOnResult: !tab && !step }),
    // The files of the page and what it shows are fetched at the same time.
    loader: ({ params: { planId }, deps: { mayOpenOnResult } }) => {
      void queryClient.prefetchQuery(api.researchPlan.detail.queryOptions({ planId }));
      if (mayOpenOnResult)
        void queryClient.prefetchQuery(api.researchPlan.result.queryOptions({ planId }));
    },
    component: lazyPage(PAGE_FILES["/plans/$planId"], "PlanPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/runs",
    validateSearch: runsSearch,
    component: lazyPage(PAGE_FILES["/runs"], "RunsPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/runs/$executionId",
    component: lazyPage(PAGE_FILES["/runs/$executionId"], "RunPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/library",
    validateSearch: librarySearch,
    component: lazyPage(PAGE_FILES["/library"], "LibraryPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/library/debugger",
    validateSearch: librarySearch,
    component: lazyPage(PAGE_FILES["/library/debugger"], "DebuggerPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/library/import",
    component: lazyPage(PAGE_FILES["/library/import"], "ImportPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/library/$artifactId",
    component: lazyPage(PAGE_FILES["/library/$artifactId"], "ArtifactPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/claims",
    validateSearch: claimsSearch,
    component: lazyPage(PAGE_FILES["/claims"], "ClaimsPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/reports",
    validateSearch: reportsSearch,
    component: lazyPage(PAGE_FILES["/reports"], "ReportsPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/reports/$outputId",
    validateSearch: reportSearch,
    component: lazyPage(PAGE_FILES["/reports/$outputId"], "ReportPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/insights",
    validateSearch: insightsSearch,
    component: lazyPage(PAGE_FILES["/insights"], "InsightsPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/connect",
    component: lazyPage(PAGE_FILES["/connect"], "ConnectPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/settings",
    component: lazyPage(PAGE_FILES["/settings"], "SettingsPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/settings/$area",
    component: lazyPage(PAGE_FILES["/settings/$area"], "SettingsPage"),
  }),
] as const;

export const router = createRouter({
  routeTree: root.addChildren(pages),
  parseSearch,
  stringifySearch,
  defaultPreload: "intent",
  defaultErrorComponent: PageError,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
