import { readCursor } from "@trovella/research";
import { z } from "zod";
import * as input from "./inputs.ts";
import { idText, pageOf } from "./page-of.ts";

/** The input of lists that are ordered by id, newest first. */
export const pageInput = {
  planId: input.id.optional(),
  limit: input.listLimit,
  cursor: input.cursor,
};
/** The input of such a list, with a check for each of its filters. */
export type PageInput<Filters> = Record<keyof Filters | keyof typeof pageInput, z.ZodType>;

const position = z.object({ id: idText });

type PageRequest = z.output<z.ZodObject<typeof pageInput>>;

/** The page that is asked for, under the name of the list; one row more is read. */
export async function readIdPage<
  Name extends string,
  Request extends PageRequest,
  Row extends { readonly id: string },
>(
  name: Name,
  request: Request,
  read: (page: Request & { readonly beforeId: string | null }) => Promise<readonly Row[]>,
) {
  const { limit, cursor } = request;
  const beforeId = readCursor(cursor, position)?.id ?? null;
  const rows = await read({ ...request, beforeId, limit: limit + 1 });
  const { items, nextCursor } = pageOf(rows, limit, ({ id }) => ({ id }));
  return { [name]: items, nextCursor } as Record<Name, Row[]> & { nextCursor: typeof nextCursor };
}
