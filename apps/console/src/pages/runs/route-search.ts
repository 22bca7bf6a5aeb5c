import { oneOf, textOf } from "../../url/search-params.ts";

export const RUN_STATUSES = ["started", "executing", "completed", "failed"] as const;
export const RUNS_PER_PAGE = 20;
/** The limit of the API. */
const MAX_PAGES = 50_000;

export interface RunsSearch {
  readonly skillName?: string | undefined;
  readonly status?: string | undefined;
  /** From 2 on; the first page has no number in the URL. */
  readonly page?: number | undefined;
}

export function runsSearch(search: Record<string, unknown>): RunsSearch {
  return {
    skillName: textOf(search.skillName),
    status: oneOf(search.status, RUN_STATUSES),
    page: pageOf(search.page),
  };
}

function pageOf(said: unknown): number | undefined {
  const page = /^\d{1,5}$/.test(String(said)) ? Number(said) : 1;
  return page > 1 && page <= MAX_PAGES ? page : undefined;
}
