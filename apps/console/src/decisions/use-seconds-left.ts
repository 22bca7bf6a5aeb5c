import { useEffect, useState } from "react";

const TICK_MS = 250;

/** Whole seconds until a moment, counted down. */
export function useSecondsLeft(at: number): number {
  const [seconds, setSeconds] = useState(() => secondsUntil(at));
  useEffect(() => {
    const timer = setInterval(() => setSeconds(secondsUntil(at)), TICK_MS);
    return () => clearInterval(timer);
  }, [at]);
  return seconds;
}

function secondsUntil(at: number): number {
  return Math.max(0, Math.ceil((at - Date.now()) / 1_000));
}
