import { invalidField } from "@trovella/foundation";
import type { z } from "zod";

/** The position at which a list continues, as text that is opaque to the client. */
export function writeCursor(position: object): string {
  return Buffer.from(JSON.stringify(position)).toString("base64url");
}

/** The position in a cursor; null when there is none and the list starts at its beginning. */
export function readCursor<Shape extends z.ZodType>(
  cursor: string | null | undefined,
  shape: Shape,
): z.output<Shape> | null {
  if (cursor === null || cursor === undefined) return null;
  const parsed = shape.safeParse(decoded(cursor));
  if (parsed.success) return parsed.data;
  throw invalidField(
    "cursor",
    "is not one that this list gave. Next: call again without cursor to start from the beginning.",
  );
}

function decoded(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
  } catch {
    return undefined;
  }
}
