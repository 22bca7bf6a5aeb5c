import { createHmac } from "node:crypto";
import { createRequestStateCodec } from "@modelcontextprotocol/server";

/**
 * Proves that a decision comes from the card to which it was given: hosts keep `_meta` from the model. It names one
 * review of one person, so it decides nothing else.
 */
export interface Ticket {
  readonly planId: string;
  readonly stepId: string;
  readonly reviewId: string;
  readonly userId: string;
  readonly organizationId: string;
  /** The program that got it, as it names itself. */
  readonly clientName: string | null;
  /** Makes it usable only once. */
  readonly nonce: string;
}

export interface Tickets {
  seal(ticket: Ticket): Promise<string>;
  /** Null unless the text was sealed here and is not too old. */
  open(text: string): Promise<Ticket | null>;
}

/** By which tickets are recognized, to be left out of logs. */
export const TICKET_PREFIX = "trovella-ticket-";
/** Less than idempotency keys are kept, so that no ticket counts twice. */
const TICKET_TTL_SECONDS = 12 * 60 * 60;

export function createTickets(secret: string, ttlSeconds = TICKET_TTL_SECONDS): Tickets {
  // A key of its own: the sealed state of a question is no ticket, and the other way round.
  const key = createHmac("sha256", secret).update("review ticket").digest();
  const codec = createRequestStateCodec<Ticket>({ key, ttlSeconds });
  return {
    seal: async (ticket) => TICKET_PREFIX + (await codec.mint(ticket)),
    async open(text) {
      if (!text.startsWith(TICKET_PREFIX) || !isCanonical(text)) return null;
      try {
        // Without a bind the codec does not look at its second argument.
        return await codec.verify(text.slice(TICKET_PREFIX.length), undefined as never);
      } catch {
        return null;
      }
    },
  };
}

/** Base64 has several ways to write the last bits of a seal; only the one we write is ours. */
function isCanonical(text: string): boolean {
  const seal = text.slice(text.lastIndexOf(".") + 1);
  return Buffer.from(seal, "base64url").toString("base64url") === seal;
}
