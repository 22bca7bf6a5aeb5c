import { AppError } from "@trovella/foundation";
import type { z } from "zod";

/** Where a list goes on, as text that means nothing to the client. */
export function writeCursor(position: object): string {
  return Buffer.from(JSON.stringify(position)).toString("base64url");
}

export function readCursor<Shape extends z.ZodType>(cursor: string, shape: Shape): z.output<Shape> {
  const parsed = shape.safeParse(decoded(cursor));
  if (parsed.success) return parsed.data;
  throw new AppError(
    "INVALID_INPUT",
    "cursor: is not one this tool gave. Next: call again without cursor to start from the beginning.",
    { field: "cursor" },
  );
}

function decoded(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
  } catch {
    return undefined;
  }
}
