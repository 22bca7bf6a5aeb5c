import { AppError } from "@trovella/foundation";

/** The time for which a retried call gets the stored reply (rule R8). */
export const IDEMPOTENCY_KEPT_MS = 24 * 60 * 60 * 1000;

export interface KeptReply<Reply> {
  readonly argumentsDigest: string;
  readonly reply: Reply;
  readonly storedAt: Date;
}

/** The stored reply for a retried call, or null when the call is new and must be carried out. */
export function repeatedReply<Reply extends object>(
  kept: KeptReply<Reply> | null,
  argumentsDigest: string,
  now: Date,
): (Reply & { readonly replayed: true }) | null {
  if (!kept || now.getTime() - kept.storedAt.getTime() > IDEMPOTENCY_KEPT_MS) return null;
  if (kept.argumentsDigest !== argumentsDigest) {
    throw new AppError(
      "IDEMPOTENCY_CONFLICT",
      "This idempotencyKey was already used with other arguments. Next: repeat the call with the " +
        "same arguments, or choose a new idempotencyKey for a new call.",
    );
  }
  return { ...kept.reply, replayed: true };
}
