import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { api, type Replies } from "../../api/api.ts";
import { CopyLine } from "../../components/copy-line.tsx";
import { ErrorState } from "../../components/error-state.tsx";
import { Icon } from "../../components/icon.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { SecondsAgo } from "./seconds-ago.tsx";

const PATIENCE_MS = 60_000;

/** Waits for the first call of a client, and shows the latest one from then on. */
export function CallStatus() {
  const { data, error, refetch } = useQuery(api.toolCall.list.queryOptions({ limit: 1 }));
  if (!data) {
    return error ? (
      <ErrorState what="The latest call" error={error} onRetry={() => void refetch()} />
    ) : (
      <Skeleton what="the latest call" lines={1} />
    );
  }
  const [call] = data.toolCalls;
  return (
    <div className="rounded-lg border border-line bg-card px-5 py-3">
      {/* What was said is read out; the clock beside it is not. */}
      <span role="status">{call ? <Called call={call} /> : <Waiting />}</span>{" "}
      {call && (
        <span className="text-soft">
          <SecondsAgo at={call.createdAt} />
        </span>
      )}
      {!call && <Tips />}
    </div>
  );
}

type Call = Replies["toolCall"]["list"]["toolCalls"][number];

function Called({ call: { clientName, toolName, isError, errorCode } }: { call: Call }) {
  return (
    <span className="[overflow-wrap:anywhere]">
      <Icon
        name={isError ? "stalled" : "check"}
        className={`mr-2 inline align-[-0.15em] ${isError ? "text-warn" : "text-good"}`}
      />
      <strong className="font-semibold">{clientName ?? "A client without a name"}</strong> called{" "}
      <code className="font-mono">{toolName}</code>
      {isError && `, which answered with ${errorCode ?? "an error"}`}
    </span>
  );
}

function Waiting() {
  return (
    <span>
      <Icon
        name="live"
        className="mr-2 inline align-[-0.15em] text-accent motion-safe:animate-pulse"
      />
      Waiting for the first call from a client …
    </span>
  );
}

/** For those who have waited long enough to wonder. */
function Tips() {
  const isLong = useHasPassed(PATIENCE_MS);
  if (!isLong) return null;
  return (
    <div className="mt-3 grid gap-2 border-line border-t pt-3">
      <p className="font-medium">Nothing has come for a while. These help most often:</p>
      <ul className="list-disc pl-5 text-soft">
        <li>Start the client anew after connecting it: most read their servers only then.</li>
        <li>Ask it something that needs a tool, such as “List my Trovella plans”.</li>
        <li>Let Trovella look at everything it needs, and say what is wrong:</li>
      </ul>
      <CopyLine text="npx trovella doctor" isCode what="the command doctor" />
    </div>
  );
}

function useHasPassed(durationMs: number): boolean {
  const [hasPassed, setHasPassed] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setHasPassed(true), durationMs);
    return () => clearTimeout(timer);
  }, [durationMs]);
  return hasPassed;
}
