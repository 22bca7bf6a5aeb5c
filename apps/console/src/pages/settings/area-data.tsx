import { useQuery } from "@tanstack/react-query";
import { api, type Replies } from "../../api/api.ts";
import { CopyLine } from "../../components/copy-line.tsx";
import { QueryView } from "../../components/query-view.tsx";
import { RelativeTime } from "../../components/relative-time.tsx";
import { ownCommand } from "../../format/own-command.ts";
import { plural, rich, t } from "../../language/messages.ts";
import { DataSections } from "./data/data-sections.tsx";
import { SettingList, SettingsSection } from "./settings-section.tsx";
import { UsageSection } from "./usage-section.tsx";

type Summary = Replies["settings"]["summary"];

export function DataArea() {
  const query = useQuery(api.settings.summary.queryOptions());
  return (
    <>
      <UsageSection />
      <SettingsSection title={t("Backups")}>
        <QueryView query={query} what={t("the settings")} lines={3}>
          {({ state }) => <Backups state={state} />}
        </QueryView>
      </SettingsSection>
      <SettingsSection title={t("What is kept, and for how long")}>
        <QueryView query={query} what={t("the settings")} lines={3}>
          {({ settings }) => <Retention settings={settings} />}
        </QueryView>
      </SettingsSection>
      <DataSections />
    </>
  );
}

function Backups({ state }: { state: Summary["state"] }) {
  if (!state) {
    return <p>{t("The people who run this server make its backups. Ask them when and where.")}</p>;
  }
  return (
    <div className="grid gap-3">
      <p>
        {state.lastBackupAt
          ? rich("The newest automatic backup is from {when}.", {
              when: <RelativeTime at={state.lastBackupAt} />,
            })
          : t("There is no automatic backup yet: one is made before each update of the database.")}
      </p>
      <p>{t("Make one at any time, while the server runs:")}</p>
      <CopyLine
        text={ownCommand("backup trovella.jsonl.gz")}
        isCode
        what={t("the command that makes a backup")}
      />
      <p className="text-soft text-sm">
        {t(
          "It contains everything, so keep it encrypted and on another computer. `trovella restore` reads it back.",
        )}
      </p>
    </div>
  );
}

function Retention({ settings }: { settings: Summary["settings"] }) {
  const forever = t("Until somebody deletes them");
  const log = settings && {
    name: t("Security log"),
    value: plural(settings.securityLogDays, "{count} day", "{count} days"),
    variable: "TROVELLA_SECURITY_LOG_DAYS",
  };
  return (
    <SettingList
      settings={[
        { name: t("Plans, findings and reports"), value: forever },
        { name: t("Tool calls and activity"), value: t("As long as their plan") },
        ...(log ? [log] : []),
      ]}
    />
  );
}
