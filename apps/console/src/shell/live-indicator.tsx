import { Icon, type IconName } from "../components/icon.tsx";
import { t } from "../language/messages.ts";
import { useLivePause } from "../live/live-pause.ts";
import { type LiveStatus, useLiveState } from "../live/live-state.ts";

const LOOKS: Readonly<
  Record<LiveStatus, { icon: IconName; word: string; title: string; color: string }>
> = {
  connecting: {
    icon: "live",
    word: t("Connecting"),
    title: t("Connecting to the server"),
    color: "text-soft",
  },
  live: {
    icon: "live",
    word: t("Live"),
    title: t("Changes appear as they happen"),
    color: "text-good",
  },
  polling: {
    icon: "running",
    word: t("Every 10 s"),
    title: t("No live events from the server; the page refreshes every 10 seconds"),
    color: "text-soft",
  },
  offline: {
    icon: "offline",
    word: t("Offline"),
    title: t("The server is not responding"),
    color: "text-bad",
  },
};

const PAUSED = {
  icon: "waiting",
  word: t("Paused"),
  title: t("Live updates are paused until you resume"),
  color: "text-warn",
} as const;

export function LiveIndicator() {
  const { status } = useLiveState();
  const { isPaused } = useLivePause();
  const { icon, word, title, color } = isPaused && status !== "offline" ? PAUSED : LOOKS[status];
  return (
    <span title={title} className={`flex items-center gap-1.5 whitespace-nowrap text-sm ${color}`}>
      <Icon name={icon} />
      <span className="max-sm:sr-only">{word}</span>
    </span>
  );
}
