import { sealJson, type TenantContext } from "@trovella/db";
import { lockKeptReply } from "@trovella/db/calls";
import { AppError, type Json } from "@trovella/foundation";
import { repeatedReply } from "@trovella/plan-engine";
import type { CallRequest } from "./call-request.ts";

export interface Idempotency {
  readonly key: string;
  /** A repeated call must have the same arguments. */
  readonly argumentsDigest: string;
}

export function idempotencyOf(
  { dialogue, card }: Pick<CallRequest, "dialogue" | "card">,
  // How long a caller waits for the answer is no part of what it asks for.
  { idempotencyKey, sessionId, waitSeconds, ...input }: Record<string, unknown>,
): Idempotency | null {
  const answered = dialogue?.reply?.state ? dialogue.reply : null;
  const ticket = input.ticket === undefined ? null : card?.ticket;
  // An answer or a decision in the card is a call of its own, which the nonce of its state makes unique.
  const key = answered
    ? `answer:${answered.state?.nonce}`
    : ticket
      ? `ticket:${ticket.nonce}`
      : keyWithin(idempotencyKey, input.planId);
  if (typeof key !== "string") return null;
  const content = answered ? { input, answer: answered.answer } : input;
  return { key, argumentsDigest: sealJson(content as Json, "The arguments").digest };
}

/** Steps have the same short names in every plan, and so have keys made of them. */
function keyWithin(key: unknown, planId: unknown): unknown {
  return typeof key === "string" && typeof planId === "string" ? `${planId} ${key}` : key;
}

/** The reply to an earlier call with the same key, or null. Waits for one that is still running. */
export async function earlierReply(
  context: TenantContext,
  { tool, caller, dialogue, card }: CallRequest,
  { idempotency, now }: { readonly idempotency: Idempotency; readonly now: () => Date },
): Promise<object | null> {
  const { key, argumentsDigest } = idempotency;
  const kept = await lockKeptReply(context, { userId: caller.userId, toolName: tool.name, key });
  if (kept && (dialogue?.reply || card?.ticket) && kept.argumentsDigest !== argumentsDigest) {
    throw new AppError(
      "IDEMPOTENCY_CONFLICT",
      "This question was already answered differently. Next: call get_next_step to see the outcome.",
    );
  }
  return repeatedReply(kept, argumentsDigest, now());
}
