import { createStore } from "../components/create-store.ts";

/**
 * live: the server pushes events. polling: it answers, but sends no events, so it is polled.
 * offline: it does not answer.
 */
export type LiveStatus = "connecting" | "live" | "polling" | "offline";

interface LiveState {
  readonly status: LiveStatus;
  /** When the server last answered, in milliseconds. */
  readonly heardAt: number;
}

const store = createStore<LiveState>({ status: "connecting", heardAt: Date.now() });

export const useLiveState = store.useValue;

export function liveStatus(): LiveStatus {
  return store.get().status;
}

export function setLiveStatus(status: LiveStatus): void {
  const before = store.get();
  const heardAt = status === "offline" ? before.heardAt : Date.now();
  // Events can arrive in bursts; the page need not render for each.
  if (status === before.status && heardAt - before.heardAt < 1_000) return;
  store.set({ status, heardAt });
}
