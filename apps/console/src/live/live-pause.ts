import type { QueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";

export interface LivePause {
  readonly isPaused: boolean;
  /** How many changes of what is on the screen have been held back. */
  readonly waiting: number;
}

const listeners = new Set<() => void>();
let pause: LivePause = { isPaused: false, waiting: 0 };

/** Whether the person wants the page to stay as it is for now. */
export function useLivePause(): LivePause {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => pause,
  );
}

export function isPaused(): boolean {
  return pause.isPaused;
}

export function pauseLive(): void {
  change({ isPaused: true, waiting: 0 });
}

/** Shows everything as it is now, and goes on. */
export function resumeLive(queries: QueryClient): void {
  change({ isPaused: false, waiting: 0 });
  void queries.invalidateQueries();
}

export function holdBack(): void {
  change({ ...pause, waiting: pause.waiting + 1 });
}

function change(changed: LivePause): void {
  pause = changed;
  for (const notify of listeners) notify();
}
