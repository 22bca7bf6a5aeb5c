import { useQuery } from "@tanstack/react-query";
import { api } from "../../../api/api.ts";
import { QueryView } from "../../../components/query-view.tsx";
import { t } from "../../../language/messages.ts";
import { SettingsSection } from "../settings-section.tsx";
import { Rows } from "../team/rows.tsx";
import { NewWebhook } from "./new-webhook.tsx";
import { WebhookRow } from "./webhook-row.tsx";

/** For those who administer the organization. */
export function WebhooksSection() {
  const query = useQuery(api.notification.webhooks.queryOptions());
  return (
    <SettingsSection title={t("Webhooks")}>
      <div className="grid gap-5">
        <p className="text-soft">
          {t(
            "Tell a chat or another program what happens to the plans of this organization. Requests are signed, repeated until they are answered, and follow no redirects.",
          )}
        </p>
        <QueryView query={query} what={t("the webhooks")} lines={3}>
          {({ webhooks, maxWebhooks, allowsPrivate }) => (
            <>
              {webhooks.length < maxWebhooks ? (
                <NewWebhook allowsPrivate={allowsPrivate} />
              ) : (
                <p>
                  {t("An organization can have {count} webhooks. Delete one to make room.", {
                    count: maxWebhooks,
                  })}
                </p>
              )}
              {webhooks.length === 0 ? (
                <p className="text-soft">{t("There are no webhooks yet.")}</p>
              ) : (
                <Rows label={t("Webhooks")}>
                  {webhooks.map((webhook) => (
                    <WebhookRow key={webhook.id} webhook={webhook} />
                  ))}
                </Rows>
              )}
            </>
          )}
        </QueryView>
      </div>
    </SettingsSection>
  );
}
