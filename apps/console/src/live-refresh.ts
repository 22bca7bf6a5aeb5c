import type { Query, QueryClient } from "@tanstack/react-query";

const GATHER_MS = 250;

/** Asks again for what changed: once for many events that come together. */
export function newRefresher(queries: QueryClient, gatherMs = GATHER_MS) {
  const changed = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const schedule = () => {
    timer ??= setTimeout(refresh, gatherMs);
  };
  /** The key of a query begins with its path, and that with the router. */
  const isChanged = ({ queryKey: [path] }: Query) => Array.isArray(path) && changed.has(path[0]);
  const isFirstAnswerDue = (query: Query) => isChanged(query) && query.state.data === undefined;

  function refresh(): void {
    timer = undefined;
    // A first answer may be older than the change, and asking again before it comes does nothing.
    if (queries.isFetching({ predicate: isFirstAnswerDue }) > 0) {
      schedule();
      return;
    }
    void queries.invalidateQueries({ predicate: isChanged });
    changed.clear();
  }

  return {
    changed(routers: readonly string[]): void {
      for (const router of routers) changed.add(router);
      schedule();
    },
    stop: () => clearTimeout(timer),
  };
}
