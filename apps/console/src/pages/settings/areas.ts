import type { IconName } from "../../components/icon.tsx";
import { t } from "../../language/messages.ts";

interface Area {
  readonly id: string;
  readonly label: string;
  readonly about: string;
  readonly icon: IconName;
}

/** The sub-pages; the first is at `/settings` itself. */
export const AREAS = [
  {
    id: "general",
    label: t("General"),
    about: t("Language, theme and keyboard of this browser."),
    icon: "screen",
  },
  {
    id: "notifications",
    label: t("Notifications"),
    about: t("What you are told, and how."),
    icon: "live",
  },
  {
    id: "reviews",
    label: t("Reviews and defaults"),
    about: t("Who decides, and what new plans start with."),
    icon: "check",
  },
  {
    id: "documents",
    label: t("Documents"),
    about: t("Logo, colours, fonts and language of reports."),
    icon: "reports",
  },
  {
    id: "data",
    label: t("Data"),
    about: t("Storage, backups, and what is kept for how long."),
    icon: "library",
  },
  {
    id: "team",
    label: t("Team"),
    about: t("The organization, its members and invitations."),
    icon: "person",
  },
  {
    id: "security",
    label: t("Security"),
    about: t("Password, sessions, tokens, connected apps and the security log."),
    icon: "settings",
  },
  {
    id: "server",
    label: t("Server"),
    about: t("Version, mode, search and extraction."),
    icon: "connect",
  },
] as const satisfies readonly Area[];

export type AreaId = (typeof AREAS)[number]["id"];

/** By its id in the URL; anything unknown is the first. */
export function areaOf(id: string | undefined) {
  return AREAS.find((area) => area.id === id) ?? AREAS[0];
}
