import { AppError } from "@trovella/foundation";
import { IDEMPOTENCY_KEPT_MS } from "./limits.ts";

export interface KeptReply<Reply> {
  readonly argumentsDigest: string;
  readonly reply: Reply;
  readonly storedAt: Date;
}

/** The reply a repeated call gets, or null when the call is new and must be carried out. */
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
