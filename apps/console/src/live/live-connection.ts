import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useSyncExternalStore } from "react";
import { askAgainWhoIsHere } from "../api/account.ts";
import { newRefresher } from "./refresher.ts";

/**
 * live: changes arrive as they happen. polling: the server answers, but sends no events, so it is
 * asked again and again. offline: the server does not answer.
 */
export type LiveStatus = "connecting" | "live" | "polling" | "offline";

export interface LiveState {
  readonly status: LiveStatus;
  /** When the server was last heard of, in milliseconds. */
  readonly heardAt: number;
}

/** What an event is about, and the routers whose answers may have changed by it. */
const TOPICS = {
  plan: ["researchPlan", "home", "insights", "artifact", "output", "feedback", "search"],
  review: ["review", "researchPlan", "home"],
  run: ["skillExecution", "home", "insights"],
  toolCall: ["toolCall", "insights"],
  people: ["organization", "member", "invitation", "token", "grant"],
} as const;

const ADDRESS = "/api/events";
const POLL_MS = 10_000;
/** The server sends something at least every 10 s. */
const SILENCE_MS = 45_000;
const HIDDEN_MS = 30_000;
const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 30_000;

const listeners = new Set<() => void>();
let state: LiveState = { status: "connecting", heardAt: Date.now() };

/** How the console keeps up with the server. */
export function useLive(): LiveState {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => state,
  );
}

/** Keeps the one connection of the page; used once, by the shell. */
export function useLiveConnection(): void {
  const queries = useQueryClient();
  useEffect(() => connect(queries), [queries]);
}

function connect(queries: QueryClient): () => void {
  const refresher = newRefresher(queries);
  let source: EventSource | undefined;
  let retryMs = FIRST_RETRY_MS;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let silence: ReturnType<typeof setTimeout> | undefined;
  let hiding: ReturnType<typeof setTimeout> | undefined;
  let isAsleep = false;

  const heard = () => {
    retryMs = FIRST_RETRY_MS;
    clearTimeout(silence);
    silence = setTimeout(lost, SILENCE_MS);
    report("live");
  };
  const open = () => {
    source = new EventSource(ADDRESS);
    source.onopen = () => {
      heard();
      // What changed before it was open has not been told: everything on the page is read again.
      refresher.changedAll();
    };
    source.onerror = lost;
    source.onmessage = heard;
    source.addEventListener("ping", heard);
    for (const [topic, routers] of Object.entries(TOPICS)) {
      source.addEventListener(topic, () => {
        heard();
        refresher.changed(routers);
      });
    }
  };
  const lost = async () => {
    source?.close();
    clearTimeout(silence);
    clearTimeout(retry);
    retry = setTimeout(open, retryMs);
    retryMs = Math.min(retryMs * 2, LONGEST_RETRY_MS);
    const isAnswering = await isServerAnswering();
    if (source?.readyState === EventSource.OPEN) return;
    // It may have ended the events because the person is no longer let in.
    if (isAnswering) askAgainWhoIsHere();
    if (isAnswering && state.status === "offline") refresher.changedAll();
    report(isAnswering ? "polling" : "offline");
  };
  const poll = setInterval(async () => {
    if (isLive() || state.status === "connecting" || document.hidden) return;
    const isAnswering = await isServerAnswering();
    if (isAnswering) refresher.changedAll();
    if (!isLive()) report(isAnswering ? "polling" : "offline");
  }, POLL_MS);

  // A browser has few connections to a server for all its windows: one that nobody sees gives its own back.
  const onVisibility = () => {
    clearTimeout(hiding);
    if (document.hidden) hiding = setTimeout(sleep, HIDDEN_MS);
    else if (isAsleep) wake();
  };
  const sleep = () => {
    isAsleep = true;
    source?.close();
    clearTimeout(retry);
    clearTimeout(silence);
  };
  const wake = () => {
    isAsleep = false;
    open();
  };
  document.addEventListener("visibilitychange", onVisibility);

  open();
  return () => {
    document.removeEventListener("visibilitychange", onVisibility);
    clearTimeout(hiding);
    source?.close();
    clearTimeout(retry);
    clearTimeout(silence);
    clearInterval(poll);
    refresher.stop();
  };
}

async function isServerAnswering(): Promise<boolean> {
  try {
    return (await fetch("/healthz", { cache: "no-store" })).ok;
  } catch {
    return false;
  }
}

function isLive(): boolean {
  return state.status === "live";
}

function report(status: LiveStatus): void {
  const heardAt = status === "offline" ? state.heardAt : Date.now();
  if (status === state.status && heardAt - state.heardAt < 1_000) return;
  state = { status, heardAt };
  for (const notify of listeners) notify();
}
