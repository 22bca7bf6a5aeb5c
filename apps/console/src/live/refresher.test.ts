import { setTimeout as sleep } from "node:timers/promises";
import { InfiniteQueryObserver, QueryClient, QueryObserver } from "@tanstack/react-query";
import { describe, expect, it } from "vitest";
import { isPaused, pauseLive, resumeLive } from "./live-pause.ts";
import { newRefresher } from "./refresher.ts";

describe("what events change", () => {
  it("is asked for again, once for many events, and nothing else is", async () => {
    const queries = new QueryClient();
    const plans = observe(queries, ["researchPlan", "list"]);
    const runs = observe(queries, ["skillExecution", "list"]);
    await sleep(20);

    const refresher = newRefresher(queries, 10);
    for (let event = 0; event < 50; event++) refresher.changed(["researchPlan", "home"]);
    await sleep(60);
    expect([plans.asked, runs.asked]).toEqual([2, 1]);
    queries.clear();
  });

  it("is asked for again after a first answer that was under way", async () => {
    const queries = new QueryClient();
    const plans = observe(queries, ["researchPlan", "list"], 60);
    const refresher = newRefresher(queries, 10);
    refresher.changed(["researchPlan"]);
    await sleep(200);
    expect(plans.asked).toBe(2);
    queries.clear();
  });

  it("is asked for again after a further page that was under way", async () => {
    const queries = new QueryClient();
    const asked: number[] = [];
    const plans = new InfiniteQueryObserver(queries, {
      queryKey: [["researchPlan", "list"]],
      queryFn: async ({ pageParam, signal }) => {
        asked.push(pageParam);
        await sleep(30, null, { signal });
        return pageParam;
      },
      initialPageParam: 1,
      getNextPageParam: (last) => last + 1,
    });
    const leave = plans.subscribe(() => undefined);
    await sleep(60);
    const refresher = newRefresher(queries, 10);
    void plans.fetchNextPage();
    refresher.changed(["researchPlan"]);
    await sleep(300);
    expect(plans.getCurrentResult().data?.pages).toEqual([1, 2]);
    expect(asked).toEqual([1, 2, 1, 2]);
    leave();
    queries.clear();
  });
});

describe("while the person holds the page still", () => {
  it("nothing is asked for, and everything when it goes on", async () => {
    const queries = new QueryClient();
    const plans = observe(queries, ["researchPlan", "list"]);
    await sleep(20);
    const refresher = newRefresher(queries, 10);
    refresher.changed(["researchPlan"]);
    pauseLive();
    refresher.changed(["researchPlan"]);
    refresher.changedAll();
    await sleep(60);
    expect([isPaused(), plans.asked]).toEqual([true, 1]);

    resumeLive(queries);
    await sleep(20);
    expect([isPaused(), plans.asked]).toEqual([false, 2]);
    refresher.changed(["researchPlan"]);
    await sleep(60);
    expect(plans.asked).toBe(3);
    queries.clear();
  });
});

/** A query that somebody looks at, and how often it was asked. */
function observe(queries: QueryClient, path: readonly string[], answerMs = 1) {
  const counter = { asked: 0 };
  const queryFn = async () => {
    counter.asked++;
    await sleep(answerMs);
    return counter.asked;
  };
  new QueryObserver(queries, { queryKey: [path], queryFn, retry: false }).subscribe(
    () => undefined,
  );
  return counter;
}
