/** The files of each page but Home, which comes with the app. By the path of its route. */
export const PAGE_FILES = {
  "/inbox": () => import("./pages/inbox/inbox-page.tsx"),
  "/new": () => import("./pages/new/new-research-page.tsx"),
  "/plans": () => import("./pages/plans/plans-page.tsx"),
  "/plans/$planId": () => import("./pages/plan/plan-page.tsx"),
  "/runs": () => import("./pages/runs/runs-page.tsx"),
  "/runs/$executionId": () => import("./pages/runs/run-page.tsx"),
  "/library": () => import("./pages/library/library-page.tsx"),
  "/library/debugger": () => import("./pages/library/debugger-page.tsx"),
  "/library/import": () => import("./pages/library/importing/import-page.tsx"),
  "/library/$artifactId": () => import("./pages/library/artifact-page.tsx"),
  "/claims": () => import("./pages/claims/claims-page.tsx"),
  "/reports": () => import("./pages/reports/reports-page.tsx"),
  "/reports/$outputId": () => import("./pages/reports/report-page.tsx"),
  "/insights": () => import("./pages/insights/insights-page.tsx"),
  "/connect": () => import("./pages/connect/connect-page.tsx"),
  "/settings": () => import("./pages/settings/settings-page.tsx"),
  "/settings/$area": () => import("./pages/settings/settings-page.tsx"),
} as const;

/** Asks for the files of the page at this path together with the app, not after it. The router reports a failure. */
export function loadPageAt(path: string): void {
  const [, area = "", item] = path.split("/");
  const route = Object.keys(PAGE_FILES).find(
    (known) => known === path || (item && known.startsWith(`/${area}/$`)),
  );
  if (route) void PAGE_FILES[route as keyof typeof PAGE_FILES]().catch(() => undefined);
}
