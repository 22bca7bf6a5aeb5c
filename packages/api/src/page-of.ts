import { AppError } from "@trovella/foundation";
import { z } from "zod";

export const MAX_CURSOR = 500;

/** Where a list goes on, as text that means nothing to the client. */
function writeCursor(position: object): string {
  return Buffer.from(JSON.stringify(position)).toString("base64url");
}

export function readCursor<Shape extends z.ZodType>(
  cursor: string | null | undefined,
  shape: Shape,
): z.output<Shape> | null {
  if (cursor === null || cursor === undefined) return null;
  const parsed = shape.safeParse(decoded(cursor));
  if (parsed.success) return parsed.data;
  throw new AppError(
    "INVALID_INPUT",
    "cursor: is not one this list gave. Next: start from the beginning.",
    { field: "cursor" },
  );
}

/** One more row than asked for was read, to know whether there is more. */
export function pageOf<Row>(
  rows: readonly Row[],
  limit: number,
  positionOf: (row: Row) => object,
): { readonly items: Row[]; readonly nextCursor: string | null } {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, nextCursor: rows.length > limit && last ? writeCursor(positionOf(last)) : null };
}

/** A moment as PostgreSQL writes it, which keeps its microseconds. */
export const momentText = z.string().regex(/^[\d :.+T-]{10,40}$/);
export const idText = z.string().max(200);

function decoded(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
  } catch {
    return undefined;
  }
}
