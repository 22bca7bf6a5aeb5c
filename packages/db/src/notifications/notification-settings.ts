import type { Json } from "@trovella/foundation";
import { queryRows } from "../connection/query-rows.ts";
import { defineStatement, execution } from "../connection/statement.ts";
import type { TenantContext } from "../connection/tenant-context.ts";
import type { NOTIFIED_PLANS } from "../schema/value-lists.ts";

/** As it is stored; `choices` is read by those who know the types of events. */
export interface NotificationSetting {
  readonly userId: string;
  readonly choices: Json;
  readonly plans: (typeof NOTIFIED_PLANS)[number];
  readonly timeZone: string;
  readonly quietFrom: number | null;
  readonly quietTo: number | null;
  readonly digestHour: number;
  readonly address: string | null;
}

/** As many as an organization lists members. */
const MAX_PEOPLE = 1_000;
const COLUMNS = `user_id AS "userId", choices, plans, time_zone AS "timeZone", quiet_from AS "quietFrom", quiet_to AS "quietTo",
  digest_hour AS "digestHour", address`;
const READ = defineStatement(`SELECT ${COLUMNS} FROM notification_setting WHERE user_id = $1`);
export const READ_SETTINGS = defineStatement(
  `SELECT ${COLUMNS} FROM notification_setting ORDER BY user_id LIMIT ${MAX_PEOPLE}`,
);

export async function readNotificationSetting(
  context: TenantContext,
  userId: string,
): Promise<NotificationSetting | null> {
  const [row] = await queryRows<NotificationSetting>(context, execution(READ, [userId]));
  return row ?? null;
}

export function readNotificationSettings(context: TenantContext): Promise<NotificationSetting[]> {
  return queryRows(context, execution(READ_SETTINGS));
}

const SAVE = defineStatement(`
  INSERT INTO notification_setting (organization_id, user_id, choices, plans, time_zone, quiet_from, quiet_to, digest_hour, address)
  VALUES ($1, $2, $3::jsonb, $4, $5, $6, $7, $8, $9)
  ON CONFLICT (organization_id, user_id) DO UPDATE SET choices = excluded.choices, plans = excluded.plans,
    time_zone = excluded.time_zone, quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to,
    digest_hour = excluded.digest_hour, address = excluded.address, updated_at = now()`);

export async function saveNotificationSetting(
  context: TenantContext,
  setting: NotificationSetting,
): Promise<void> {
  const { userId, choices, plans, timeZone, quietFrom, quietTo, digestHour, address } = setting;
  const stored = JSON.stringify(choices);
  const { organizationId } = context.tenant;
  await context.send([
    execution(SAVE, [
      organizationId,
      userId,
      stored,
      plans,
      timeZone,
      quietFrom,
      quietTo,
      digestHour,
      address,
    ]),
  ]);
}

/** How the person's e-mail is doing. */
export interface MailState {
  readonly waiting: number;
  /** Of the newest that failed, while it waits for another attempt or was given up in the last week. */
  readonly problem: string | null;
}

const READ_MAIL = defineStatement(`
  SELECT count(*) FILTER (WHERE status = 'waiting')::integer AS waiting,
    (array_agg(last_error ORDER BY created_at DESC) FILTER (WHERE last_error IS NOT NULL))[1] AS problem
  FROM notification_delivery WHERE user_id = $1 AND (status = 'waiting' OR (status = 'given_up' AND created_at > now() - interval '7 days'))`);

export async function readMailState(context: TenantContext, userId: string): Promise<MailState> {
  const [row] = await queryRows<MailState>(context, execution(READ_MAIL, [userId]));
  return row ?? { waiting: 0, problem: null };
}

const HAS_TARGETS = defineStatement(`
  SELECT EXISTS (SELECT FROM webhook WHERE is_enabled)
    OR ($1::boolean AND EXISTS (SELECT FROM notification_setting WHERE address IS NOT NULL)) AS found`);

/** Whether anything could be told to anybody in local mode. */
export async function hasTargets(
  context: TenantContext,
  { hasMail }: { readonly hasMail: boolean },
): Promise<boolean> {
  const [row] = await queryRows<{ found: boolean }>(context, execution(HAS_TARGETS, [hasMail]));
  return row?.found === true;
}
