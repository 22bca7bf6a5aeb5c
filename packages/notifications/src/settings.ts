import type { NotificationSetting } from "@trovella/db/notifications";
import type { Json } from "@trovella/foundation";
import { NOTIFICATION_TYPES, type NotificationType } from "@trovella/plan-engine";

export const MAIL_CHOICES = ["now", "digest", "off"] as const;
type MailChoice = (typeof MAIL_CHOICES)[number];

/** How a person is told of one type of event. */
interface ChannelChoice {
  readonly email: MailChoice;
  readonly browser: boolean;
}

type ChannelChoices = Readonly<Record<NotificationType, ChannelChoice>>;

export interface PersonSettings {
  readonly choices: ChannelChoices;
  readonly plans: "mine" | "all";
  readonly timeZone: string;
  /** Minutes of the day in that time zone; from the first until the second no e-mail is sent. */
  readonly quietHours: { readonly from: number; readonly to: number } | null;
  readonly digestHour: number;
  readonly address: string | null;
}

/** Somebody waits for an answer to the first only. */
const DEFAULT_CHOICES: ChannelChoices = {
  "review.requested": { email: "now", browser: true },
  "review.decided": { email: "off", browser: false },
  "plan.completed": { email: "digest", browser: true },
  "plan.failed": { email: "digest", browser: true },
  "plan.stalled": { email: "digest", browser: true },
};

const DEFAULT_SETTINGS: PersonSettings = {
  choices: DEFAULT_CHOICES,
  plans: "mine",
  timeZone: "UTC",
  quietHours: null,
  digestHour: 8,
  address: null,
};

/** The stored choices of a person; defaults where there are none, as for types that are newer than them. */
export function settingsOf(stored: NotificationSetting | null | undefined): PersonSettings {
  if (!stored) return DEFAULT_SETTINGS;
  const { plans, timeZone, quietFrom, quietTo, digestHour, address } = stored;
  const quietHours =
    quietFrom !== null && quietTo !== null ? { from: quietFrom, to: quietTo } : null;
  return {
    choices: choicesOf(stored.choices),
    plans,
    timeZone: isTimeZone(timeZone) ? timeZone : DEFAULT_SETTINGS.timeZone,
    quietHours,
    digestHour,
    address,
  };
}

export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

function choicesOf(stored: Json): ChannelChoices {
  const given = (stored ?? {}) as Partial<Record<string, Partial<ChannelChoice>>>;
  const entries = NOTIFICATION_TYPES.map((type) => [
    type,
    { ...DEFAULT_CHOICES[type], ...given[type] },
  ]);
  return Object.fromEntries(entries);
}
