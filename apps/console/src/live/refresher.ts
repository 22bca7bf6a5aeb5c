import type { Query, QueryClient } from "@tanstack/react-query";
import { countWaiting, isPaused } from "./live-pause.ts";

const DEBOUNCE_MS = 100;

/** Refetches what changed, debounced, and not while live updates are paused. */
export function createRefresher(queries: QueryClient, debounceMs = DEBOUNCE_MS) {
  const changed = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const schedule = () => {
    timer ??= setTimeout(refresh, debounceMs);
  };
  let isAnyChanged = false;
  const isChanged = (query: Query) => isAnyChanged || changed.has(routerOf(query));
  const mustWait = (query: Query) => isChanged(query) && (isNew(query) || isAddingPage(query));

  function refresh(): void {
    timer = undefined;
    // Resuming refetches everything.
    if (isPaused()) {
      reset();
      return;
    }
    // Invalidating a first fetch does nothing, though its response may be older than the change; invalidating
    // during fetchNextPage would discard that page.
    if (queries.isFetching({ predicate: mustWait }) > 0) {
      schedule();
      return;
    }
    void queries.invalidateQueries({ predicate: isChanged });
    reset();
  }

  function reset(): void {
    changed.clear();
    isAnyChanged = false;
  }

  return {
    changed(routers: readonly string[]): void {
      if (isPaused()) {
        if (isOnScreen(queries, routers)) countWaiting();
        return;
      }
      for (const router of routers) changed.add(router);
      schedule();
    },
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

/** A query key begins with the procedure's path, and that with its router. */
function routerOf({ queryKey: [path] }: Query): string {
  return Array.isArray(path) ? String(path[0]) : "";
}
