import { Icon, type IconName } from "../components/icon.tsx";
import { type LiveStatus, useLive } from "../live/live-connection.ts";
import { useLivePause } from "../live/live-pause.ts";

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
    title: "Changes show here as they happen",
    color: "text-good",
  },
  polling: {
    icon: "running",
    word: "Every 10 s",
    title: "The server sends no live events; the page asks it every 10 seconds",
    color: "text-soft",
  },
  offline: {
    icon: "offline",
    word: "Offline",
    title: "The server does not answer",
    color: "text-bad",
  },
};

const PAUSED = {
  icon: "waiting",
  word: "Paused",
  title: "The page stays as it is until you resume",
  color: "text-warn",
} as const;

export function LiveIndicator() {
  const { status } = useLive();
  const { isPaused } = useLivePause();
  const { icon, word, title, color } = isPaused && status !== "offline" ? PAUSED : LOOKS[status];
  return (
    <span title={title} className={`flex items-center gap-1.5 whitespace-nowrap text-sm ${color}`}>
      <Icon name={icon} />
      {word}
    </span>
  );
}
