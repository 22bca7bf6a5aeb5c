import type { Query, QueryClient } from "@tanstack/react-query";
import { holdBack, isPaused } from "./live-pause.ts";

const GATHER_MS = 100;

/** Asks again for what changed: once for many events that come together, and not while it is paused. */
export function newRefresher(queries: QueryClient, gatherMs = GATHER_MS) {
  const changed = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const schedule = () => {
    timer ??= setTimeout(refresh, gatherMs);
  };
  let isAnyChanged = false;
  const isChanged = (query: Query) => isAnyChanged || changed.has(routerOf(query));
  const isBusy = (query: Query) => isChanged(query) && (isNew(query) || isAddingPage(query));

  function refresh(): void {
    timer = undefined;
    // Whoever resumes asks for everything again.
    if (isPaused()) {
      forget();
      return;
    }
    // A first answer may be older than the change, and asking again before it comes does nothing. A further page of a
    // list would be lost by asking for the list again.
    if (queries.isFetching({ predicate: isBusy }) > 0) {
      schedule();
      return;
    }
    void queries.invalidateQueries({ predicate: isChanged });
    forget();
  }

  function forget(): void {
    changed.clear();
    isAnyChanged = false;
  }

  return {
    changed(routers: readonly string[]): void {
      if (isPaused()) {
        if (isOnScreen(queries, routers)) holdBack();
        return;
      }
      for (const router of routers) changed.add(router);
      schedule();
    },
    /** Anything may have changed. */
    changedAll(): void {
      if (isPaused()) return;
      isAnyChanged = true;
      schedule();
    },
    stop: () => clearTimeout(timer),
  };
}

function isOnScreen(queries: QueryClient, routers: readonly string[]): boolean {
  const predicate = (query: Query) => routers.includes(routerOf(query));
  return queries.getQueryCache().findAll({ type: "active", predicate }).length > 0;
}

function isNew({ state }: Query): boolean {
  return state.data === undefined;
}

function isAddingPage({ state }: Query): boolean {
  return state.fetchMeta?.fetchMore !== undefined;
}

/** The key of a query begins with its path, and that with the router. */
function routerOf({ queryKey: [path] }: Query): string {
  return Array.isArray(path) ? String(path[0]) : "";
}
