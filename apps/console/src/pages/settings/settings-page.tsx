import { lazy, Suspense } from "react";
import { useCan, useTeam } from "../../api/account.ts";
import { Choice } from "../../components/choice.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { ShortcutList } from "../../shell/shortcut-list.tsx";
import { chooseTheme, THEMES, type Theme, useTheme } from "../../shell/theme.ts";
import { DataSections } from "./data/data-sections.tsx";
import { BrowserNotificationsSection } from "./notifications/browser-notifications-section.tsx";
import { NotificationsSection } from "./notifications/notifications-section.tsx";
import { WebhooksSection } from "./notifications/webhooks-section.tsx";
import { ServerSection } from "./server-section.tsx";
import { SettingsSection } from "./settings-section.tsx";

// Not needed in local mode.
const TeamSections = lazy(() => import("./team/team-sections.tsx"));

export function SettingsPage() {
  const team = useTeam();
  const isManager = useCan("admin");
  return (
    <>
      <PageHeader title="Settings">This server, your account and this browser.</PageHeader>
      <div className="grid max-w-3xl gap-8">
        {team && (
          <Suspense>
            <TeamSections team={team} />
          </Suspense>
        )}
        <BrowserNotificationsSection />
        {team !== undefined && <NotificationsSection isLocal={team === null} />}
        {(team === null || (team && isManager)) && <WebhooksSection />}
        <ServerSection />
        <DataSections />
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
            <p className="mt-2">
              A review PIN keeps programs from deciding reviews in your name. Set it with{" "}
              <code className="whitespace-nowrap font-mono text-sm">npx trovella pin set</code>.
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

const LABELS: Readonly<Record<Theme, string>> = {
  system: "System",
  light: "Light",
  dark: "Dark",
};
const OPTIONS = THEMES.map((value) => ({ value, label: LABELS[value] }));

function ThemeChoice() {
  const chosen = useTheme();
  const choose = (themes: readonly Theme[]) =>
    chooseTheme(themes.find((theme) => theme !== chosen) ?? chosen);
  return (
    <>
      <Choice label="Theme" options={OPTIONS} chosen={[chosen]} onChange={choose} />
      <p className="mt-2 text-soft text-sm">Saved in this browser.</p>
    </>
  );
}
