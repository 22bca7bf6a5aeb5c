import { useQuery } from "@tanstack/react-query";
import { api } from "../../api/api.ts";
import { QueryView } from "../../components/query-view.tsx";
import { numberText, t } from "../../language/messages.ts";
import { SettingList, SettingsSection } from "./settings-section.tsx";

export function UsageSection() {
  return (
    <SettingsSection title={t("Storage and usage")}>
      <Usage />
    </SettingsSection>
  );
}

function Usage() {
  const query = useQuery(api.settings.summary.queryOptions());
  return (
    <QueryView query={query} what={t("the usage")} lines={2}>
      {({ usage }) => (
        <SettingList
          settings={[
            {
              name: t("Storage"),
              value: upTo(usage.storedBytes, usage.maxStoredBytes, bytesText),
              about: t("Approximate size of your data in the database."),
              variable: "TROVELLA_STORAGE_BYTES",
              isLimit: true,
            },
            {
              name: t("Model tokens"),
              value: upTo(usage.dailyTokens, usage.maxDailyTokens, (tokens) => numberText(tokens)),
              about: t("Used for extraction in the last 24 hours."),
              variable: "TROVELLA_EXTRACT_DAILY_TOKENS",
              isLimit: true,
            },
          ]}
        />
      )}
    </QueryView>
  );
}

function upTo(used: number, limit: number | null, format: (amount: number) => string): string {
  const amount = format(used);
  return limit === null
    ? t("{amount}, no limit", { amount })
    : t("{amount} of {limit}", { amount, limit: format(limit) });
}

function bytesText(bytes: number): string {
  const [size, unit] = bytes < 1e9 ? [bytes / 1e6, "MB"] : [bytes / 1e9, "GB"];
  return `${numberText(size, { maximumFractionDigits: 1 })} ${unit}`;
}
