import { Icon } from "../components/icon.tsx";
import { RelativeTime } from "../components/relative-time.tsx";
import { useLiveState } from "../live/live-state.ts";

export function OfflineBanner() {
  const { status, heardAt } = useLiveState();
  return (
    <div role="status">
      {status === "offline" && (
        <p className="flex items-center gap-2 border-line border-b bg-card px-4 py-2 md:px-8">
          <Icon name="offline" className="text-bad" />
          <span>
            The server is not responding (last response{" "}
            <RelativeTime at={new Date(heardAt).toISOString()} />
            ). This page may be out of date; it reconnects automatically.
          </span>
        </p>
      )}
    </div>
  );
}
