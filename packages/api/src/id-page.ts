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

interface IdPageOptions {
  readonly planId?: string | undefined;
  readonly limit: number;
  readonly cursor?: string | null | undefined;
}

/** The filter of the page that is asked for, and one row more. */
export function idPage({ planId, limit, cursor }: IdPageOptions) {
  const after = readCursor(cursor, position);
  return { planId: planId ?? null, beforeId: after?.id ?? null, limit: limit + 1 };
}

export function pageOfIds<Row extends { readonly id: string }>(
  rows: readonly Row[],
  limit: number,
) {
  return pageOf(rows, limit, ({ id }) => ({ id }));
}
