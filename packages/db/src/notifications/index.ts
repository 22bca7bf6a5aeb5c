export { WEBHOOK_FORMATS } from "../schema/value-lists.ts";
export {
  type ClaimedDelivery,
  type ClaimedMail,
  type ClaimedWebhookDelivery,
  claimMail,
  claimWebhookDeliveries,
  countWaiting,
  deleteOldNotifications,
  finishDeliveries,
  nextDeliveryMs,
  type RetriedDelivery,
  retryDeliveries,
} from "./deliveries.ts";
export {
  type DispatchInput,
  dispatchEvents,
  hasUndispatched,
  type NewDelivery,
  type WaitingEvent,
} from "./dispatch-events.ts";
export {
  hasTargets,
  type MailState,
  type NotificationSetting,
  readMailState,
  readNotificationSetting,
  readNotificationSettings,
  saveNotificationSetting,
} from "./notification-settings.ts";
export type { EventPayload } from "./outbox.ts";
export {
  type NewWebhookAttempt,
  noteWebhookFailure,
  noteWebhookSuccess,
  saveWebhookAttempt,
  type WebhookFailure,
} from "./webhook-attempts.ts";
export {
  cancelDeliveries,
  countRecentTests,
  deleteWebhook,
  insertWebhook,
  type ListedWebhook,
  listWebhookAttempts,
  listWebhooks,
  MAX_WEBHOOKS,
  type NewWebhook,
  readWebhook,
  type StoredWebhook,
  updateWebhook,
  type WebhookFormat,
} from "./webhooks.ts";
