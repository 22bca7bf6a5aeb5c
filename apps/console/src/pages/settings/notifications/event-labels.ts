import type { Replies } from "../../../api/api.ts";
import { t } from "../../../language/messages.ts";

export type PersonSettings = Replies["notification"]["settings"]["settings"];
export type EventType = keyof PersonSettings["choices"];
export type MailChoice = PersonSettings["choices"][EventType]["email"];
export type Webhook = Replies["notification"]["webhooks"]["webhooks"][number];
export type Format = Webhook["format"];

export const EVENT_LABELS: Readonly<Record<EventType, string>> = {
  "review.requested": t("A review waits"),
  "review.decided": t("A review was decided"),
  "plan.completed": t("A plan finished"),
  "plan.failed": t("A plan failed"),
  "plan.stalled": t("A plan stalled"),
};
export const EVENT_TYPES = Object.keys(EVENT_LABELS) as EventType[];

const MAIL_LABELS: Readonly<Record<MailChoice, string>> = {
  now: t("At once"),
  digest: t("In the daily digest"),
  off: t("No e-mail"),
};
export const MAIL_OPTIONS = (Object.keys(MAIL_LABELS) as MailChoice[]).map((value) => ({
  value,
  label: MAIL_LABELS[value],
}));

const FORMAT_LABELS: Readonly<Record<Format, string>> = {
  json: t("JSON, signed"),
  slack: "Slack",
  discord: "Discord",
  teams: "Microsoft Teams",
  ntfy: "ntfy",
};
export const FORMAT_OPTIONS = (Object.keys(FORMAT_LABELS) as Format[]).map((value) => ({
  value,
  label: FORMAT_LABELS[value],
}));

export function formatLabel(format: Format): string {
  return FORMAT_LABELS[format];
}

/** `22:30` as minutes of the day; null for anything else. */
export function minuteOfDay(time: string): number | null {
  const [, hours, minutes] = /^(\d{2}):(\d{2})$/.exec(time) ?? [];
  const total = Number(hours) * 60 + Number(minutes);
  return total >= 0 && total < 1440 ? total : null;
}

export function timeOfDay(minute: number): string {
  const two = (number: number) => String(number).padStart(2, "0");
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
}
