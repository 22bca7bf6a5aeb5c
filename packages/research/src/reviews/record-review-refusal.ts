import type { Database } from "@trovella/db";
import { recordSecurityEvent } from "@trovella/db/identity";
import { AppError, type Json } from "@trovella/foundation";
import { type Caller, shortClientName } from "../caller.ts";

interface Refused {
  readonly error: unknown;
  readonly planId: unknown;
}

/** Shows in the security log who tried to decide, or to get around, what only a person may decide. */
export async function recordReviewRefusal(
  database: Database,
  caller: Caller,
  { error, planId }: Refused,
): Promise<void> {
  if (!(error instanceof AppError) || !isReviewRefusal(error)) return;
  await recordSecurityEvent(database, {
    kind: "review_decision_refused",
    organizationId: caller.tenant.organizationId,
    actor: { userId: caller.userId, name: caller.userName },
    subject: { kind: "plan", id: String(planId), label: shortClientName(caller.clientName) },
    after: error.details as Json,
  });
}

function isReviewRefusal({ code, details }: AppError): boolean {
  return (
    code === "REVIEW_REQUIRES_HUMAN" || (code === "FORBIDDEN" && details?.whoDecides !== undefined)
  );
}
