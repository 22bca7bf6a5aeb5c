import { Icon } from "../components/icon.tsx";
import { RelativeTime } from "../components/relative-time.tsx";
import { useLive } from "../live/live-connection.ts";

/** Says that what is on the page may be old, and how old. */
export function OfflineBanner() {
  const { status, heardAt } = useLive();
  return (
    <div role="status">
      {status === "offline" && (
        <p className="flex items-center gap-2 border-line border-b bg-card px-4 py-2 md:px-8">
          <Icon name="offline" className="text-bad" />
          <span>
            The server does not answer (last heard of{" "}
            <RelativeTime at={new Date(heardAt).toISOString()} />
            ). What you see may be out of date; the page goes on by itself when the server is back.
          </span>
        </p>
      )}
    </div>
  );
}
