import { type ClaimedMail, finishDeliveries, retryDeliveries } from "@trovella/db/notifications";
import type { InTenant, Outcome } from "./deliver-to-webhook.ts";
import { composeMail } from "./mail/compose-mail.ts";
import { type Mailer, MailRefused } from "./mail/mailer.ts";
import { messageOf } from "./message.ts";
import { retryOf } from "./webhook/webhook-outcome.ts";

export interface MailDelivery {
  readonly organizationId: string;
  readonly mail: ClaimedMail;
  readonly to: string | null;
  readonly consoleUrl: string;
}

/** Sends all that one person is told, in one mail, and notes what came of it. */
export async function deliverMail(
  mailer: Mailer,
  { organizationId, mail: { deliveries }, to, consoleUrl }: MailDelivery,
  { now, inTenant }: { readonly now: Date; readonly inTenant: InTenant },
): Promise<Outcome | null> {
  const [first] = deliveries;
  if (!first) return null;
  const problem = to === null ? null : await send(to);
  const outcome = outcomeOf();
  const settled =
    outcome.status === "waiting"
      ? retryDeliveries(deliveries, { waitMs: outcome.waitMs, problem: problem?.message ?? "" })
      : finishDeliveries(deliveries, { status: outcome.status, problem: problem?.message ?? null });
  await inTenant(organizationId, (context) => context.send([settled], { last: true }));
  return { status: outcome.status, problem: problem?.message ?? null };

  async function send(address: string): Promise<Error | null> {
    const messages = deliveries.map(({ eventId: id, type, eventAt: at, payload }) =>
      messageOf({ id, type, at, organizationId, payload }, consoleUrl),
    );
    const options = { to: address, consoleUrl, id: first?.id ?? "" };
    return mailer.send(composeMail(messages, options)).then(
      () => null,
      (error: Error) => error,
    );
  }

  function outcomeOf() {
    if (to === null) return { status: "cancelled" as const };
    if (problem === null) return { status: "delivered" as const };
    if (problem instanceof MailRefused) return { status: "given_up" as const };
    return retryOf(first as NonNullable<typeof first>, 0, now);
  }
}
