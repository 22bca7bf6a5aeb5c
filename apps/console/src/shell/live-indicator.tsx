import { Icon, type IconName } from "../components/icon.tsx";
import { useLivePause } from "../live/live-pause.ts";
import { type LiveStatus, useLiveState } from "../live/live-state.ts";

const LOOKS: Readonly<
  Record<LiveStatus, { icon: IconName; word: string; title: string; color: string }>
> = {
  connecting: {
    icon: "live",
    word: "Connecting",
    title: "Connecting to the server",
    color: "text-soft",
  },
  live: {
    icon: "live",
    word: "Live",
    title: "Changes appear as they happen",
    color: "text-good",
  },
  polling: {
    icon: "running",
    word: "Every 10 s",
    title: "No live events from the server; the page refreshes every 10 seconds",
    color: "text-soft",
  },
  offline: {
    icon: "offline",
    word: "Offline",
    title: "The server is not responding",
    color: "text-bad",
  },
};

const PAUSED = {
  icon: "waiting",
  word: "Paused",
  title: "Live updates are paused until you resume",
  color: "text-warn",
} as const;

export function LiveIndicator() {
  const { status } = useLiveState();
  const { isPaused } = useLivePause();
  const { icon, word, title, color } = isPaused && status !== "offline" ? PAUSED : LOOKS[status];
  return (
    <span title={title} className={`flex items-center gap-1.5 whitespace-nowrap text-sm ${color}`}>
      <Icon name={icon} />
      {word}
    </span>
  );
}
