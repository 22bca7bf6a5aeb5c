import { setTimeout as sleep } from "node:timers/promises";
import { InfiniteQueryObserver, QueryClient, QueryObserver } from "@tanstack/react-query";
import { describe, expect, it } from "vitest";
import { isPaused, pauseLive, resumeLive } from "./live-pause.ts";
import { createRefresher } from "./refresher.ts";

describe("data that events change", () => {
  it("is refetched once for many events, and nothing else is", async () => {
    const queries = new QueryClient();
    const plans = observe(queries, ["researchPlan", "list"]);
    const runs = observe(queries, ["skillExecution", "list"]);
    await sleep(20);

    const refresher = createRefresher(queries, 10);
    for (let event = 0; event < 50; event++) refresher.changed(["researchPlan", "home"]);
    await sleep(60);
    expect([plans.fetched, runs.fetched]).toEqual([2, 1]);
    queries.clear();
  });

  it("is refetched after a first fetch that was in flight", async () => {
    const queries = new QueryClient();
    const plans = observe(queries, ["researchPlan", "list"], 60);
    const refresher = createRefresher(queries, 10);
    refresher.changed(["researchPlan"]);
    await sleep(200);
    expect(plans.fetched).toBe(2);
    queries.clear();
  });

  it("is refetched after a next page that was in flight", async () => {
    const queries = new QueryClient();
    const fetched: number[] = [];
    const plans = new InfiniteQueryObserver(queries, {
      queryKey: [["researchPlan", "list"]],
      queryFn: async ({ pageParam, signal }) => {
        fetched.push(pageParam);
        await sleep(30, null, { signal });
        return pageParam;
      },
      initialPageParam: 1,
      getNextPageParam: (last) => last + 1,
    });
    const unsubscribe = plans.subscribe(() => undefined);
    await sleep(60);
    const refresher = createRefresher(queries, 10);
    void plans.fetchNextPage();
    refresher.changed(["researchPlan"]);
    await sleep(300);
    expect(plans.getCurrentResult().data?.pages).toEqual([1, 2]);
    expect(fetched).toEqual([1, 2, 1, 2]);
    unsubscribe();
    queries.clear();
  });
});

describe("while live updates are paused", () => {
  it("nothing is refetched, and everything is on resuming", async () => {
    const queries = new QueryClient();
    const plans = observe(queries, ["researchPlan", "list"]);
    await sleep(20);
    const refresher = createRefresher(queries, 10);
    refresher.changed(["researchPlan"]);
    pauseLive();
    refresher.changed(["researchPlan"]);
    refresher.changedAll();
    await sleep(60);
    expect([isPaused(), plans.fetched]).toEqual([true, 1]);

    resumeLive(queries);
    await sleep(20);
    expect([isPaused(), plans.fetched]).toEqual([false, 2]);
    refresher.changed(["researchPlan"]);
    await sleep(60);
    expect(plans.fetched).toBe(3);
    queries.clear();
  });
});

/** An observed query, and how often it was fetched. */
function observe(queries: QueryClient, path: readonly string[], responseMs = 1) {
  const counter = { fetched: 0 };
  const queryFn = async () => {
    counter.fetched++;
    await sleep(responseMs);
    return counter.fetched;
  };
  new QueryObserver(queries, { queryKey: [path], queryFn, retry: false }).subscribe(
    () => undefined,
  );
  return counter;
}
