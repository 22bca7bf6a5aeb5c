import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
} from "@tanstack/react-router";
import { HomePage } from "./pages/home.tsx";
import { NotFoundPage } from "./pages/not-found.tsx";
import { plansSearch } from "./pages/plans-search.ts";
import { parseSearch, stringifySearch } from "./search-params.ts";
import { AppShell } from "./shell/app-shell.tsx";
import { PageFailure } from "./shell/page-failure.tsx";

const root = createRootRoute({ component: AppShell, notFoundComponent: NotFoundPage });

const home = createRoute({ getParentRoute: () => root, path: "/", component: HomePage });

const plans = createRoute({
  getParentRoute: () => root,
  path: "/plans",
  validateSearch: plansSearch,
  component: lazyRouteComponent(() => import("./pages/plans.tsx"), "PlansPage"),
});

export const router = createRouter({
  routeTree: root.addChildren([home, plans]),
  parseSearch,
  stringifySearch,
  defaultPreload: "intent",
  defaultErrorComponent: PageFailure,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
