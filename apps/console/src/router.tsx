import { createRootRoute, createRoute, createRouter } from "@tanstack/react-router";
import { PageError } from "./components/page-error.tsx";
import { TextLink } from "./components/text-link.tsx";
import { UnknownId } from "./components/unknown-id.tsx";
import { t } from "./language/messages.ts";
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
    component: lazyPage(() => import("./pages/inbox/inbox-page.tsx"), "InboxPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/new",
    validateSearch: newSearch,
    component: lazyPage(() => import("./pages/new/new-research-page.tsx"), "NewResearchPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/plans",
    validateSearch: plansSearch,
    component: lazyPage(() => import("./pages/plans/plans-page.tsx"), "PlansPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/plans/$planId",
    validateSearch: planSearch,
    component: lazyPage(() => import("./pages/plan/plan-page.tsx"), "PlanPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/runs",
    validateSearch: runsSearch,
    component: lazyPage(() => import("./pages/runs/runs-page.tsx"), "RunsPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/runs/$executionId",
    component: lazyPage(() => import("./pages/runs/run-page.tsx"), "RunPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/library",
    validateSearch: librarySearch,
    component: lazyPage(() => import("./pages/library/library-page.tsx"), "LibraryPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/library/debugger",
    validateSearch: librarySearch,
    component: lazyPage(() => import("./pages/library/debugger-page.tsx"), "DebuggerPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/library/$artifactId",
    component: lazyPage(() => import("./pages/library/artifact-page.tsx"), "ArtifactPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/claims",
    validateSearch: claimsSearch,
    component: lazyPage(() => import("./pages/claims/claims-page.tsx"), "ClaimsPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/reports",
    validateSearch: reportsSearch,
    component: lazyPage(() => import("./pages/reports/reports-page.tsx"), "ReportsPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/reports/$outputId",
    validateSearch: reportSearch,
    component: lazyPage(() => import("./pages/reports/report-page.tsx"), "ReportPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/insights",
    validateSearch: insightsSearch,
    component: lazyPage(() => import("./pages/insights/insights-page.tsx"), "InsightsPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/connect",
    component: lazyPage(() => import("./pages/connect/connect-page.tsx"), "ConnectPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/settings",
    component: lazyPage(() => import("./pages/settings/settings-page.tsx"), "SettingsPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/settings/$area",
    component: lazyPage(() => import("./pages/settings/settings-page.tsx"), "SettingsPage"),
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
