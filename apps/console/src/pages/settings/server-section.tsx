import { useQuery } from "@tanstack/react-query";
import { api, type Replies } from "../../api/api.ts";
import { ErrorState } from "../../components/error-state.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { type Setting, SettingList, SettingsSection } from "./settings-section.tsx";

type Summary = Replies["settings"]["summary"];

interface About {
  readonly version: string;
  readonly node: string;
}

/** Which Trovella this is, and what whoever started it has chosen. */
export function ServerSection() {
  return (
    <>
      <SettingsSection title="This server">
        <Version />
      </SettingsSection>
      <SettingsSection title="How it is set up">
        <Chosen />
      </SettingsSection>
    </>
  );
}

function Version() {
  const { data, error, refetch } = useQuery({ queryKey: ["version"], queryFn: readVersion });
  if (!data) {
    return error ? (
      <ErrorState what="The version" error={error} onRetry={() => void refetch()} />
    ) : (
      <Skeleton what="the version" lines={2} />
    );
  }
  const settings: Setting[] = [
    { name: "Version", value: `Trovella ${data.version}` },
    { name: "Node.js", value: data.node },
    { name: "Address", value: window.location.origin },
  ];
  return <SettingList settings={settings} />;
}

async function readVersion(): Promise<About> {
  const response = await fetch("/version", { cache: "no-store" });
  if (!response.ok) throw new Error(`/version answered with ${response.status}`);
  return response.json();
}

function Chosen() {
  const { data, error, refetch } = useQuery(api.settings.summary.queryOptions());
  if (!data) {
    return error ? (
      <ErrorState what="The settings" error={error} onRetry={() => void refetch()} />
    ) : (
      <Skeleton what="the settings" lines={6} />
    );
  }
  if (!data.settings) {
    return <p>Only those who run this server see how it is set up.</p>;
  }
  return <SettingList settings={settingsOf(data.settings, data)} />;
}

function settingsOf(
  settings: NonNullable<Summary["settings"]>,
  { userName, state }: Summary,
): Setting[] {
  const { database, dataDirectory, stallThresholdMs, extraction } = settings;
  const version = state ? `PostgreSQL ${state.databaseVersion}` : "PostgreSQL";
  const isEmbedded = database === "embedded";
  return [
    { name: "Mode", value: `Local, as ${userName}`, about: "Nobody signs in." },
    {
      name: "Database",
      value: isEmbedded ? `${version}, embedded` : `${version}, on a server of its own`,
      about: isEmbedded ? "It starts and stops by itself." : "",
      variable: "DATABASE_URL",
    },
    {
      name: isEmbedded ? "Data is kept in" : "Backups are kept in",
      value: <code className="font-mono text-sm">{dataDirectory}</code>,
      variable: "TROVELLA_DATA_DIR",
    },
    {
      name: "A step is stalled after",
      value: `${minutes(stallThresholdMs)} without a sign of life`,
      about: "In plans that do not say it themselves.",
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
  if (embedder === "none") return { ...setting, value: "By words alone" };
  const where = embedder === "local" ? "on this computer" : "behind an address";
  if (!state?.model) {
    return {
      ...setting,
      value: "By words; by meaning once its model is ready",
      about: `The model runs ${where}.`,
    };
  }
  const { model, pendingVectors } = state;
  const waiting =
    pendingVectors > 0 ? ` ${pendingVectors.toLocaleString()} texts are still to be prepared.` : "";
  return {
    ...setting,
    value: "By words and by meaning",
    about: `The model ${model} runs ${where}.${waiting}`,
  };
}

function minutes(durationMs: number): string {
  const count = Math.round((durationMs / 60_000) * 1_000) / 1_000;
  return `${count.toLocaleString()} ${count === 1 ? "minute" : "minutes"}`;
}
