import { writeCursor } from "@trovella/research";
import { z } from "zod";

export const MAX_CURSOR = 500;

/** A page of rows, of which one more than asked for was read, to know whether there are more. */
export function pageOf<Row>(
  rows: readonly Row[],
  limit: number,
  positionOf: (row: Row) => object,
): { readonly items: Row[]; readonly nextCursor: string | null } {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, nextCursor: rows.length > limit && last ? writeCursor(positionOf(last)) : null };
}

/** A timestamp as PostgreSQL writes it, with its microseconds. */
export const momentText = z.string().regex(/^[\d :.+T-]{10,40}$/);
export const idText = z.string().max(200);
