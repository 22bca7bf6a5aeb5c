import type { TenantContext } from "@trovella/db";
import {
  findStoredItems,
  type ItemSource,
  readItemSources,
  readItemTexts,
  type StoredItem,
} from "@trovella/db/memory";
import { AppError } from "@trovella/foundation";
import { isStoredId, readOutputWithSources } from "@trovella/research";
import { z } from "zod";
import { itemUrl } from "../console-urls.ts";
import { defineTool } from "../define-tool.ts";
import { DATA_NOTICE } from "../replies/data-notice.ts";
import { fitBytes } from "../text/fit-bytes.ts";

const MAX_ID = 200;
export const MAX_FETCHED_BYTES = 60_000;

/** In the form that ChatGPT's deep research and company knowledge ask for; a long text comes in parts. */
export const fetch = defineTool({
  name: "fetch",
  title: "Read a search result",
  description:
    "Reads a result of search in full, with its sources. Of a long text it gives a part; metadata.nextId fetches the next.",
  input: { id: z.string().min(1).max(MAX_ID).describe("As search gave it") },
  output: {
    id: z.string(),
    title: z.string(),
    text: z.string(),
    url: z.string(),
    metadata: z.record(z.string(), z.string()),
  },
  permission: "read",
  writes: "nothing",

  async run({ id: given }, { context, console }) {
    const { id, from } = partOf(given);
    const [item] = isStoredId(id) ? await findStoredItems(context, [id]) : [];
    if (!item) throw noSuchItem();
    const characters = [...(await wholeText(context, item))];
    const part = fitBytes(characters.slice(from).join(""), MAX_FETCHED_BYTES);
    const end = from + part.count;
    return {
      id: given,
      title: item.title,
      text: part.text,
      url: itemUrl(console, item),
      metadata: {
        kind: item.type ?? item.kind,
        ...(item.planHandle ? { plan: item.planHandle } : {}),
        createdAt: item.createdAt.toISOString(),
        ...(end < characters.length ? { nextId: `${id}#${end}` } : {}),
        notice: DATA_NOTICE,
      },
    };
  },
});

/** `out_1#60000` goes on with an item from that character. */
function partOf(given: string): { readonly id: string; readonly from: number } {
  const [, id = given, from = "0"] = /^(.+)#(\d{1,9})$/.exec(given) ?? [];
  return { id, from: Number(from) };
}

async function wholeText(context: TenantContext, item: StoredItem): Promise<string> {
  const { id, characters: count } = item;
  const texts = await readItemTexts(context, [{ id, from: 0, count }]);
  return [texts.get(id) ?? "", ...sourceLines(await sourcesOf(context, item))].join("\n");
}

type CitedSource = ItemSource & { readonly refs?: readonly string[] };

async function sourcesOf(context: TenantContext, { id, kind }: StoredItem): Promise<CitedSource[]> {
  if (kind === "artifact") return readItemSources(context, id);
  if (kind !== "output") return [];
  const output = await readOutputWithSources(context, id);
  return (output?.sources ?? []).map(({ title, url, refs }) => ({ title, url: url ?? null, refs }));
}

function sourceLines(sources: readonly CitedSource[]): string[] {
  const lines = sources.map(({ title, url, refs = [] }) => {
    const marks = refs.map((ref) => `[src:${ref}] `).join("");
    return `- ${marks}${title}${url ? ` ${url}` : ""}`;
  });
  return lines.length > 0 ? ["", "Sources:", ...lines] : [];
}

function noSuchItem(): AppError {
  return new AppError(
    "NOT_FOUND",
    "There is nothing with this id. Next: call search, and pass the id of one of its results.",
  );
}
