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

/** The filter of the page that is asked for, and one row more. */
export function idPage({
  planId,
  limit,
  cursor,
}: {
  planId?: string | undefined;
  limit: number;
  cursor?: string | null | undefined;
}) {
  const after = readCursor(cursor, position);
  return { planId: planId ?? null, beforeId: after?.id ?? null, limit: limit + 1 };
}

export function pageOfIds<Row extends { readonly id: string }>(
  rows: readonly Row[],
  limit: number,
) {
  return pageOf(rows, limit, ({ id }) => ({ id }));
}
