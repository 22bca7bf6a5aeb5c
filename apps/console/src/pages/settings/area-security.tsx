import { lazy, Suspense } from "react";
import { useTeam } from "../../api/account.ts";
import { ownCommand } from "../../format/own-command.ts";
import { rich, t } from "../../language/messages.ts";
import { ShareSettings } from "../reports/share/share-links.tsx";
import { SettingsSection } from "./settings-section.tsx";

// Not needed in local mode.
const SecuritySections = lazy(() => import("./team/security-sections.tsx"));

export function SecurityArea() {
  const team = useTeam();
  return (
    <>
      {team && (
        <Suspense>
          <SecuritySections team={team} />
        </Suspense>
      )}
      <SettingsSection title={t("Public links")}>
        <ShareSettings />
      </SettingsSection>
      <SettingsSection title={t("Review PIN")}>
        <p>
          {rich(
            "A review PIN keeps programs from deciding reviews in your name. Set it with {command}.",
            {
              command: (
                <code className="whitespace-nowrap font-mono text-sm">{ownCommand("pin set")}</code>
              ),
            },
          )}
        </p>
      </SettingsSection>
    </>
  );
}
