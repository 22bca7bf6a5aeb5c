import { t } from "../../../language/messages.ts";
import {
  type NotificationState,
  turnOffNotifications,
  turnOnNotifications,
  useNotificationState,
} from "../../../notifications/notification-state.ts";
import { SettingsSection } from "../settings-section.tsx";

const WORDS: Readonly<Record<NotificationState, string>> = {
  on: t("On in this browser."),
  off: t("Off in this browser."),
  denied: t(
    "Your browser blocks notifications of this site. Allow them in its site settings (the icon beside the address), then reload this page.",
  ),
  unsupported: t(
    "This browser shows no notifications here: they need https, or the console opened as localhost or 127.0.0.1.",
  ),
};

export function BrowserNotificationsSection() {
  const state = useNotificationState();
  const isOn = state === "on";
  return (
    <SettingsSection title={t("Notifications in this browser")}>
      {(isOn || state === "off") && (
        <label className="mb-1 flex min-h-8 w-fit cursor-pointer items-center gap-2.5 font-medium">
          <input
            type="checkbox"
            role="switch"
            checked={isOn}
            aria-checked={isOn}
            aria-describedby="browser-notifications"
            onChange={() => void (isOn ? turnOffNotifications() : turnOnNotifications())}
            className="size-4 accent-accent"
          />
          {t("Browser notifications")}
        </label>
      )}
      <p id="browser-notifications">
        {t(
          "Your browser tells you when a plan needs your review, with the name of the plan. This works as long as a tab of the console is open, also in the background, and uses no other service.",
        )}
      </p>
      <p role="status" className={`mt-2 ${state === "denied" ? "text-bad" : "text-soft"}`}>
        {WORDS[state]}
      </p>
    </SettingsSection>
  );
}
