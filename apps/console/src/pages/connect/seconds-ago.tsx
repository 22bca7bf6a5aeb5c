import { useEffect, useState } from "react";
import { RelativeTime } from "../../components/relative-time.tsx";
import { absoluteTime } from "../../format/relative-time.ts";

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;

/** "2 seconds ago" for the first minute, then like every other time. */
export function SecondsAgo({ at }: { at: string }) {
  const age = useAge(at);
  if (age >= MINUTE_MS) return <RelativeTime at={at} />;
  const format = new Intl.RelativeTimeFormat(undefined, { numeric: "auto" });
  return (
    <time dateTime={at} title={absoluteTime(new Date(at))} className="whitespace-nowrap">
      {format.format(-Math.floor(age / SECOND_MS), "second")}
    </time>
  );
}

function useAge(at: string): number {
  const [now, setNow] = useState(Date.now);
  const age = Math.max(0, now - new Date(at).getTime());
  const isYoung = age < MINUTE_MS;
  useEffect(() => {
    if (!isYoung) return;
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS);
    return () => clearInterval(timer);
  }, [isYoung]);
  // A new call may be newer than the last tick.
  return at > new Date(now).toISOString() ? 0 : age;
}
