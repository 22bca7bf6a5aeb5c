import { t } from "../language/messages.ts";

export const PAGES = [
  { to: "/", label: t("Home"), icon: "home", keys: "g h" },
  { to: "/inbox", label: t("Inbox"), icon: "inbox", keys: "g i" },
  { to: "/plans", label: t("Plans"), icon: "plans", keys: "g p" },
  { to: "/runs", label: t("Runs"), icon: "runs", keys: "g r" },
  { to: "/library", label: t("Library"), icon: "library", keys: "g l" },
  { to: "/claims", label: t("Claims"), icon: "claims", keys: "g m" },
  { to: "/reports", label: t("Reports"), icon: "reports", keys: "g o" },
  { to: "/insights", label: t("Insights"), icon: "insights", keys: "g n" },
  { to: "/connect", label: t("Connect"), icon: "connect", keys: "g c" },
  { to: "/settings", label: t("Settings"), icon: "settings", keys: "g s" },
] as const;

/** In the bar at the bottom of narrow windows; the others are behind "More". */
const BAR_PATHS: readonly string[] = ["/", "/inbox", "/plans"];
export const BAR_PAGES = PAGES.filter(({ to }) => BAR_PATHS.includes(to));
export const MORE_PAGES = PAGES.filter(({ to }) => !BAR_PATHS.includes(to));
