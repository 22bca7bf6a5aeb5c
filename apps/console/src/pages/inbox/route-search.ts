import { WHOSE, type Whose } from "../../api/whose.ts";
import { oneOf, textOf } from "../../url/search-params.ts";
import { type ItemKind, KINDS } from "./inbox-items.ts";

export interface InboxSearch {
  /** The id of the chosen review or plan. */
  readonly item?: string | undefined;
  readonly whose?: Whose | undefined;
  /** Only items of this kind. */
  readonly kind?: ItemKind | undefined;
}

export function inboxSearch(search: Record<string, unknown>): InboxSearch {
  return {
    item: textOf(search.item),
    whose: oneOf(search.whose, WHOSE),
    kind: oneOf(search.kind, KINDS),
  };
}
