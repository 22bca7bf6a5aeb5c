import { textOf } from "../../search-params.ts";

export interface RunsSearch {
  readonly skillName?: string | undefined;
  readonly status?: string | undefined;
}

/** What the address of the list of runs says. */
export function runsSearch(search: Record<string, unknown>): RunsSearch {
  return { skillName: textOf(search.skillName), status: textOf(search.status) };
}
