export {
  type Delivering,
  type DeliveringOptions,
  type DeliveryCounts,
  startDelivering,
} from "./delivering.ts";
export { createMailer, type Mailer } from "./mail/mailer.ts";
export {
  changeWebhook,
  createWebhook,
  removeWebhook,
  rotateSecret,
  testWebhook,
} from "./manage-webhooks.ts";
export {
  isTimeZone,
  MAIL_CHOICES,
  type PersonSettings,
  settingsOf,
} from "./settings.ts";
export type { WebhookSending } from "./webhook/post-webhook.ts";
export { SecretBox } from "./webhook/secret-box.ts";
