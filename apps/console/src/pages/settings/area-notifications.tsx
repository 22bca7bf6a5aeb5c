import { useCan, useTeam } from "../../api/account.ts";
import { BrowserNotificationsSection } from "./notifications/browser-notifications-section.tsx";
import { NotificationsSection } from "./notifications/notifications-section.tsx";
import { WebhooksSection } from "./notifications/webhooks-section.tsx";

export function NotificationsArea() {
  const isLocal = useTeam() === null;
  const isManager = useCan("admin");
  return (
    <>
      <BrowserNotificationsSection />
      <NotificationsSection isLocal={isLocal} />
      {(isLocal || isManager) && <WebhooksSection />}
    </>
  );
}
