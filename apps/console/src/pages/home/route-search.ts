import { WHOSE, type Whose } from "../../api/whose.ts";
import { oneOf } from "../../url/search-params.ts";

export interface HomeSearch {
  readonly whose?: Whose | undefined;
}

export function homeSearch(search: Record<string, unknown>): HomeSearch {
  return { whose: oneOf(search.whose, WHOSE) };
}
