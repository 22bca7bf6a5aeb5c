import { t } from "../../language/messages.ts";

export const MAX_VERSIONS = 100;

interface Version {
  readonly id: string;
  readonly version: number;
  readonly isDraft: boolean;
}

/** The versions of a report as options of a select, the latest first as the API lists them. */
export function versionOptions(versions: readonly Version[]) {
  return versions.map(({ id, version, isDraft }, index) => ({
    value: id,
    label: labelOf(version, { isLatest: index === 0, isDraft }),
  }));
}

function labelOf(
  version: number,
  { isLatest, isDraft }: { readonly isLatest: boolean; readonly isDraft: boolean },
): string {
  if (isLatest && isDraft) return t("Version {version} (latest), draft", { version });
  if (isLatest) return t("Version {version} (latest)", { version });
  return isDraft ? t("Version {version}, draft", { version }) : t("Version {version}", { version });
}
