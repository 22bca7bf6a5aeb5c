import { useQuery } from "@tanstack/react-query";
import { api, type Replies } from "../../api/api.ts";
import { versionQuery } from "../../api/version-query.ts";
import { QueryView } from "../../components/query-view.tsx";
import { type Setting, SettingList, SettingsSection } from "./settings-section.tsx";

type Summary = Replies["settings"]["summary"];

export function ServerSection() {
  return (
    <>
      <SettingsSection title="This server">
        <Version />
      </SettingsSection>
      <SettingsSection title="Usage">
        <Usage />
      </SettingsSection>
      <SettingsSection title="Configuration">
        <Configuration />
      </SettingsSection>
    </>
  );
}

function Version() {
  const query = useQuery(versionQuery);
  return (
    <QueryView query={query} what="the version" lines={2}>
      {({ version, node }) => (
        <SettingList
          settings={[
            { name: "Version", value: `Trovella ${version}` },
            ...(node ? [{ name: "Node.js", value: node }] : []),
            { name: "URL", value: window.location.origin },
          ]}
        />
      )}
    </QueryView>
  );
}

function Usage() {
  const query = useQuery(api.settings.summary.queryOptions());
  return (
    <QueryView query={query} what="the usage" lines={2}>
      {({ usage }) => (
        <SettingList
          settings={[
            {
              name: "Storage",
              value: `${bytesText(usage.storedBytes)}${upTo(usage.maxStoredBytes, bytesText)}`,
              about: "Approximate size of your data in the database.",
              variable: "TROVELLA_STORAGE_BYTES",
              isLimit: true,
            },
            {
              name: "Model tokens",
              value: `${usage.dailyTokens.toLocaleString()}${upTo(usage.maxDailyTokens, (tokens) => tokens.toLocaleString())}`,
              about: "Used for extraction in the last 24 hours.",
              variable: "TROVELLA_EXTRACT_DAILY_TOKENS",
              isLimit: true,
            },
          ]}
        />
      )}
    </QueryView>
  );
}

function upTo(limit: number | null, format: (limit: number) => string): string {
  return limit === null ? ", no limit" : ` of ${format(limit)}`;
}

function bytesText(bytes: number): string {
  const [size, unit] = bytes < 1e9 ? [bytes / 1e6, "MB"] : [bytes / 1e9, "GB"];
  return `${size.toLocaleString(undefined, { maximumFractionDigits: 1 })} ${unit}`;
}

function Configuration() {
  const query = useQuery(api.settings.summary.queryOptions());
  return (
    <QueryView
      query={query}
      what="the settings"
      lines={6}
      isEmpty={({ settings }) => !settings}
      empty={<p>Only the people who run this server can see its configuration.</p>}
    >
      {(summary) => (
        <SettingList settings={summary.settings ? settingsOf(summary.settings, summary) : []} />
      )}
    </QueryView>
  );
}

function settingsOf(
  settings: NonNullable<Summary["settings"]>,
  { userName, state }: Summary,
): Setting[] {
  const { database, dataDirectory, stallThresholdMs, extraction } = settings;
  const version = state ? `PostgreSQL ${state.databaseVersion}` : "PostgreSQL";
  const isEmbedded = database === "embedded";
  return [
    { name: "Mode", value: `Local, as ${userName}`, about: "No sign-in." },
    {
      name: "Database",
      value: isEmbedded ? `${version}, embedded` : `${version}, on its own server`,
      about: isEmbedded ? "Starts and stops with the server." : "",
      variable: "DATABASE_URL",
    },
    {
      name: isEmbedded ? "Data directory" : "Backup directory",
      value: <code className="font-mono text-sm">{dataDirectory}</code>,
      variable: "TROVELLA_DATA_DIR",
    },
    {
      name: "Stall threshold",
      value: `${minutes(stallThresholdMs)} without activity`,
      about: "For plans that do not set their own.",
      variable: "TROVELLA_STALL_MINUTES",
    },
    searching(settings, state),
    {
      name: "Extraction",
      value: extraction
        ? `${extraction.model} of ${extraction.provider}`
        : "No model: clients extract data themselves",
      variable: "TROVELLA_EXTRACT_PROVIDER",
    },
  ];
}

function searching(
  { embedder }: NonNullable<Summary["settings"]>,
  state: Summary["state"],
): Setting {
  const setting = { name: "Search", variable: "TROVELLA_EMBEDDER" };
  if (embedder === "none") return { ...setting, value: "Keyword search only" };
  const where = embedder === "local" ? "on this computer" : "on a remote endpoint";
  if (!state?.model) {
    return {
      ...setting,
      value: "Keyword search; semantic search once its model is ready",
      about: `The model runs ${where}.`,
    };
  }
  const { model, pendingVectors } = state;
  const waiting =
    pendingVectors > 0
      ? ` ${pendingVectors.toLocaleString()} texts are waiting to be indexed.`
      : "";
  return {
    ...setting,
    value: "Keyword and semantic search",
    about: `The model ${model} runs ${where}.${waiting}`,
  };
}

function minutes(durationMs: number): string {
  const count = Math.round((durationMs / 60_000) * 1_000) / 1_000;
  return `${count.toLocaleString()} ${count === 1 ? "minute" : "minutes"}`;
}
