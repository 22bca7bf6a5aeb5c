import { lazy, Suspense } from "react";
import { useTeam } from "../../api/account.ts";
import { PageHeader } from "../../components/page-header.tsx";
import { ShortcutList } from "../../shell/shortcut-list.tsx";
import { ServerSection } from "./server-section.tsx";
import { SettingsSection } from "./settings-section.tsx";
import { ThemeChoice } from "./theme-choice.tsx";

// Not needed in local mode.
const TeamSections = lazy(() => import("./team/team-sections.tsx"));

export function SettingsPage() {
  const team = useTeam();
  return (
    <>
      <PageHeader title="Settings">This server, your account and this browser.</PageHeader>
      <div className="grid max-w-3xl gap-8">
        {team && (
          <Suspense>
            <TeamSections team={team} />
          </Suspense>
        )}
        <ServerSection />
        <SettingsSection title="Appearance">
          <ThemeChoice />
        </SettingsSection>
        {team === null && (
          <SettingsSection title="Members and tokens">
            <p>
              In local mode there is one local user and no sign-in: everyone who can reach this
              server on this computer acts as that user. Members, roles and tokens belong to team
              mode.
            </p>
          </SettingsSection>
        )}
        <SettingsSection title="Keyboard">
          <ShortcutList />
        </SettingsSection>
      </div>
    </>
  );
}
