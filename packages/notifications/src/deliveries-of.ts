import type { DispatchInput, NewDelivery, WaitingEvent } from "@trovella/db/notifications";
import { dueTime } from "./due-time.ts";
import { type PersonSettings, settingsOf } from "./settings.ts";

/** Nobody wants e-mail about what happened while no server ran for this long. */
const MAX_MAIL_AGE_MS = 7 * 24 * 3_600_000;

/** Who is told of these events: webhooks that chose them, and people; none by e-mail without a mail server. */
export function deliveriesOf(
  { events, webhooks, settings }: DispatchInput,
  { memberIds, now }: { readonly memberIds: readonly string[]; readonly now: Date },
): NewDelivery[] {
  const stored = new Map(settings.map((setting) => [setting.userId, setting]));
  const people = memberIds.map((userId) => ({ userId, settings: settingsOf(stored.get(userId)) }));
  return events.flatMap((event) => [
    ...webhooks
      .filter(
        ({ events: types, enabledAt }) =>
          types.includes(event.type) && event.createdAt >= enabledAt,
      )
      .map(({ id }) => ({ ...deliveryOf(event), webhookId: id, userId: null, dueAt: now })),
    ...people.flatMap(({ userId, settings: chosen }) => {
      const dueAt = mailTime(event, { userId, settings: chosen, memberIds, now });
      return dueAt ? [{ ...deliveryOf(event), webhookId: null, userId, dueAt }] : [];
    }),
  ]);
}

function deliveryOf({ id: eventId, planId, seq }: WaitingEvent) {
  return { eventId, planId, seq };
}

interface Person {
  readonly userId: string;
  readonly settings: PersonSettings;
  readonly memberIds: readonly string[];
  readonly now: Date;
}

/** Null when the person is not told of the event by e-mail. */
function mailTime(event: WaitingEvent, person: Person): Date | null {
  const { settings, now } = person;
  const { email } = settings.choices[event.type];
  const isOld = now.getTime() - event.createdAt.getTime() > MAX_MAIL_AGE_MS;
  if (email === "off" || isOld || !isTheirs(event, person)) return null;
  return dueTime(now, email, settings);
}

/** Reviews concern the assignee, all else the owner. What concerns no member any more is everybody's. */
function isTheirs(event: WaitingEvent, { userId, settings, memberIds }: Person): boolean {
  const { type, ownerId, assigneeId } = event;
  const people = type.startsWith("review.") ? [assigneeId, ownerId] : [ownerId];
  const concerned = people.find((one) => one !== null && memberIds.includes(one));
  return settings.plans === "all" || concerned === undefined || concerned === userId;
}
