import type { TenantContext } from "@trovella/db";
import { type InboxMark, listInboxMarks } from "@trovella/db/console";
import type { Caller } from "@trovella/research";

interface Looking {
  readonly caller: Pick<Caller, "userId">;
  readonly now: Date;
}

/** What the caller has dismissed or snoozed: the items, and their ids. */
export async function readHidden(
  context: TenantContext,
  { caller: { userId }, now }: Looking,
): Promise<{ readonly marks: readonly InboxMark[]; readonly hidden: readonly string[] }> {
  const marks = await listInboxMarks(context, { userId, now });
  return { marks, hidden: marks.map(({ itemId }) => itemId) };
}
