import { createStore } from "../components/create-store.ts";

const LOCK = "trovella-live";
const CHANNEL = "trovella-live";

const store = createStore(false);

/**
 * Whether this is the one tab of the browser that stays connected while it is hidden; when it is closed, another one
 * takes over. Without locks (an insecure connection, an old browser) there is none.
 */
export const useIsLeader = store.useValue;
export const isLeader = store.get;

/** Stands for election until the page is left; used once, by the live connection. */
export function runForLeader(onElected: () => void): () => void {
  const resigned = new AbortController();
  void navigator.locks
    ?.request(LOCK, { signal: resigned.signal }, () => {
      store.set(true);
      onElected();
      return new Promise<void>((resolve) => {
        resigned.signal.addEventListener("abort", () => resolve());
      });
    })
    .catch(() => undefined);
  return () => {
    store.set(false);
    resigned.abort();
  };
}

/** Carries changes from the leader to hidden tabs, which are not connected. */
export function openTabChannel(onChange: () => void) {
  const channel = "BroadcastChannel" in window ? new BroadcastChannel(CHANNEL) : null;
  if (channel) channel.onmessage = onChange;
  return {
    announce: () => channel?.postMessage("changed"),
    close: () => channel?.close(),
  };
}
