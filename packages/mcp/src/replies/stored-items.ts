import type { TenantContext } from "@trovella/db";
import { findStoredItems, readItemTexts, type StoredItem } from "@trovella/db/memory";
import { AppError } from "@trovella/foundation";
import { itemsOf, type PageRequest, pageOf, rest } from "./context-page.ts";
import { DATA_NOTICE } from "./data-notice.ts";
import type { Entry } from "./pages.ts";

/** Stored outputs, artifacts, extractions and subagent reports in full, one page of them. */
export async function storedItems(
  context: TenantContext,
  ids: readonly string[],
  request: Omit<PageRequest, "base">,
) {
  const wanted = [...new Set(ids)];
  const items = await findStoredItems(context, wanted);
  const unknown = wanted.filter((id) => !items.some((item) => item.id === id));
  if (items.length === 0) {
    throw new AppError(
      "NOT_FOUND",
      'There is nothing with these ids. Next: pass ids such as "o1" or "a3" together with their planId, or with it in front: "p-k7q2x9/a3".',
    );
  }
  const missing = unknown.length > 0 ? ` Not found: ${unknown.join(", ").slice(0, 500)}.` : "";
  const base = { notice: DATA_NOTICE, next: `Use what you need of it.${missing}` };
  const page = await pageOf(items.map(entryOf), (ranges) => readItemTexts(context, ranges), {
    ...request,
    base,
  });
  return {
    items: itemsOf(page, "item") as { id: string }[],
    ...base,
    ...rest(page, "get_research_context"),
  };
}

const LETTERS: Readonly<Record<string, string>> = { output: "o", artifact: "a" };

function entryOf({
  id,
  kind,
  planHandle,
  number,
  title,
  type,
  characters,
  createdAt,
}: StoredItem): Entry {
  const letter = LETTERS[kind];
  const handle = letter && number !== null ? `${letter}${number}` : id;
  return {
    id,
    kind: "item",
    characters,
    head: {
      id: handle,
      kind,
      ...(planHandle ? { planId: planHandle } : {}),
      title,
      ...(type ? { type } : {}),
      createdAt: createdAt.toISOString().slice(0, 10),
    },
  };
}
