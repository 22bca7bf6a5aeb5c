import type { QueryClient } from "@tanstack/react-query";
import { createStore } from "../components/create-store.ts";

interface LivePause {
  readonly isPaused: boolean;
  /** Suppressed changes of data that is on the screen. */
  readonly waiting: number;
}

const RUNNING: LivePause = { isPaused: false, waiting: 0 };
const store = createStore(RUNNING);

export const useLivePause = store.useValue;

export function isPaused(): boolean {
  return store.get().isPaused;
}

export function pauseLive(): void {
  store.set({ isPaused: true, waiting: 0 });
}

export function resumeLive(queries: QueryClient): void {
  store.set(RUNNING);
  void queries.invalidateQueries();
}

export function countWaiting(): void {
  const { isPaused, waiting } = store.get();
  store.set({ isPaused, waiting: waiting + 1 });
}
