import type { ChangeTopic } from "@trovella/db/changes";
import {
  listWebhookAttempts,
  listWebhooks,
  MAX_WEBHOOKS,
  readMailState,
  readNotificationSetting,
  saveNotificationSetting,
  WEBHOOK_FORMATS,
} from "@trovella/db/notifications";
import { invalidField } from "@trovella/foundation";
import {
  changeWebhook,
  createWebhook,
  isTimeZone,
  MAIL_CHOICES,
  removeWebhook,
  rotateSecret,
  settingsOf,
  testWebhook,
} from "@trovella/notifications";
import { NOTIFICATION_TYPES } from "@trovella/plan-engine";
import { readCursor } from "@trovella/research";
import { z } from "zod";
import * as input from "../inputs.ts";
import { idText, pageOf } from "../page-of.ts";
import { personProcedure, router } from "../trpc.ts";

const position = z.object({ id: idText });
const MAX_NAME_LENGTH = 100;
const MAX_URL_LENGTH = 2_000;
const MAX_ADDRESS_LENGTH = 254;
const LAST_MINUTE = 1_439;

const minute = z.int().min(0).max(LAST_MINUTE);
const channelChoice = z.strictObject({ email: z.enum(MAIL_CHOICES) });
const personSettings = z.strictObject({
  choices: z.strictObject({
    "review.requested": channelChoice,
    "review.decided": channelChoice,
    "plan.completed": channelChoice,
    "plan.failed": channelChoice,
    "plan.stalled": channelChoice,
  }),
  plans: z.enum(["mine", "all"]),
  timeZone: input.text(60).refine(isTimeZone, "is not a time zone"),
  quietHours: z.strictObject({ from: minute, to: minute }).nullable(),
  digestHour: z.int().min(0).max(23),
  /** In local mode alone; members of a team are told at the address they sign in with. */
  address: input
    .text(MAX_ADDRESS_LENGTH)
    .trim()
    .regex(/^[^\s@<>,;"]+@[^\s@<>,;"]+$/, "is not an e-mail address")
    .nullable(),
});

const webhookFields = {
  name: input.text(MAX_NAME_LENGTH).trim().min(1),
  url: input.text(MAX_URL_LENGTH).trim(),
  format: z.enum(WEBHOOK_FORMATS),
  events: z.array(z.enum(NOTIFICATION_TYPES)).min(1).max(NOTIFICATION_TYPES.length),
};

const LOCAL = { localPermission: "review" } as const;
const ownProcedure = (changes: readonly ChangeTopic[] = []) =>
  personProcedure("account", changes, LOCAL);
const adminProcedure = (changes: readonly ChangeTopic[] = []) =>
  personProcedure("admin", changes, LOCAL);

/** What the caller is told, and the webhooks of their organization. */
export const notificationRouter = router({
  /** The caller's own choices. */
  settings: ownProcedure().query(async ({ ctx: { inTenant, services, caller } }) => {
    const [stored, mail] = await inTenant(async (context) => [
      await readNotificationSetting(context, caller.userId),
      await readMailState(context, caller.userId),
    ]);
    const { address, ...settings } = settingsOf(stored);
    return {
      settings: { ...settings, address: services.people ? caller.userEmail : address },
      isStored: stored !== null,
      mail: { isConfigured: services.notifications.hasMail, ...mail },
    };
  }),

  saveSettings: ownProcedure(["people"])
    .input(personSettings)
    .mutation(async ({ ctx: { inTenant, services, caller }, input: given }) => {
      const { choices, plans, timeZone, quietHours, digestHour, address } = given;
      await inTenant((context) =>
        saveNotificationSetting(context, {
          userId: caller.userId,
          choices,
          plans,
          timeZone,
          quietFrom: quietHours?.from ?? null,
          quietTo: quietHours?.to ?? null,
          digestHour,
          address: services.people ? null : address,
        }),
      );
      services.notifications.onChanged();
      return { isStored: true };
    }),

  webhooks: adminProcedure().query(async ({ ctx: { inTenant, services } }) => ({
    webhooks: await inTenant(listWebhooks),
    maxWebhooks: MAX_WEBHOOKS,
    allowsPrivate: services.notifications.sending.allowPrivate,
  })),

  /** Only this reply ever shows the secret. */
  createWebhook: adminProcedure(["people"])
    .input(z.strictObject(webhookFields))
    .mutation(async ({ ctx: { inTenant, services, caller }, input: fields }) => {
      const { sending, onChanged } = services.notifications;
      const events = [...new Set(fields.events)];
      const webhook = { ...fields, events, userId: caller.userId };
      const created = await inTenant((context) => createWebhook(context, sending, webhook));
      onChanged();
      return created;
    }),

  changeWebhook: adminProcedure(["people"])
    .input(
      z.strictObject({
        webhookId: input.id,
        name: webhookFields.name.optional(),
        url: webhookFields.url.optional(),
        format: webhookFields.format.optional(),
        events: webhookFields.events.optional(),
        isEnabled: z.boolean().optional(),
      }),
    )
    .mutation(async ({ ctx: { inTenant, services }, input: { webhookId, ...change } }) => {
      if (Object.keys(change).length === 0)
        throw invalidField("webhookId", "comes without a change. Next: say what to change.");
      const { sending, onChanged } = services.notifications;
      await inTenant((context) => changeWebhook(context, sending, { webhookId, ...change }));
      onChanged();
      return { webhookId };
    }),

  /** The new secret is in this reply alone; the old one signs too for a day. */
  rotateSecret: adminProcedure(["people"])
    .input(z.strictObject({ webhookId: input.id }))
    .mutation(({ ctx: { inTenant, services, now }, input: { webhookId } }) =>
      inTenant((context) =>
        rotateSecret(context, services.notifications.sending, { webhookId, now }),
      ),
    ),

  removeWebhook: adminProcedure(["people"])
    .input(z.strictObject({ webhookId: input.id }))
    .mutation(async ({ ctx: { inTenant, services }, input: { webhookId } }) => {
      await inTenant((context) => removeWebhook(context, webhookId));
      services.notifications.onChanged();
      return { webhookId };
    }),

  /** Answers when the target has answered, or after its time. */
  testWebhook: adminProcedure(["people"])
    .input(z.strictObject({ webhookId: input.id }))
    .mutation(({ ctx: { inTenant, services }, input: { webhookId } }) =>
      testWebhook(inTenant, services.notifications.sending, webhookId),
    ),

  /** The log of a webhook, the newest attempt first. */
  attempts: adminProcedure()
    .input(z.object({ webhookId: input.id, limit: input.limit(20), cursor: input.cursor }))
    .query(async ({ ctx: { inTenant }, input: { webhookId, limit, cursor } }) => {
      const before = readCursor(cursor, position)?.id ?? null;
      const rows = await inTenant((context) =>
        listWebhookAttempts(context, { webhookId, before, limit: limit + 1 }),
      );
      const { items, nextCursor } = pageOf(rows, limit, ({ id }) => ({ id }));
      return { attempts: items, nextCursor };
    }),
});
