import { useQuery } from "@tanstack/react-query";
import { useTeam } from "../../api/account.ts";
import { api } from "../../api/api.ts";
import { QueryView } from "../../components/query-view.tsx";
import { t } from "../../language/messages.ts";
import { stallThreshold } from "./server-section.tsx";
import { SettingList, SettingsSection } from "./settings-section.tsx";
import { WhoDecidesSection } from "./team/who-decides-section.tsx";

export function ReviewsArea() {
  const team = useTeam();
  return (
    <>
      {team ? (
        <WhoDecidesSection team={team} />
      ) : (
        <SettingsSection title={t("Who may decide reviews")}>
          <p>{t("In local mode there is one person, who decides everything.")}</p>
        </SettingsSection>
      )}
      <SettingsSection title={t("New plans")}>
        <NewPlans />
      </SettingsSection>
    </>
  );
}

function NewPlans() {
  const query = useQuery(api.settings.summary.queryOptions());
  return (
    <QueryView query={query} what={t("the settings")} lines={3}>
      {({ settings }) => (
        <SettingList
          settings={[
            ...(settings ? [stallThreshold(settings.stallThresholdMs)] : []),
            {
              name: t("Review policy"),
              value: t("Decisions in the chat count"),
              about: t(
                "An assistant may pass on your decision. A plan can demand a decision in the console instead.",
              ),
            },
            {
              name: t("Evidence"),
              value: t("Warn about key claims without support"),
              about: t("A plan can demand support for every key claim, or ask for none."),
            },
            {
              name: t("Budget"),
              value: t("No limit"),
              about: t("Ask your assistant for a limit of time, subagents or cost, per plan."),
            },
          ]}
        />
      )}
    </QueryView>
  );
}
