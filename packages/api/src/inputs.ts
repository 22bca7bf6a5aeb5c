import { LIMITS } from "@trovella/plan-engine";
import { z } from "zod";
import { MAX_CURSOR } from "./page-of.ts";

/** An id or a handle. Ours have no other characters, and PostgreSQL rejects NUL. */
export const id = z
  .string()
  .regex(/^[\w.:/-]+$/, "is not an id")
  .max(LIMITS.idLength);
/** An id, or the handle of something in a plan, such as `p-k7q2x9/a12`. */
export const reference = z
  .string()
  .regex(/^[\w.:/-]+$/, "is not an id")
  .max(LIMITS.idLength);
export const cursor = z.string().max(MAX_CURSOR).nullish();
/** Text typed by users. PostgreSQL rejects NUL. */
export const text = (length: number) =>
  z
    .string()
    .max(length)
    .refine(
      (value) => !value.includes("\0") && value.isWellFormed(),
      "has characters that are not text",
    );
/** The rows of everybody, or of the caller. */
export const whose = z.enum(["all", "mine"]).default("all");
export const limit = (fallback: number, max = 100) => z.int().min(1).max(max).default(fallback);
/** A page of a list: about what fits on a large screen, so that the first rows are there soon. */
export const listLimit = limit(25);
/** The beginning or the end of a period. */
export const moment = z.iso
  .datetime({ offset: true })
  .or(z.iso.date())
  .transform((text) => new Date(text));
