import { useQuery } from "@tanstack/react-query";
import { api, type Replies } from "../../api/api.ts";
import { versionQuery } from "../../api/version-query.ts";
import { QueryView } from "../../components/query-view.tsx";
import { plural, t } from "../../language/messages.ts";
import { type Setting, SettingList, SettingsSection } from "./settings-section.tsx";

type Summary = Replies["settings"]["summary"];

export function VersionSection() {
  return (
    <SettingsSection title={t("This server")}>
      <Version />
    </SettingsSection>
  );
}

export function ConfigurationSection() {
  return (
    <SettingsSection title={t("Configuration")}>
      <Configuration />
    </SettingsSection>
  );
}

function Version() {
  const query = useQuery(versionQuery);
  return (
    <QueryView query={query} what={t("the version")} lines={2}>
      {({ version, node }) => (
        <SettingList
          settings={[
            { name: t("Version"), value: `Trovella ${version}` },
            ...(node ? [{ name: "Node.js", value: node }] : []),
            { name: "URL", value: window.location.origin },
          ]}
        />
      )}
    </QueryView>
  );
}

function Configuration() {
  const query = useQuery(api.settings.summary.queryOptions());
  return (
    <QueryView
      query={query}
      what={t("the settings")}
      lines={6}
      isEmpty={({ settings }) => !settings}
      empty={<p>{t("Only the people who run this server can see its configuration.")}</p>}
    >
      {(summary) => (
        <SettingList settings={summary.settings ? settingsOf(summary.settings, summary) : []} />
      )}
    </QueryView>
  );
}

function settingsOf(settings: NonNullable<Summary["settings"]>, { state }: Summary): Setting[] {
  const { database, dataDirectory, stallThresholdMs, extraction } = settings;
  const version = state ? `PostgreSQL ${state.databaseVersion}` : "PostgreSQL";
  const isEmbedded = database === "embedded";
  return [
    {
      name: t("Mode"),
      value: t("Local, as {name}", { name: t("Local user") }),
      about: t("No sign-in."),
    },
    {
      name: t("Database"),
      value: isEmbedded
        ? t("{version}, embedded", { version })
        : t("{version}, on its own server", { version }),
      about: isEmbedded ? t("Starts and stops with the server.") : "",
      variable: "DATABASE_URL",
    },
    {
      name: isEmbedded ? t("Data directory") : t("Backup directory"),
      value: <code className="font-mono text-sm">{dataDirectory}</code>,
      variable: "TROVELLA_DATA_DIR",
    },
    stallThreshold(stallThresholdMs),
    searching(settings, state),
    {
      name: t("Extraction"),
      value: extraction
        ? t("{model} of {provider}", { model: extraction.model, provider: extraction.provider })
        : t("No model: clients extract data themselves"),
      variable: "TROVELLA_EXTRACT_PROVIDER",
    },
  ];
}

export function stallThreshold(durationMs: number): Setting {
  return {
    name: t("Stall threshold"),
    value: t("{duration} without activity", { duration: minutes(durationMs) }),
    about: t("For plans that do not set their own."),
    variable: "TROVELLA_STALL_MINUTES",
  };
}

function searching(
  { embedder }: NonNullable<Summary["settings"]>,
  state: Summary["state"],
): Setting {
  const setting = { name: t("Search"), variable: "TROVELLA_EMBEDDER" };
  if (embedder === "none") return { ...setting, value: t("Keyword search only") };
  const where = embedder === "local" ? t("on this computer") : t("on a remote endpoint");
  if (!state?.model) {
    return {
      ...setting,
      value: t("Keyword search; semantic search once its model is ready"),
      about: t("The model runs {where}.", { where }),
    };
  }
  const { model, pendingVectors } = state;
  const waiting =
    pendingVectors > 0
      ? ` ${plural(pendingVectors, "{count} text is waiting to be indexed.", "{count} texts are waiting to be indexed.")}`
      : "";
  return {
    ...setting,
    value: t("Keyword and semantic search"),
    about: `${t("The model {model} runs {where}.", { model, where })}${waiting}`,
  };
}

function minutes(durationMs: number): string {
  const count = Math.round((durationMs / 60_000) * 1_000) / 1_000;
  return plural(count, "{count} minute", "{count} minutes");
}
