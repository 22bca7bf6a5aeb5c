import { useCan, useTeam } from "../../../api/account.ts";
import { t } from "../../../language/messages.ts";
import { SettingsSection } from "../settings-section.tsx";
import { DeletePersonSection } from "./delete-person-section.tsx";
import { ImportSection } from "./import-section.tsx";

/** Export, import, and deleting a person's data. */
export function DataSections() {
  const team = useTeam();
  const isManager = useCan("admin");
  const isLocal = team === null;
  if (team === undefined) return null;
  if (!isLocal && !isManager) {
    return (
      <SettingsSection title={t("Export and import")}>
        <p>
          {t(
            "Owners and admins export and import the organization's research. A single plan is exported on its page.",
          )}
        </p>
      </SettingsSection>
    );
  }
  return (
    <>
      <SettingsSection title={t("Export")}>
        <p className="mb-3">
          {t(
            "All plans in one zip file: reports, evidence, audit records, and everything that another Trovella server needs to import them. It is not encrypted.",
          )}
        </p>
        <a
          href="/api/export"
          download=""
          className="inline-flex min-h-8 items-center rounded-md border border-line bg-card px-2.5 py-1 font-medium text-sm hover:bg-hover"
        >
          {t("Export everything")}
        </a>
      </SettingsSection>
      <ImportSection />
      {team && <DeletePersonSection />}
    </>
  );
}
