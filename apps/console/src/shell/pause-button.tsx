import { useQueryClient } from "@tanstack/react-query";
import { Icon } from "../components/icon.tsx";
import { t } from "../language/messages.ts";
import { pauseLive, resumeLive, useLivePause } from "../live/live-pause.ts";

export function PauseButton() {
  const { isPaused, waiting } = useLivePause();
  const toggle = useTogglePause();
  const news = isPaused && waiting > 0 ? t("{count} new", { count: waiting }) : "";
  return (
    <button
      type="button"
      onClick={toggle}
      className="flex min-h-8 min-w-8 items-center justify-center gap-1.5 whitespace-nowrap rounded-md px-2 text-soft text-sm hover:bg-hover hover:text-text"
    >
      <Icon name={isPaused ? "runs" : "waiting"} />
      <span className="hidden sm:inline" aria-hidden="true">
        {isPaused ? t("Resume") : t("Pause")}
      </span>
      <span className="sr-only">
        {isPaused ? t("Resume live updates") : t("Pause live updates")}{" "}
      </span>
      {news && (
        <span className="rounded-full bg-accent px-2 text-on-accent text-xs tabular-nums leading-5">
          {news}
        </span>
      )}
    </button>
  );
}

export function useTogglePause(): () => void {
  const { isPaused } = useLivePause();
  const queries = useQueryClient();
  return () => (isPaused ? resumeLive(queries) : pauseLive());
}
