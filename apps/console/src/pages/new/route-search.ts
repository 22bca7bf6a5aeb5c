export interface NewSearch {
  /** The plan whose findings the new research builds on. */
  readonly from?: string | undefined;
}

const PLAN = /^[\w.:-]{1,200}$/;

export function newSearch(search: Record<string, unknown>): NewSearch {
  const { from } = search;
  return { from: typeof from === "string" && PLAN.test(from) ? from : undefined };
}
