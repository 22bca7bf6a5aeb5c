import { lazy, Suspense } from "react";
import { useTeam } from "../../api/account.ts";
import { t } from "../../language/messages.ts";
import { SettingsSection } from "./settings-section.tsx";

// Not needed in local mode.
const TeamSections = lazy(() => import("./team/team-sections.tsx"));

export function TeamArea() {
  const team = useTeam();
  if (team) {
    return (
      <Suspense>
        <TeamSections team={team} />
      </Suspense>
    );
  }
  return (
    <SettingsSection title={t("Members and tokens")}>
      <p>
        {t(
          "In local mode there is one local user and no sign-in: everyone who can reach this server on this computer acts as that user. Members, roles and tokens belong to team mode.",
        )}
      </p>
    </SettingsSection>
  );
}
