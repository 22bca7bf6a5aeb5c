import { focusManager, type QueryClient, useQueryClient } from "@tanstack/react-query";
import type { ChangeTopic } from "@trovella/api";
import { useEffect } from "react";
import { refetchAccount } from "../api/account.ts";
import type { Replies } from "../api/api.ts";
import { refetchInboxCount } from "../api/inbox-count.ts";
import { EVENTS_URL, hasEarlyStream, takeEarlyStream } from "./early-stream.ts";
import { isLeader, openTabChannel, runForLeader } from "./leader.ts";
import { isPaused } from "./live-pause.ts";
import { liveStatus, setLiveStatus } from "./live-state.ts";
import { createRefresher } from "./refresher.ts";
import { isServerAnswering } from "./server-answers.ts";

/** The routers whose data may change with an event of each topic. */
const TOPICS = {
  plan: ["researchPlan", "home", "insights", "artifact", "claims", "output", "feedback", "search"],
  review: ["review", "researchPlan", "home"],
  run: ["skillExecution", "home", "insights"],
  toolCall: ["toolCall", "insights"],
  people: ["organization", "member", "invitation", "token", "grant", "notification"],
} as const satisfies Record<ChangeTopic, readonly (keyof Replies)[]>;

const POLL_MS = 10_000;
/** The server sends a ping at least every 10 s. */
const SILENCE_TIMEOUT_MS = 45_000;
const HIDDEN_TIMEOUT_MS = 30_000;
const FIRST_RETRY_MS = 1_000;
const MAX_RETRY_MS = 30_000;

type Timer = ReturnType<typeof setTimeout> | undefined;

/** Keeps the one event stream of the page; used once, by the shell. */
export function useLiveConnection(): void {
  const queries = useQueryClient();
  useEffect(() => {
    const connection = new LiveConnection(queries);
    connection.start();
    return () => connection.stop();
  }, [queries]);
}

/**
 * Receives the server's events and refetches what they change. Without a stream it retries with
 * backoff and polls; while the page is hidden it disconnects, except in one tab of the browser.
 */
class LiveConnection {
  private phase: "connecting" | "open" | "backoff" | "asleep" | "stopped" = "stopped";
  private readonly refresher: ReturnType<typeof createRefresher>;
  private source: EventSource | undefined;
  private retryMs = FIRST_RETRY_MS;
  private retryTimer: Timer;
  private silenceTimer: Timer;
  private hiddenTimer: Timer;
  private pollTimer: ReturnType<typeof setInterval> | undefined;
  private resign: () => void = () => undefined;
  private tabs: ReturnType<typeof openTabChannel> | undefined;

  constructor(queries: QueryClient) {
    this.refresher = createRefresher(queries);
  }

  start(): void {
    document.addEventListener("visibilitychange", this.onVisibility);
    this.pollTimer = setInterval(() => void this.poll(), POLL_MS);
    // The title of the tab keeps counting.
    this.tabs = openTabChannel(() => {
      if (this.phase === "asleep" && !isPaused()) refetchInboxCount();
    });
    this.resign = runForLeader(() => {
      // Otherwise a request that failed while the tab is hidden would be repeated only when somebody looks at it.
      focusManager.setFocused(true);
      if (this.phase === "asleep") this.connect();
    });
    this.connect();
  }

  stop(): void {
    document.removeEventListener("visibilitychange", this.onVisibility);
    clearTimeout(this.hiddenTimer);
    clearInterval(this.pollTimer);
    this.resign();
    focusManager.setFocused(undefined);
    this.tabs?.close();
    this.disconnect("stopped");
    this.refresher.stop();
  }

  private readonly connect = (): void => {
    this.phase = "connecting";
    const early = takeEarlyStream();
    const source = early ?? new EventSource(EVENTS_URL);
    this.source = source;
    const onOpen = () => {
      this.onActivity();
      // Changes made before the stream was open were not reported.
      this.refresher.changedAll();
    };
    if (early) void this.adopt(early, onOpen);
    else source.onopen = onOpen;
    source.onerror = this.onLost;
    source.onmessage = this.onActivity;
    source.addEventListener("ping", this.onActivity);
    for (const [topic, routers] of Object.entries(TOPICS)) {
      source.addEventListener(topic, () => {
        this.onActivity();
        this.refresher.changed(routers);
        if (topic === "review" && isLeader()) this.tabs?.announce();
      });
    }
  };

  /** The stream that was opened before the app: with luck before its first request, too. */
  private async adopt(early: EventSource, onOpen: () => void): Promise<void> {
    const isAhead = await hasEarlyStream();
    if (this.source !== early) return;
    if (isAhead) this.onActivity();
    else if (early.readyState === EventSource.OPEN) onOpen();
    else if (early.readyState === EventSource.CLOSED) await this.onLost();
    else early.onopen = onOpen;
  }

  private disconnect(phase: "backoff" | "asleep" | "stopped"): void {
    this.phase = phase;
    this.source?.close();
    clearTimeout(this.retryTimer);
    clearTimeout(this.silenceTimer);
  }

  private readonly onActivity = (): void => {
    this.phase = "open";
    this.retryMs = FIRST_RETRY_MS;
    clearTimeout(this.silenceTimer);
    this.silenceTimer = setTimeout(this.onLost, SILENCE_TIMEOUT_MS);
    setLiveStatus("live");
  };

  private readonly onLost = async (): Promise<void> => {
    this.disconnect("backoff");
    this.retryTimer = setTimeout(this.connect, this.retryMs);
    this.retryMs = Math.min(this.retryMs * 2, MAX_RETRY_MS);
    const isAnswering = await isServerAnswering();
    if (this.isOpen()) return;
    // The server also ends the stream of a user who is no longer authorized.
    if (isAnswering) refetchAccount();
    if (isAnswering && liveStatus() === "offline") this.refresher.changedAll();
    setLiveStatus(isAnswering ? "polling" : "offline");
  };

  private async poll(): Promise<void> {
    if (["live", "connecting"].includes(liveStatus()) || document.hidden) return;
    const isAnswering = await isServerAnswering();
    if (isAnswering) this.refresher.changedAll();
    if (!this.isOpen()) setLiveStatus(isAnswering ? "polling" : "offline");
  }

  /** Browsers allow few connections per server for all tabs, so hidden ones but the leader give theirs back. */
  private readonly onVisibility = (): void => {
    clearTimeout(this.hiddenTimer);
    if (document.hidden) {
      this.hiddenTimer = setTimeout(() => {
        if (!isLeader()) this.disconnect("asleep");
      }, HIDDEN_TIMEOUT_MS);
    } else if (this.phase === "asleep") this.connect();
  };

  /** A call, since the phase can change during an await. */
  private isOpen(): boolean {
    return this.phase === "open";
  }
}
