import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
} from "@tanstack/react-router";
import { ErrorState } from "./components/error-state.tsx";
import { TextLink } from "./components/text-link.tsx";
import { UnknownId } from "./components/unknown-id.tsx";
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
import { parseSearch, stringifySearch } from "./url/search-params.ts";

const root = createRootRoute({
  component: AppShell,
  notFoundComponent: () => (
    <UnknownId what="page" place="at this URL" back={<TextLink to="/">Go to Home</TextLink>} />
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
    component: lazyRouteComponent(() => import("./pages/inbox/inbox-page.tsx"), "InboxPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/new",
    validateSearch: newSearch,
    component: lazyRouteComponent(
      () => import("./pages/new/new-research-page.tsx"),
      "NewResearchPage",
    ),
  }),
  createRoute({
    getParentRoute,
    path: "/plans",
    validateSearch: plansSearch,
    component: lazyRouteComponent(() => import("./pages/plans/plans-page.tsx"), "PlansPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/plans/$planId",
    validateSearch: planSearch,
    component: lazyRouteComponent(() => import("./pages/plan/plan-page.tsx"), "PlanPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/runs",
    validateSearch: runsSearch,
    component: lazyRouteComponent(() => import("./pages/runs/runs-page.tsx"), "RunsPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/runs/$executionId",
    component: lazyRouteComponent(() => import("./pages/runs/run-page.tsx"), "RunPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/library",
    validateSearch: librarySearch,
    component: lazyRouteComponent(() => import("./pages/library/library-page.tsx"), "LibraryPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/library/debugger",
    validateSearch: librarySearch,
    component: lazyRouteComponent(
      () => import("./pages/library/debugger-page.tsx"),
      "DebuggerPage",
    ),
  }),
  createRoute({
    getParentRoute,
    path: "/library/$artifactId",
    component: lazyRouteComponent(
      () => import("./pages/library/artifact-page.tsx"),
      "ArtifactPage",
    ),
  }),
  createRoute({
    getParentRoute,
    path: "/claims",
    validateSearch: claimsSearch,
    component: lazyRouteComponent(() => import("./pages/claims/claims-page.tsx"), "ClaimsPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/reports",
    validateSearch: reportsSearch,
    component: lazyRouteComponent(() => import("./pages/reports/reports-page.tsx"), "ReportsPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/reports/$outputId",
    validateSearch: reportSearch,
    component: lazyRouteComponent(() => import("./pages/reports/report-page.tsx"), "ReportPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/insights",
    validateSearch: insightsSearch,
    component: lazyRouteComponent(
      () => import("./pages/insights/insights-page.tsx"),
      "InsightsPage",
    ),
  }),
  createRoute({
    getParentRoute,
    path: "/connect",
    component: lazyRouteComponent(() => import("./pages/connect/connect-page.tsx"), "ConnectPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/settings",
    component: lazyRouteComponent(
      () => import("./pages/settings/settings-page.tsx"),
      "SettingsPage",
    ),
  }),
] as const;

export const router = createRouter({
  routeTree: root.addChildren(pages),
  parseSearch,
  stringifySearch,
  defaultPreload: "intent",
  // A page that failed to render or load, for example after an update of the server.
  defaultErrorComponent: ({ error }) => (
    <ErrorState what="This page" error={error} onRetry={() => window.location.reload()} />
  ),
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
