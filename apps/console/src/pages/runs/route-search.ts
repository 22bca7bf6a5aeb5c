import { oneOf, textOf } from "../../url/search-params.ts";

export const RUN_STATUSES = ["started", "executing", "completed", "failed"] as const;
export const RUNS_PER_PAGE = 20;
/** As far as the API counts. */
const MOST_PAGES = 50_000;

export interface RunsSearch {
  readonly skillName?: string | undefined;
  readonly status?: string | undefined;
  /** From 2 on: the first page is the list itself. */
  readonly page?: number | undefined;
}

/** What the address of the list of runs says. */
export function runsSearch(search: Record<string, unknown>): RunsSearch {
  return {
    skillName: textOf(search.skillName),
    status: oneOf(search.status, RUN_STATUSES),
    page: pageOf(search.page),
  };
}

function pageOf(said: unknown): number | undefined {
  const page = /^\d{1,5}$/.test(String(said)) ? Number(said) : 1;
  return page > 1 && page <= MOST_PAGES ? page : undefined;
}
