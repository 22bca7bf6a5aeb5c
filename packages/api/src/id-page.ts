import { readCursor } from "@trovella/research";
import { z } from "zod";
import * as input from "./inputs.ts";
import { idText, pageOf } from "./page-of.ts";

/** The input of lists that are ordered by id, newest first. */
export const pageInput = {
  planId: input.id.optional(),
  limit: input.limit(50),
  cursor: input.cursor,
};

const position = z.object({ id: idText });

type PageRequest = z.output<z.ZodObject<typeof pageInput>>;

interface IdPage {
  readonly planId: string | null;
  readonly beforeId: string | null;
  readonly limit: number;
}

/** The page that is asked for, under the name of the list; one row more is read. */
export async function readIdPage<Name extends string, Row extends { readonly id: string }>(
  name: Name,
  { planId, limit, cursor }: PageRequest,
  read: (page: IdPage) => Promise<readonly Row[]>,
) {
  const beforeId = readCursor(cursor, position)?.id ?? null;
  const rows = await read({ planId: planId ?? null, beforeId, limit: limit + 1 });
  const { items, nextCursor } = pageOf(rows, limit, ({ id }) => ({ id }));
  return { [name]: items, nextCursor } as Record<Name, Row[]> & { nextCursor: typeof nextCursor };
}
