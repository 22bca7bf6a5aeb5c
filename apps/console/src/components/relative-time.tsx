import { useSyncExternalStore } from "react";
import { absoluteTime, relativeTime } from "../format/relative-time.ts";

const TICK_MS = 30_000;

/** A relative time that stays current; the exact time on hover. */
export function RelativeTime({ at }: { at: string }) {
  const now = useNow();
  const date = new Date(at);
  return (
    <time dateTime={at} title={absoluteTime(date)} className="whitespace-nowrap">
      {relativeTime(date, new Date(Math.max(now, date.getTime())))}
    </time>
  );
}

/** The current time, about every half minute. */
export function useNow(): number {
  return useSyncExternalStore(subscribeToClock, currentTick);
}

/** One timer for all times on the page. */
const listeners = new Set<() => void>();
let tick = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

function subscribeToClock(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    tick = Date.now();
    for (const notify of listeners) notify();
  }, TICK_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

function currentTick(): number {
  // Before the first subscription no timer has kept the tick current.
  if (!timer && Date.now() - tick > TICK_MS) tick = Date.now();
  return tick;
}
